import type { AgentId, AgentMode } from '../action.ts'
import type { EffectiveMode } from '../guard/context.ts'
import type { CompiledPolicy } from '../policy/policy.ts'
import type { Hold, SessionState } from './session.ts'

/** What moves the mode of a session. `told` comes with each payload of agents that tell their mode. */
export type ModeEvent =
  | { kind: 'told'; mode: AgentMode }
  | { kind: 'entered' }
  /** A call to leave plan mode proves that the agent plans, even where no hook saw it enter. */
  | { kind: 'exit-called' }
  | { kind: 'left'; mode: AgentMode | undefined; fallback: AgentMode }

export function newSession(agent: AgentId, session: string, now: string): SessionState {
  return {
    v: 1,
    agent,
    session,
    mode: 'default',
    modeSince: now,
    modeBy: 'start',
    enterSeen: false,
    dialogSeen: false,
    planFiles: {},
    updated: now,
  }
}

/** The session after the event. Entering twice keeps the mode to return to (C04); bypass is never returned to unasked. */
export function applyModeEvent(state: SessionState, event: ModeEvent, now: string): SessionState {
  switch (event.kind) {
    case 'told':
      return event.mode === 'plan' ? entered(state, now, 'the agent') : moved(state, event.mode, now, 'the agent')
    case 'entered':
      return { ...entered(state, now, 'its enter-plan tool'), enterSeen: true }
    case 'exit-called':
      return entered(state, now, 'its exit-plan call')
    case 'left':
      return left(state, event.mode ?? returnMode(state, event.fallback), now)
  }
}

function entered(state: SessionState, now: string, by: string): SessionState {
  if (state.mode === 'plan') return state
  return { ...moved(state, 'plan', now, by), prePlanMode: state.prePlanMode ?? state.mode }
}

function left(state: SessionState, mode: AgentMode, now: string): SessionState {
  const { prePlanMode: _returned, ...rest } = moved(state, mode, now, 'its exit-plan call')
  return rest
}

function returnMode(state: SessionState, fallback: AgentMode): AgentMode {
  const before = state.prePlanMode ?? fallback
  return before === 'bypassPermissions' || before === 'plan' ? fallback : before
}

function moved(state: SessionState, mode: AgentMode, now: string, by: string): SessionState {
  return state.mode === mode ? state : { ...state, mode, modeSince: now, modeBy: by, updated: now }
}

export interface ModeSources {
  /** From the payload, for agents that tell it. */
  told: AgentMode | undefined
  session: SessionState | undefined
  hold: Hold | undefined
  policy: Pick<CompiledPolicy, 'defaultMode' | 'plan'>
  /** `PLANS_MODE`. It can hold a session, never free one. */
  environmentMode: string | undefined
  /** A plan of this session or branch has an open gate. */
  gateOpen: boolean
}

/** The stricter of what the agent is in and what the person holds. */
export function findEffectiveMode(sources: ModeSources): EffectiveMode {
  const { told, session, hold, policy, environmentMode } = sources
  const mode = told ?? session?.mode ?? 'default'
  if (hold) return held(` Held since ${hold.since} by ${hold.by}; a person leaves with \`plans exit\`.`)
  if (!policy.plan.enabled) return { mode: personMode(mode, policy), planning: false, heldBy: 'agent', because: '' }
  if (told === 'plan') return { mode: 'plan', planning: true, heldBy: 'agent', because: '' }
  if (told === undefined && mode === 'plan')
    return { mode, planning: true, heldBy: 'tracked', because: trackedBecause(session) }
  if (!sources.gateOpen && (policy.defaultMode === 'plan' || environmentMode === 'plan')) {
    const by = environmentMode === 'plan' ? 'PLANS_MODE=plan' : 'defaultMode: plan'
    return held(` Held by ${by} until a plan is approved.`)
  }
  const final = personMode(mode, policy)
  return { mode: final, planning: false, heldBy: final === mode ? 'agent' : 'person', because: '' }
}

function held(because: string): EffectiveMode {
  return { mode: 'plan', planning: true, heldBy: 'person', because }
}

/** `dontAsk` is the one other mode that is stricter than what an agent may be in. */
function personMode(mode: AgentMode, policy: Pick<CompiledPolicy, 'defaultMode'>): AgentMode {
  return policy.defaultMode === 'dontAsk' ? 'dontAsk' : mode
}

function trackedBecause(session: SessionState | undefined): string {
  if (!session) return ''
  return ` This session plans since ${session.modeSince} by ${session.modeBy}; if it does not, a person runs \`plans exit --session ${session.session}\`.`
}
