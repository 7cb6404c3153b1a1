import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { readAncestors } from '../store/processes.ts'
import type { World } from '../workflows/world.ts'

/** The world as this process finds it; nothing below the command line asks the process itself. */
export function processWorld(cwd: string | undefined): World {
  return {
    cwd: resolve(cwd ?? '.'),
    environment: process.env,
    now: () => new Date(),
    randomBytes: (length) => randomBytes(length),
    isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
    ancestors: readAncestors,
  }
}
