import { PlansError } from '../core/errors.ts'
import type { Hold, SessionState } from '../core/session/session.ts'
import { openRepository } from '../store/repository.ts'
import { readHold, readSession, writeHold, writeSession } from '../store/session.ts'
import type { World } from './world.ts'

/** Holds the whole work tree read-only. Entering twice keeps the first hold. */
export async function enterPlanMode(world: World): Promise<Hold> {
  const { stateFolder } = await openRepository(world.cwd, world.environment)
  const standing = readHold(stateFolder)
  if (standing) return standing
  const hold: Hold = { v: 1, since: world.now().toISOString(), by: 'plans enter' }
  writeHold(stateFolder, hold)
  return hold
}

/** Tracks one agent session as planning, where its agent does not tell its mode. */
export async function enterSession(world: World, id: string): Promise<SessionState> {
  const { stateFolder } = await openRepository(world.cwd, world.environment)
  const session = requireSession(stateFolder, id)
  if (session.mode === 'plan') return session
  const now = world.now().toISOString()
  const entered: SessionState = {
    ...session,
    prePlanMode: session.prePlanMode ?? session.mode,
    mode: 'plan',
    modeSince: now,
    modeBy: 'plans enter',
    updated: now,
  }
  writeSession(stateFolder, entered)
  return entered
}

export function requireSession(stateFolder: string, id: string): SessionState {
  const session = readSession(stateFolder, id)
  if (session) return session
  throw new PlansError(
    'usage',
    'session-unknown',
    `Expected the id of an agent session of this work tree, got \`${id}\`, which no hook has told of.`,
    'Denials name the session; `plans enter` without --session holds the whole work tree.',
  )
}
