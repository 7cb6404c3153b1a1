import type { JsonObject } from './json.ts'

/** Agents that have an adapter folder of the same name. */
export const agentIds = ['claude-code', 'gemini-cli'] as const
export type AgentId = (typeof agentIds)[number]

/** Our own names for hook events; each bin in `hooks/` serves one or two of them. */
export type HookEvent = 'before-tool' | 'permission-request' | 'after-tool' | 'prompt' | 'session' | 'notification'

export type ActionKind =
  | 'shell'
  | 'read'
  | 'write'
  | 'edit'
  | 'patch'
  | 'notebook'
  | 'search'
  | 'fetch'
  | 'mcp'
  | 'plan-enter'
  | 'plan-exit'
  | 'ask-user'
  | 'subagent'
  | 'skill'
  /** The agent's own bookkeeping (todo lists, progress), without effect outside the agent. */
  | 'internal'
  | 'other'

/** The six modes of the mode table (guard.md); agents' own names are mapped by their adapter. */
export type AgentMode = 'default' | 'plan' | 'acceptEdits' | 'auto' | 'dontAsk' | 'bypassPermissions'

/**
 * One tool call, in words that hold for every agent. Paths are absolute, made so against the agent's own base, links
 * not yet resolved.
 */
export interface Action {
  agent: AgentId
  event: HookEvent
  /** The agent's own name of the tool, for messages and rules. */
  tool: string
  kind: ActionKind
  /** Shell text, for kind `shell`. `undefined` with kind `shell` means unreadable and is judged as unknown. */
  command?: string
  /** The shell's language where it is not POSIX; `powershell` is closed as unknown. */
  shell?: 'powershell'
  /** Folder the command runs in where the call names one; else it runs in `cwd`. */
  commandCwd?: string
  /** Files the call names: reads for `read` and `search`, writes for `write`, `edit`, `patch`, `notebook`. */
  paths: string[]
  /** Paths as written where they are relative: the agent may re-root them in its plan mode (Gemini: the plans folder). */
  relativePaths?: string[]
  url?: string
  /** MCP server name and the tool's name on that server. */
  server?: string
  serverTool?: string
  /** For `subagent`: which kind of sub-agent is to start. */
  subagentType?: string
  /** MCP annotations, where the agent sends them. */
  annotations?: { readOnly?: boolean }
  cwd: string
  session: string
  subagent?: string
  /** The mode in the payload; absent for agents that do not tell it. */
  agentMode?: AgentMode
  /** Folders in which the agent keeps its plan files, absolute, links not resolved. */
  plansFolders: string[]
  /** For `plan-exit`: what the client (not the model) handed over. */
  plan?: { text?: string; file?: string }
}

/** What an after-tool event says of an exit from plan mode. `text` is the client's own copy of the approved plan. */
export type PlanExitOutcome =
  | { kind: 'approved'; text?: string; edited: boolean; mode?: AgentMode }
  | { kind: 'rejected'; feedback: string }
  | { kind: 'awaiting-others' }
  | { kind: 'empty' }
  | { kind: 'unknown' }

/** One hook event, parsed by an adapter. `input` is the tool input as the agent sent it, for echoing only. */
export type HookCall =
  | { event: 'before-tool'; action: Action; input: JsonObject }
  | { event: 'permission-request'; action: Action; input: JsonObject }
  /** `entered`: the agent says that its enter-plan tool switched the mode (a person may have refused). */
  | { event: 'after-tool'; action: Action; input: JsonObject; exit?: PlanExitOutcome; entered?: boolean }
  | { event: 'prompt' | 'session'; context: SessionContext }
  | { event: 'notification'; context: SessionContext; dialog: 'plan-exit' | 'tool' | 'none' }

/** The part that every payload has. */
export interface SessionContext {
  agent: AgentId
  cwd: string
  session: string
  subagent?: string
  agentMode?: AgentMode
  /** session events: `startup`, `resume`, `clear`, `compact`, … in the agent's words. */
  source?: string
}
