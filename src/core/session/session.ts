import type { AgentId, AgentMode } from '../action.ts'

/** What is remembered of one agent session in one worktree, as plain JSON in `<git dir>/plans/sessions/`. */
export interface SessionState {
  v: 1
  agent: AgentId
  session: string
  /** Tracked mode, for agents that do not tell theirs; else the last one told. */
  mode: AgentMode
  /** Since when and by what the mode is as it is, for messages. */
  modeSince: string
  modeBy: string
  /** Mode to return to; kept when plan mode is entered twice (C04). */
  prePlanMode?: AgentMode
  /** The agent's enter-plan tool was seen, so relative plan paths are re-rooted by it. */
  enterSeen: boolean
  /** A dialog of this session has been seen, so somebody sits there. */
  dialogSeen: boolean
  /** Agent plan files this session (or sub-agent) is bound to: key `''` or the sub-agent's id. */
  planFiles: Record<string, string>
  /** Plan id that the session's agent plan file was submitted as. */
  plan?: string
  planAgentFile?: string
  /** The last exit call: submit record and digest that a yes must match. Single use. */
  exit?: { plan: string; request: string; digest: string; at: string }
  updated: string
}

/** A dialog was shown for this digest. Kept apart from the session: the agent runs its hooks side by side. Single use. */
export interface DialogProof {
  v: 1
  digest: string
  at: string
}

/** A yes heard before its proof; a later proof of the same digest appends the approval. */
export interface UnprovenYes {
  v: 1
  plan: string
  digest: string
  mode?: string
  edited: boolean
  at: string
}

/** `plans enter`: holds the whole worktree read-only until `plans exit` or the next approval there. */
export interface Hold {
  v: 1
  since: string
  by: string
}

/**
 * What guard needs to know of the plans of this worktree, cached in `<git dir>/plans/state.json`. Valid while ledger
 * tip, branch and the stat of each listed file hold.
 */
export interface PlansState {
  v: 1
  tip: string | null
  branch: string
  plans: PlanGate[]
}

export interface PlanGate {
  id: string
  title: string
  branch: string | null
  state: string
  open: boolean
  digest: string
  /** Scope of the approved record; null: none declared. */
  scope: { allow: string[]; deny: string[] } | null
  /** Absolute path of the working file and its stat, null when there is none. */
  file: { path: string; stamp: string } | null
}
