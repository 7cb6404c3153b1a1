import type { HookCall, HookEvent } from '../../core/action.ts'
import type { Decision } from '../../core/decision.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Reply, ReplyExtras } from '../adapter.ts'
import { textForAgent } from '../payload.ts'

const neutral: Reply = { stdout: '', stderr: '', exitCode: 0 }
const startSources: ReadonlySet<string> = new Set(['startup', 'resume', 'clear', 'compact', 'fork'])

/** Claude reads JSON at every exit code; exit 2 with stderr holds even where the JSON would be dropped. */
export function formatReply(call: HookCall, decision: Decision, extras: ReplyExtras = {}): Reply {
  const reason = textForAgent(decision.reason, decision.rule)
  switch (call.event) {
    case 'before-tool':
      return beforeTool(hookEventName(call), decision, reason, extras)
    case 'permission-request':
      return permissionRequest(call.input, decision, reason)
    case 'after-tool':
      return afterTool(decision, reason, extras)
    case 'prompt':
      if (decision.outcome === 'deny') return json({ decision: 'block', reason })
      return said('UserPromptSubmit', extras)
    case 'session':
      // Context is read at the start only; other session events have no channel for it.
      return startSources.has(call.context.source ?? '') ? said('SessionStart', extras) : said(undefined, extras)
    case 'notification':
      return said(undefined, extras)
  }
}

/** Only tools can be denied. The person's prompt is not held back, but told that the guard is not well. */
export function formatFailure(event: HookEvent, reason: string): Reply {
  const text = textForAgent(reason, 'git-plans could not judge this call')
  if (event === 'before-tool') return denial('PreToolUse', text)
  if (event === 'permission-request') return refusal(text)
  if (event === 'after-tool') return json({ decision: 'block', reason: text })
  return json({ systemMessage: text })
}

function hookEventName(call: HookCall & { event: 'before-tool' }): string {
  return call.action.tool === 'PreSkillShellCommand' ? 'PreSkillShellCommand' : 'PreToolUse'
}

function beforeTool(name: string, decision: Decision, reason: string, extras: ReplyExtras): Reply {
  if (decision.outcome === 'deny') return denial(name, reason)
  if (decision.outcome === 'none') return said(name, extras)
  const answer = { permissionDecision: decision.outcome, permissionDecisionReason: reason }
  return json({ hookSpecificOutput: { hookEventName: name, ...answer, ...contextOf(extras) }, ...noticeOf(extras) })
}

function denial(name: string, reason: string): Reply {
  const answer = { permissionDecision: 'deny', permissionDecisionReason: reason }
  return { ...json({ hookSpecificOutput: { hookEventName: name, ...answer } }), stderr: reason, exitCode: 2 }
}

/** For a plan an allow without the echoed input is dropped silently, so the input always goes back as it came. */
function permissionRequest(input: JsonObject, decision: Decision, reason: string): Reply {
  if (decision.outcome === 'deny') return refusal(reason)
  if (decision.outcome !== 'allow') return neutral
  const answer = { behavior: 'allow', updatedInput: input }
  return json({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: answer } })
}

/** Exit 2 is ignored on this event. */
function refusal(message: string): Reply {
  const answer = { behavior: 'deny', message }
  return json({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: answer } })
}

/** The tool has run: `block` hands the reason to the model beside the tool's result. */
function afterTool(decision: Decision, reason: string, extras: ReplyExtras): Reply {
  if (decision.outcome !== 'deny') return said('PostToolUse', extras)
  return json({ decision: 'block', reason, ...noticeOf(extras) })
}

function said(name: string | undefined, extras: ReplyExtras): Reply {
  const context = name === undefined ? {} : contextOf(extras)
  const answer: JsonObject = noticeOf(extras)
  if ('additionalContext' in context) answer['hookSpecificOutput'] = { hookEventName: name ?? '', ...context }
  return Object.keys(answer).length === 0 ? neutral : json(answer)
}

function contextOf({ context }: ReplyExtras): JsonObject {
  return context ? { additionalContext: textForAgent(context, '') } : {}
}

function noticeOf({ notice }: ReplyExtras): JsonObject {
  return notice ? { systemMessage: textForAgent(notice, '') } : {}
}

function json(value: JsonObject): Reply {
  return { stdout: JSON.stringify(value), stderr: '', exitCode: 0 }
}
