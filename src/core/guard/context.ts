import type { AgentMode } from '../action.ts'
import type { JsonObject } from '../json.ts'
import type { CompiledPolicy } from '../policy/policy.ts'
import type { PlansState, SessionState } from '../session/session.ts'

/** The mode that holds for a call, and who holds it. */
export interface EffectiveMode {
  mode: AgentMode
  /** The plan-mode floor applies. */
  planning: boolean
  /** `agent`: its payload says so; `tracked`: followed by us; `person`: `plans enter`, `defaultMode` or `PLANS_MODE`. */
  heldBy: 'agent' | 'tracked' | 'person'
  /** For messages: since when, by what, and how to leave. Empty when the agent shows its mode itself. */
  because: string
}

/**
 * The world as the guard sees it. Paths are absolute and real. Functions stand for the little I/O that only some calls
 * need: core asks, the hook answers.
 */
export interface GuardContext {
  home: string
  /** Work tree; undefined outside a repository. */
  root: string | undefined
  branch: string | undefined
  mode: EffectiveMode
  policy: CompiledPolicy
  session: SessionState | undefined
  plans: PlansState
  input: JsonObject
  /** Bundles and launchers, this installation's and those named in settings. */
  ownPrograms(): string[]
  /** Our state and cache folders. */
  stateFolders(): string[]
  temporaryFolders(): string[]
  caseInsensitive: boolean
  /** Real path of the longest existing parent plus the rest. */
  resolvePath(path: string): string
  /** Whether a settings file with hooks of ours stands at this path or, when all of it is removed, below. */
  holdsOurHooks(path: string, removed: boolean): boolean
  isRegularFileOrAbsent(path: string): boolean
  isThere(path: string): boolean
  /** `git check-ignore`; asked only for a write that would be stopped otherwise. */
  isIgnored(path: string): boolean
}

/** One step's word for `plans explain`; silent steps are kept, so that the order is visible. */
export interface StepTrace {
  step: string
  outcome: 'deny' | 'ask' | 'allow' | 'silent'
  reason: string
}
