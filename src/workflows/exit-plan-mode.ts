import { PlansError } from '../core/errors.ts'
import type { SessionState } from '../core/session/session.ts'
import { openRepository } from '../store/repository.ts'
import { removeHold, writeSession } from '../store/session.ts'
import { requireSession } from './enter-plan-mode.ts'
import { refuseInsideAgent } from './refuse-inside-agent.ts'
import type { World } from './world.ts'

/** Takes the hold of the work tree away: for a person only. */
export async function exitPlanMode(world: World): Promise<void> {
  const { stateFolder } = await openForPerson(world)
  if (!removeHold(stateFolder)) throw notPlanning('This work tree is not in plan mode.')
}

/** Frees one session whose agent does not tell that it left. */
export async function exitSession(world: World, id: string): Promise<SessionState> {
  const { stateFolder } = await openForPerson(world)
  const session = requireSession(stateFolder, id)
  if (session.mode !== 'plan') throw notPlanning(`Session ${id} is not in plan mode.`)
  const now = world.now().toISOString()
  const { prePlanMode: _left, ...rest } = session
  const left: SessionState = { ...rest, mode: 'default', modeSince: now, modeBy: 'plans exit', updated: now }
  writeSession(stateFolder, left)
  return left
}

async function openForPerson(world: World): Promise<{ stateFolder: string }> {
  refuseInsideAgent('plans exit', { environment: world.environment, ancestors: world.ancestors() })
  return openRepository(world.cwd, world.environment)
}

function notPlanning(message: string): PlansError {
  return new PlansError('failed', 'not-in-plan-mode', message, 'There is nothing to leave; `plans status` tells more.')
}
