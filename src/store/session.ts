import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../core/json.ts'
import type { Hold, SessionState } from '../core/session/session.ts'
import { writeAtomically } from './atomic-write.ts'

/** State of one agent session in this worktree; undefined when none was seen or the file is of another version. */
export function readSession(stateFolder: string, session: string): SessionState | undefined {
  return readState(sessionFile(stateFolder, session)) as SessionState | undefined
}

export function writeSession(stateFolder: string, state: SessionState): void {
  writeAtomically(sessionFile(stateFolder, state.session), `${JSON.stringify(state)}\n`)
}

export function readHold(stateFolder: string): Hold | undefined {
  return readState(holdFile(stateFolder)) as Hold | undefined
}

export function writeHold(stateFolder: string, hold: Hold): void {
  writeAtomically(holdFile(stateFolder), `${JSON.stringify(hold)}\n`)
}

/** True when there was one. */
export function removeHold(stateFolder: string): boolean {
  if (!readHold(stateFolder)) return false
  rmSync(holdFile(stateFolder), { force: true })
  return true
}

function holdFile(stateFolder: string): string {
  return join(stateFolder, 'hold.json')
}

/** Session ids are the agent's text: encoded, so that no id names a path, and cut to what file systems take. */
function sessionFile(stateFolder: string, session: string): string {
  return join(stateFolder, 'sessions', `${encodeURIComponent(session).replaceAll('.', '%2E').slice(0, 120)}.json`)
}

function readState(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
  const value: unknown = JSON.parse(text)
  return isObject(value) && value['v'] === 1 ? value : undefined
}

function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOENT' || code === 'ENOTDIR'
}
