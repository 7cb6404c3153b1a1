import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

let counter = 0

/** Whole or not at all: a killed process leaves the old file and at most one stray temporary beside it. */
export function writeAtomically(path: string, text: string, mode = 0o600): void {
  mkdirSync(dirname(path), { recursive: true })
  counter += 1
  const temporary = `${path}.${process.pid}.${counter}.tmp`
  writeFileSync(temporary, text, { mode, flag: 'wx' })
  renameSync(temporary, path)
}
