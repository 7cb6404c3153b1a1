import type { Action, AgentId, HookCall, HookEvent } from '../core/action.ts'
import type { Decision } from '../core/decision.ts'
import type { JsonObject } from '../core/json.ts'

export type Environment = Record<string, string | undefined>

/** Bytes for the agent. `stdout` is one JSON object or nothing. */
export interface Reply {
  stdout: string
  stderr: string
  exitCode: number
}

/** What is said besides the decision. */
export interface ReplyExtras {
  /** Context for the model, on events where the agent reads it. */
  context?: string
  /** Said to the person, where the agent has a channel for that. Left out beside a denial, which stands alone. */
  notice?: string
}

/** The pure half of an adapter, bundled into the hook. */
export interface Wire {
  id: AgentId
  /** Environment variables or payload fields that prove this agent sent the payload (protocols 0.3). */
  isSender(payload: JsonObject, environment: Environment): boolean
  /** Throws a `TypeError` naming the field where the payload is not one of this agent's. */
  parse(event: HookEvent, payload: JsonObject, environment: Environment, home: string): HookCall
  /** The decision on every channel that the agent reads for this event, and no other field. */
  format(call: HookCall, decision: Decision, extras?: ReplyExtras): Reply
  /** A denial before the payload could be parsed. */
  formatFailure(event: HookEvent, reason: string): Reply
  /** Whether the agent puts an `ask` of ours before the person in this call; otherwise it becomes `deny` with a way out. */
  canAsk(action: Action, session: { dialogSeen: boolean; planning: boolean; headless: 'auto' | true | false }): boolean
  /** Our `allow` cannot lift another hook's deny there. */
  allowIsSafe: boolean
}

/** The half for the command line. */
export interface Adapter {
  id: AgentId
  title: string
  documentation: string
  /** Its program, asked for `--version`. */
  program: string
  wire: Wire
  /** Repository-relative and home-relative settings file. */
  settingsFile: { project: string; user: string }
  /** Variable that names the folder which then stands for the user file's folder. */
  userFolderVariable?: string
  /** First version that starts a program with arguments without a shell; absent: none does, or all. */
  execFormSince?: string
  /** First version in which a hook that fails denies. */
  closedSince?: string
  /** Settings text (JSON with comments, possibly empty) with our hooks added; running it twice changes nothing. */
  addHooks(settings: string, launcher: LauncherPaths): string
  /** Settings text with exactly our hooks taken out. */
  removeHooks(settings: string): string
  hasHooks(settings: string): boolean
  /** What in these settings keeps hooks from running at all. */
  findHindrance(settings: string): string | undefined
}

/** Where the launchers lie, as the settings' command should write it; `form` is how the agent starts them. */
export interface LauncherPaths {
  /** Folder of the launchers, relative to the project directory or absolute. */
  folder: string
  form: 'exec' | 'shell'
  /** The one command that a person runs when the bundles are missing. */
  remedy: string
}
