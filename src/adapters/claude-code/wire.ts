import { isAbsolute, join } from 'node:path'
import type { Action, AgentMode, HookCall, HookEvent, PlanExitOutcome, SessionContext } from '../../core/action.ts'
import { isObject, type JsonObject, objectOf, stringOf } from '../../core/json.ts'
import type { Environment, Wire } from '../adapter.ts'
import { requireEvent, requireFolder, requireObject, requireText } from '../payload.ts'
import { formatFailure, formatReply } from './reply.ts'
import { describeTool } from './tools.ts'

const sessionEvents = [
  'SessionStart',
  'SessionEnd',
  'Stop',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'PostCompact',
  'ConfigChange',
  'Notification',
] as const

const served: Partial<Record<HookEvent, readonly string[]>> = {
  'before-tool': ['PreToolUse', 'PreSkillShellCommand'],
  'permission-request': ['PermissionRequest'],
  'after-tool': ['PostToolUse', 'PostToolUseFailure'],
  prompt: ['UserPromptSubmit'],
  session: sessionEvents,
  notification: ['Notification'],
}

/** Events that other agents do not name alike; `SessionStart` and kin are Gemini's too. */
const ownEvents: ReadonlySet<string> = new Set([
  'PreToolUse',
  'PreSkillShellCommand',
  'PermissionRequest',
  'PostToolUse',
  'PostToolUseFailure',
  'UserPromptSubmit',
  'PreCompact',
  'PostCompact',
])

const modes: ReadonlySet<string> = new Set<AgentMode>([
  'default',
  'plan',
  'acceptEdits',
  'auto',
  'dontAsk',
  'bypassPermissions',
])

export const claudeCodeWire: Wire = {
  id: 'claude-code',
  isSender,
  parse,
  format: formatReply,
  formatFailure,
  // In print mode without a permission prompt Claude itself turns `ask` into a denial, so it is closed there too.
  canAsk: (_action, session) => session.headless !== true,
  // Among hooks Claude takes deny before defer, ask and allow, and its own deny and ask rules hold over an allow.
  allowIsSafe: true,
}

/** `CLAUDE_PROJECT_DIR` proves nothing: Gemini and others set it as well. */
function isSender(payload: JsonObject, environment: Environment): boolean {
  const event = stringOf(payload['hook_event_name'])
  if (event !== undefined && ownEvents.has(event)) return true
  return environment['GEMINI_SESSION_ID'] === undefined && (environment['AI_AGENT'] ?? '').startsWith('claude-code_')
}

function parse(event: HookEvent, payload: JsonObject, environment: Environment, home: string): HookCall {
  const name = requireEvent(payload, event, served)
  const context = parseContext(payload)
  if (name === 'Notification') return { event: 'notification', context, dialog: dialogOf(payload) }
  if (event === 'prompt') return { event, context }
  if (event === 'session' || event === 'notification')
    return { event: 'session', context: { ...context, source: sourceOf(name, payload) } }
  const input = requireObject(payload, 'tool_input')
  const tool = name === 'PreSkillShellCommand' ? name : requireText(payload, 'tool_name')
  const action = parseAction({ event, tool, payload, context, environment, home })
  if (event !== 'after-tool') return { event, action, input }
  if (action.kind !== 'plan-exit') return { event, action, input }
  return { event, action, input, exit: parseExit(payload, action.agentMode) }
}

function parseContext(payload: JsonObject): SessionContext {
  const subagent = stringOf(payload['agent_id'])
  const mode = stringOf(payload['permission_mode'])
  return {
    agent: 'claude-code',
    cwd: requireFolder(payload, 'cwd'),
    session: requireText(payload, 'session_id'),
    ...(subagent === undefined ? {} : { subagent }),
    ...(mode !== undefined && modes.has(mode) ? { agentMode: mode as AgentMode } : {}),
  }
}

/** What started the session, in Claude's words; for its other session events the event's name. */
function sourceOf(name: string, payload: JsonObject): string {
  return name === 'SessionStart' ? (stringOf(payload['source']) ?? 'startup') : name
}

function dialogOf(payload: JsonObject): 'tool' | 'none' {
  return payload['notification_type'] === 'permission_prompt' ? 'tool' : 'none'
}

interface ToolCall {
  event: 'before-tool' | 'permission-request' | 'after-tool'
  tool: string
  payload: JsonObject
  context: SessionContext
  environment: Environment
  home: string
}

function parseAction({ event, tool, payload, context, environment, home }: ToolCall): Action {
  const part = describeTool(tool, payload, context.cwd, home)
  const plan = part.kind === 'plan-exit' ? parsePlan(event, payload) : undefined
  return {
    ...context,
    event,
    tool,
    ...part,
    plansFolders: findPlansFolders(environment, home, context.cwd),
    ...(plan === undefined ? {} : { plan }),
  }
}

/** Claude itself puts text and path of the plan file into the call; after the dialog into the response. */
function parsePlan(event: HookEvent, payload: JsonObject): { text?: string; file?: string } {
  const from = objectOf(payload[event === 'after-tool' ? 'tool_response' : 'tool_input'])
  const text = stringOf(from['plan'])
  const file = stringOf(from[event === 'after-tool' ? 'filePath' : 'planFilePath'])
  return {
    ...(text === undefined ? {} : { text }),
    ...(file === undefined || !isAbsolute(file) ? {} : { file }),
  }
}

function parseExit(payload: JsonObject, mode: AgentMode | undefined): PlanExitOutcome {
  const response = payload['tool_response']
  if (!isObject(response)) return { kind: 'unknown' }
  if (response['awaitingLeaderApproval'] === true) return { kind: 'awaiting-others' }
  const text = stringOf(response['plan'])
  if (text === undefined || text.trim() === '') return { kind: 'empty' }
  const left = mode === undefined || mode === 'plan' ? {} : { mode }
  return { kind: 'approved', text, edited: response['planWasEdited'] === true, ...left }
}

/**
 * Claude's folder moves with `CLAUDE_CONFIG_DIR`. A repository can set that variable for an agent, so one that points
 * into the project is not believed.
 */
function findPlansFolders(environment: Environment, home: string, cwd: string): string[] {
  const configured = environment['CLAUDE_CONFIG_DIR']
  const standard = join(home, '.claude/plans')
  if (configured === undefined || !isAbsolute(configured)) return [standard]
  const folder = join(configured, 'plans')
  const inProject = [cwd, environment['CLAUDE_PROJECT_DIR'] ?? cwd].some((project) =>
    folder.startsWith(join(project, '/')),
  )
  return inProject ? [standard] : [folder, standard]
}
