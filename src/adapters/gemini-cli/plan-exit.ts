import { isAbsolute, relative, resolve } from 'node:path'
import type { AgentMode, PlanExitOutcome } from '../../core/action.ts'
import { isObject, type Json, type JsonObject, stringOf } from '../../core/json.ts'
import type { Environment } from '../adapter.ts'

/** How the mode is named in the approval text; versions since 0.30. */
const approvals: readonly { text: string; mode: AgentMode }[] = [
  { text: 'Plan approved. Switching to Auto-Edit mode', mode: 'acceptEdits' },
  { text: 'Plan approved. Switching to Default mode', mode: 'default' },
  { text: 'Plan approved. Switching to YOLO mode', mode: 'bypassPermissions' },
]
const feedbackLead = 'Plan rejected. User feedback: '
const enteredLead = 'Switching to Plan mode'
const rejectionLead = 'Plan rejected.'
/** Follows the person's words. They may hold the same words themselves, so the last one ends them. */
const afterFeedback = '\n\nThe plan is stored at: '

/**
 * The plan file of an exit call. The client refuses names that lead out of its plans folder; then none is known.
 * Older versions name the path itself.
 */
export function findPlanPath(input: JsonObject, environment: Environment, cwd: string): string | undefined {
  const legacy = stringOf(input['plan_path'])
  const name = stringOf(input['plan_filename'])
  if (name === undefined) return legacy === undefined ? undefined : resolve(cwd, legacy)
  const folder = environment['GEMINI_PLANS_DIR']
  if (!folder) return undefined
  const path = resolve(folder, name)
  const below = relative(folder, path)
  return below === '' || below.startsWith('..') || isAbsolute(below) ? undefined : path
}

/** The after-tool event comes for a yes and for a no; only a known text of a known version is a yes. */
export function parseExit(payload: JsonObject): PlanExitOutcome {
  const response = payload['tool_response']
  const text = isObject(response) && !response['error'] ? contentOf(response['llmContent']) : ''
  const approval = approvals.find((entry) => text.startsWith(entry.text))
  if (approval) return { kind: 'approved', edited: false, mode: approval.mode }
  if (text.startsWith(feedbackLead)) return { kind: 'rejected', feedback: feedbackIn(text) }
  return text.startsWith(rejectionLead) ? { kind: 'rejected', feedback: '' } : { kind: 'unknown' }
}

/** A refusal to enter comes as an after-tool event as well, with other words. */
export function parseEntered(payload: JsonObject): boolean {
  const response = payload['tool_response']
  return isObject(response) && !response['error'] && contentOf(response['llmContent']).startsWith(enteredLead)
}

function feedbackIn(text: string): string {
  const words = text.slice(feedbackLead.length)
  const end = words.lastIndexOf(afterFeedback)
  return (end < 0 ? words : words.slice(0, end)).trim()
}

/** Text, one part, or a list of parts. */
function contentOf(content: Json | undefined): string {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) return content.map((part) => contentOf(part)).join('')
  return isObject(content) ? (stringOf(content['text']) ?? '') : ''
}
