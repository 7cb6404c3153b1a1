import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
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
  const folder = isAbsolute(named) ? named : resolve(currentFolder(), named)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  throw new PlansError('usage', 'folder-missing', `Expected a folder, found none at ${folder}.`, 'Mend --cwd.')
}

function currentFolder(): string {
  try {
    return process.cwd()
  } catch (cause) {
    const message = 'Expected to start in a folder, and the current one was removed.'
    throw new PlansError('usage', 'folder-missing', message, 'Change to another folder.', { cause })
  }
}
