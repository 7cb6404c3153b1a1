import type { AgentId } from '../core/action.ts'
import type { JsonObject } from '../core/json.ts'
import type { Environment, Wire } from './adapter.ts'
import { claudeCodeWire } from './claude-code/wire.ts'
import { geminiCliWire } from './gemini-cli/wire.ts'

/** What the hook bundles of every agent: no settings, no dependencies. */
export const wires: Record<AgentId, Wire> = {
  'claude-code': claudeCodeWire,
  'gemini-cli': geminiCliWire,
}

/**
 * Whom to answer. Payload and environment win over the argument: agents run each other's hooks. Where nothing tells,
 * Claude's shape, which several agents read.
 */
export function findWire(name: string | undefined, payload: JsonObject, environment: Environment): Wire {
  const all = Object.values(wires)
  return (
    all.find((wire) => wire.isSender(payload, environment)) ??
    all.find((wire) => wire.id === name) ??
    wires['claude-code']
  )
}
