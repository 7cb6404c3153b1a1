import { isAbsolute } from 'node:path'
import type { HookEvent } from '../core/action.ts'
import { isObject, type JsonObject } from '../core/json.ts'

/** Agents cap the strings they take (Claude: 10,000 characters); a cut reason is better than a dropped one. */
const longestText = 9000

export function requireText(payload: JsonObject, field: string): string {
  const value = payload[field]
  if (typeof value !== 'string' || value === '') throw new TypeError(`${field}: expected text, got ${nameOf(value)}`)
  return value
}

export function requireObject(payload: JsonObject, field: string): JsonObject {
  const value = payload[field]
  if (!isObject(value)) throw new TypeError(`${field}: expected an object, got ${nameOf(value)}`)
  return value
}

export function requireFolder(payload: JsonObject, field: string): string {
  const folder = requireText(payload, field)
  if (!isAbsolute(folder)) throw new TypeError(`${field}: expected an absolute path, got ${folder}`)
  return folder
}

/** The agent's event name, which must be one that the called hook serves: a hook wired to another event must not guess. */
export function requireEvent(
  payload: JsonObject,
  event: HookEvent,
  served: Partial<Record<HookEvent, readonly string[]>>,
): string {
  const name = requireText(payload, 'hook_event_name')
  if (!served[event]?.includes(name)) throw new TypeError(`hook_event_name: ${name} is not an event of ${event} hooks`)
  return name
}

/** Never empty: an agent that reads an empty reason may take the denial for a fault of the hook. */
export function textForAgent(text: string, otherwise: string): string {
  const full = text.trim() === '' ? otherwise : text
  return full.length <= longestText ? full : `${full.slice(0, longestText - 1)}…`
}

function nameOf(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'a list' : value === '' ? 'empty text' : typeof value
}
