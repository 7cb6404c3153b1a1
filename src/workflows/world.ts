import type { Ancestor } from '../store/processes.ts'

/** What a workflow takes from its surroundings; passed in, so that tests and hooks can fix it. */
export interface World {
  cwd: string
  environment: Record<string, string | undefined>
  now(): Date
  randomBytes(length: number): Uint8Array
  /** A person can be asked: standard input and output are a terminal. */
  isTerminal: boolean
  /** Parent processes, nearest first; read only by commands that decide. */
  ancestors(): Ancestor[]
}
