import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isObject, type Json, type JsonObject, stringOf } from '../core/json.ts'
import type { DialogProof, Hold, SessionState, UnprovenYes } from '../core/session/session.ts'
import { writeAtomically } from './atomic-write.ts'

/** State of one agent session in this worktree; undefined when none was seen, or the file is damaged or of another version. */
export function readSession(stateFolder: string, session: string): SessionState | undefined {
  const state = readState(sessionFile(stateFolder, session))
  return isSession(state) ? (state as unknown as SessionState) : undefined
}

function isSession(state: JsonObject | undefined): boolean {
  return (
    ['agent', 'session', 'mode', 'modeSince'].every((key) => typeof state?.[key] === 'string') &&
    isObject(state?.['planFiles'])
  )
}

export function writeSession(stateFolder: string, state: SessionState): void {
  writeAtomically(sessionFile(stateFolder, state.session), `${JSON.stringify(state)}\n`)
}

/** Notes that two hooks of one dialog leave for each other; each hook writes its own file, so none is lost. */
export function readProof(stateFolder: string, session: string): DialogProof | undefined {
  return readState(sessionFile(stateFolder, session, 'proof')) as DialogProof | undefined
}

export function writeProof(stateFolder: string, session: string, proof: DialogProof): void {
  writeAtomically(sessionFile(stateFolder, session, 'proof'), `${JSON.stringify(proof)}\n`)
}

export function readUnproven(stateFolder: string, session: string): UnprovenYes | undefined {
  return readState(sessionFile(stateFolder, session, 'unproven')) as UnprovenYes | undefined
}

export function writeUnproven(stateFolder: string, session: string, yes: UnprovenYes): void {
  writeAtomically(sessionFile(stateFolder, session, 'unproven'), `${JSON.stringify(yes)}\n`)
}

/** Each exit call discards what an older dialog left. */
export function discardNotes(stateFolder: string, session: string): void {
  for (const kind of ['proof', 'unproven'] as const) rmSync(sessionFile(stateFolder, session, kind), { force: true })
}

/** A hold that cannot be read still holds: its damage must not free anybody. */
export function readHold(stateFolder: string): Hold | undefined {
  if (lstatSync(holdFile(stateFolder), { throwIfNoEntry: false }) === undefined) return undefined
  const hold = readHoldState(stateFolder)
  const [since, by] = [stringOf(hold?.['since']), stringOf(hold?.['by'])]
  return { v: 1, since: since ?? 'unknown', by: by ?? 'unknown' }
}

function readHoldState(stateFolder: string): JsonObject | undefined {
  try {
    return readState(holdFile(stateFolder))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) return undefined
    throw error
  }
}

export function writeHold(stateFolder: string, hold: Hold): void {
  writeAtomically(holdFile(stateFolder), `${JSON.stringify(hold)}\n`)
}

/** True when there was one. */
export function removeHold(stateFolder: string): boolean {
  if (!readHold(stateFolder)) return false
  rmSync(holdFile(stateFolder), { force: true, recursive: true })
  return true
}

function holdFile(stateFolder: string): string {
  return join(stateFolder, 'hold.json')
}

/** Session ids are the agent's text: encoded, so that no id names a path, and cut to what file systems take. */
function sessionFile(stateFolder: string, session: string, kind?: 'proof' | 'unproven'): string {
  const name = encodeURIComponent(session).replaceAll('.', '%2E').slice(0, 120)
  return join(stateFolder, 'sessions', kind === undefined ? `${name}.json` : `${name}.${kind}.json`)
}

function readState(path: string): JsonObject | undefined {
  // Mostly not there: a look costs less than an exception.
  if (!existsSync(path)) return undefined
  try {
    return parseState(readFileSync(path, 'utf8'))
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Undefined where the text is damaged, or of another version. */
function parseState(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json
    return isObject(value) && value['v'] === 1 ? value : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ENOTDIR'
}
