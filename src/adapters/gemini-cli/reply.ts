import type { HookCall, HookEvent } from '../../core/action.ts'
import type { Decision } from '../../core/decision.ts'
import type { JsonObject } from '../../core/json.ts'
import type { Reply, ReplyExtras } from '../adapter.ts'
import { textForAgent } from '../payload.ts'

const startSources: ReadonlySet<string> = new Set(['startup', 'resume', 'clear'])

/** JSON on stdout decides at any exit code; `{}` is no opinion. */
export function formatReply(call: HookCall, decision: Decision, extras: ReplyExtras = {}): Reply {
  const reason = textForAgent(decision.reason, decision.rule)
  switch (call.event) {
    case 'before-tool':
      if (decision.outcome === 'deny') return denial(reason)
      // Context is ignored on this event.
      return json(decision.outcome === 'ask' ? { decision: 'ask', reason } : noticeOf(extras))
    case 'after-tool':
      if (decision.outcome === 'deny') return json({ decision: 'deny', reason, ...noticeOf(extras) })
      return said(extras)
    case 'prompt':
      return decision.outcome === 'deny' ? denial(reason) : said(extras)
    case 'session':
      return startSources.has(call.context.source ?? '') ? said(extras) : json(noticeOf(extras))
    case 'permission-request':
    case 'notification':
      return json(noticeOf(extras))
  }
}

/** Only tools can be denied; an after-tool denial would hide the result of what has run. */
export function formatFailure(event: HookEvent, reason: string): Reply {
  const text = textForAgent(reason, 'git-plans could not judge this call')
  if (event === 'before-tool' || event === 'permission-request') return denial(text)
  if (event === 'after-tool') return said({ context: text, notice: text })
  return json({ systemMessage: text })
}

function denial(reason: string): Reply {
  return { ...json({ decision: 'deny', reason }), exitCode: 2 }
}

function said(extras: ReplyExtras): Reply {
  const answer: JsonObject = noticeOf(extras)
  if (extras.context) answer['hookSpecificOutput'] = { additionalContext: textForAgent(extras.context, '') }
  return json(answer)
}

function noticeOf({ notice }: ReplyExtras): JsonObject {
  return notice ? { systemMessage: textForAgent(notice, '') } : {}
}

function json(value: JsonObject): Reply {
  return { stdout: JSON.stringify(value), stderr: '', exitCode: 0 }
}
