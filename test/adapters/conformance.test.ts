import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Environment, Reply } from '../../src/adapters/adapter.ts'
import { findWire, wires } from '../../src/adapters/wires.ts'
import { type AgentId, agentIds, type HookEvent } from '../../src/core/action.ts'
import type { Decision, Outcome } from '../../src/core/decision.ts'
import type { JsonObject } from '../../src/core/json.ts'
import { sharedPath, sharedTitle } from '../helpers/shared.ts'

/** One file: what the agent sends, what we read in it, and the bytes that each outcome must give. */
interface Fixture {
  event: HookEvent
  environment?: Environment
  payload: JsonObject
  call: JsonObject
  replies?: Partial<Record<Outcome, Reply>>
}

const home = '/home/ada'
const reason = 'Plan mode is read-only.'

function decisionOf(outcome: Outcome): Decision {
  return { outcome, rule: 'plan-mode', reason, evidence: [], id: 'abc123' }
}

function readJson<Value>(path: string): Value {
  return JSON.parse(readFileSync(path, 'utf8')) as Value
}

describe.each(agentIds)('%s: own fixtures', (agent) => {
  const folder = resolve(import.meta.dirname, '../fixtures/payloads', agent)
  const names = readdirSync(folder)
  it.each(names)('%s', (name) => {
    const { event, environment = {}, payload, call, replies = {} } = readJson<Fixture>(join(folder, name))
    const wire = findWire(undefined, payload, environment)
    const parsed = wire.parse(event, payload, environment, home)
    expect(parsed).toMatchObject(call)
    for (const [outcome, reply] of Object.entries(replies))
      expect(wire.format(parsed, decisionOf(outcome as Outcome)), outcome).toEqual(reply)
  })
})

/** Which of our events serves an event of the agent; those of neither must be refused by every hook. */
const eventOf: Record<AgentId, Record<string, HookEvent>> = {
  'claude-code': {
    PreToolUse: 'before-tool',
    PreSkillShellCommand: 'before-tool',
    PermissionRequest: 'permission-request',
    PostToolUse: 'after-tool',
    PostToolUseFailure: 'after-tool',
    UserPromptSubmit: 'prompt',
    SessionStart: 'session',
    PreCompact: 'session',
    PostCompact: 'session',
    Stop: 'session',
    SubagentStart: 'session',
    ConfigChange: 'session',
  },
  'gemini-cli': {
    BeforeTool: 'before-tool',
    AfterTool: 'after-tool',
    BeforeAgent: 'prompt',
    AfterAgent: 'session',
    SessionStart: 'session',
    PreCompress: 'session',
    Notification: 'session',
  },
}
const events: HookEvent[] = ['before-tool', 'permission-request', 'after-tool', 'prompt', 'session', 'notification']

describe.each(agentIds)('%s: every recorded payload', (agent) => {
  const folder = sharedPath(`payloads/${agent}`)
  const title = sharedTitle('is read, or refused by every hook', `payloads/${agent}`)
  const environment = agent === 'gemini-cli' ? { GEMINI_SESSION_ID: 's', GEMINI_PLANS_DIR: '/plans' } : {}

  it.skipIf(!folder)(title, () => {
    const names = readdirSync(folder ?? '').filter((name) => !name.startsWith('_'))
    expect(names.length).toBeGreaterThan(10)
    for (const name of names) {
      const payload = readJson<JsonObject>(join(folder ?? '', name))
      const served = eventOf[agent][String(payload['hook_event_name'])]
      const wire = findWire(undefined, payload, environment)
      for (const event of events) {
        const parse = () => wire.parse(event, payload, environment, '/home/dev')
        const serves = event === served || (event === 'notification' && payload['hook_event_name'] === 'Notification')
        if (!serves) expect(parse, `${name} at ${event}`).toThrow(TypeError)
        else expect(wire.format(parse(), decisionOf('none')), name).toEqual(neutral(agent))
      }
    }
  })

  it.skipIf(!folder)(sharedTitle('is denied as recorded', `payloads/${agent}`), () => {
    for (const name of readdirSync(folder ?? '').filter((file) => /^_out-.*deny\.json$/.test(file))) {
      const answer = readJson<JsonObject>(join(folder ?? '', name))
      const event = name.includes('PermissionRequest') ? 'permission-request' : 'before-tool'
      const stdout: unknown = JSON.parse(wires[agent].formatFailure(event, 'R').stdout)
      expect(shapeOf(stdout), name).toEqual(shapeOf(answer))
    }
  })
})

function neutral(agent: AgentId): Reply {
  return { stdout: agent === 'gemini-cli' ? '{}' : '', stderr: '', exitCode: 0 }
}

/** The same keys, whatever the words; `interrupt` is optional and false by default. */
function shapeOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value
  const keys = Object.entries(value).filter(([key]) => key !== 'interrupt')
  return Object.fromEntries(keys.map(([key, inner]) => [key, shapeOf(inner)]))
}
