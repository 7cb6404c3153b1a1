import { isAbsolute } from 'node:path'
import type { Action, HookCall, HookEvent, SessionContext } from '../../core/action.ts'
import { type JsonObject, objectOf, stringOf } from '../../core/json.ts'
import type { Environment, Wire } from '../adapter.ts'
import { requireEvent, requireFolder, requireObject, requireText } from '../payload.ts'
import { findPlanPath, parseEntered, parseExit } from './plan-exit.ts'
import { formatFailure, formatReply } from './reply.ts'
import { describeTool } from './tools.ts'

const served: Partial<Record<HookEvent, readonly string[]>> = {
  'before-tool': ['BeforeTool'],
  'after-tool': ['AfterTool'],
  prompt: ['BeforeAgent'],
  session: ['SessionStart', 'SessionEnd', 'PreCompress', 'AfterAgent', 'Notification'],
  notification: ['Notification'],
}

const ownEvents: ReadonlySet<string> = new Set(['BeforeTool', 'AfterTool', 'BeforeAgent', 'AfterAgent', 'PreCompress'])
const claudeEvents: ReadonlySet<string> = new Set([
  'PreToolUse',
  'PostToolUse',
  'PermissionRequest',
  'UserPromptSubmit',
])

export const geminiCliWire: Wire = {
  id: 'gemini-cli',
  isSender,
  parse,
  format: formatReply,
  formatFailure,
  canAsk,
  // An allow of ours is not sent at all: Gemini's policy runs after the hooks whatever they say.
  allowIsSafe: true,
}

function isSender(payload: JsonObject, environment: Environment): boolean {
  const event = stringOf(payload['hook_event_name']) ?? ''
  if (ownEvents.has(event)) return true
  return !claudeEvents.has(event) && environment['GEMINI_SESSION_ID'] !== undefined
}

function parse(event: HookEvent, payload: JsonObject, environment: Environment, home: string): HookCall {
  const name = requireEvent(payload, event, served)
  const context: SessionContext = {
    agent: 'gemini-cli',
    cwd: requireFolder(payload, 'cwd'),
    session: requireText(payload, 'session_id'),
  }
  if (name === 'Notification') return { event: 'notification', context, dialog: dialogOf(payload) }
  if (event === 'prompt') return { event, context }
  if (event !== 'before-tool' && event !== 'after-tool')
    return { event: 'session', context: { ...context, source: sourceOf(name, payload) } }
  const input = requireObject(payload, 'tool_input')
  const action = parseAction(event, payload, context, environment, home)
  if (event === 'before-tool') return { event, action, input }
  if (action.kind === 'plan-enter') return { event, action, input, entered: parseEntered(payload) }
  return action.kind === 'plan-exit' ? { event, action, input, exit: parseExit(payload) } : { event, action, input }
}

function parseAction(
  event: 'before-tool' | 'after-tool',
  payload: JsonObject,
  context: SessionContext,
  environment: Environment,
  home: string,
): Action {
  const tool = requireText(payload, 'tool_name')
  const windows = environment['OS'] === 'Windows_NT'
  const part = describeTool(tool, payload, { cwd: context.cwd, home, windows })
  const plansFolder = environment['GEMINI_PLANS_DIR']
  const action: Action = {
    ...context,
    event,
    tool,
    ...part,
    plansFolders: plansFolder && isAbsolute(plansFolder) ? [plansFolder] : [],
  }
  if (part.kind !== 'plan-exit') return action
  const file = findPlanPath(objectOf(payload['tool_input']), environment, context.cwd)
  return { ...action, plan: file === undefined ? {} : { file } }
}

function sourceOf(name: string, payload: JsonObject): string {
  return name === 'SessionStart' ? (stringOf(payload['source']) ?? 'startup') : name
}

/** Fired where a person is shown a dialog for a tool; headless runs approve plans without one. */
function dialogOf(payload: JsonObject): 'plan-exit' | 'tool' | 'none' {
  if (payload['notification_type'] !== 'ToolPermission') return 'none'
  return objectOf(payload['details'])['type'] === 'exit_plan_mode' ? 'plan-exit' : 'tool'
}

/**
 * A hook's `ask` replaces even a denial of Gemini's own policy, its plan mode's included, and ends a headless run. So it
 * is sent only outside plan mode and where somebody is known to sit.
 */
function canAsk(
  _action: Action,
  session: { dialogSeen: boolean; planning: boolean; headless: 'auto' | true | false },
): boolean {
  if (session.planning || session.headless === true) return false
  return session.dialogSeen || session.headless === false
}
