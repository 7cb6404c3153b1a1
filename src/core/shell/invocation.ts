import type { EffectBody } from './state.ts'
import type { ShellWord } from './words.ts'

/** A program with its arguments, as the tables of effects see it. */
export interface Invocation {
  /** Name without folder. */
  program: string
  args: ShellWord[]
  add: (body: EffectBody) => void
  /** Marks what cannot be undone. */
  destroy: () => void
  read: (word: ShellWord | undefined) => void
  write: (word: ShellWord | undefined) => void
  remove: (word: ShellWord | undefined, recursive: boolean) => void
  /** Runs words as a command of their own. */
  runWords: (words: ShellWord[], folder?: ShellWord) => void
  /** Runs a word as a script; a word that is not known beforehand runs unknown content. */
  runScript: (word: ShellWord) => void
  /** Moves the working directory for what follows in the same shell. */
  moveTo: (word: ShellWord | undefined) => void
}

export type Classify = (call: Invocation) => void

export function addUnknownWord(call: Invocation, what: string): void {
  call.add({ kind: 'unknown', what })
}
