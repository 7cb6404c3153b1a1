import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { PlansError } from '../core/errors.ts'
import { readAncestors } from '../store/processes.ts'
import type { World } from '../workflows/world.ts'

/** The world as this process finds it; nothing below the command line asks the process itself. */
export function processWorld(cwd: string | undefined): World {
  return {
    cwd: findFolder(cwd ?? '.'),
    environment: process.env,
    now: () => new Date(),
    randomBytes: (length) => randomBytes(length),
    isTerminal: process.stdin.isTTY === true && process.stdout.isTTY === true,
    ancestors: readAncestors,
  }
}

function findFolder(named: string): string {
  const folder = resolve(named)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  throw new PlansError('usage', 'folder-missing', `Expected a folder, found none at ${folder}.`, 'Mend --cwd.')
}
