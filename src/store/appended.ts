import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { readOptional, splitLines } from './lines.ts'

/** Ids of the records that this clone made itself, which is what tells them from fetched ones. */
export function readAppended(commonFolder: string): Set<string> {
  return new Set(splitLines(readOptional(pathOf(commonFolder))))
}

export function writeAppended(commonFolder: string, id: string): void {
  mkdirSync(commonFolder, { recursive: true })
  appendFileSync(pathOf(commonFolder), `${id}\n`, { mode: 0o600 })
}

function pathOf(commonFolder: string): string {
  return join(commonFolder, 'appended')
}
