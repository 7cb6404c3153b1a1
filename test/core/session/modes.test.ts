import { describe, expect, it } from 'vitest'
import type { AgentMode } from '../../../src/core/action.ts'
import { applyModeEvent, findEffectiveMode, type ModeEvent, newSession } from '../../../src/core/session/modes.ts'
import type { SessionState } from '../../../src/core/session/session.ts'
import { policy } from '../../helpers/guard-world.ts'

const now = '2026-01-02T03:04:05.000Z'

function sessionAfter(...events: ModeEvent[]): SessionState {
  return events.reduce((state, event) => applyModeEvent(state, event, now), newSession('gemini-cli', 's', now))
}

const told = (mode: AgentMode): ModeEvent => ({ kind: 'told', mode })
const left: ModeEvent = { kind: 'left', mode: undefined, fallback: 'default' }

describe('the mode of a session', () => {
  const rows: [string, ModeEvent[], AgentMode, AgentMode | undefined][] = [
    ['enters from default', [{ kind: 'entered' }], 'plan', 'default'],
    [
      'C04: entering twice keeps the mode to return to',
      [told('acceptEdits'), { kind: 'entered' }, { kind: 'entered' }],
      'plan',
      'acceptEdits',
    ],
    ['returns to it', [told('acceptEdits'), { kind: 'entered' }, left], 'acceptEdits', undefined],
    ['C04: bypass is not returned to', [told('bypassPermissions'), { kind: 'entered' }, left], 'default', undefined],
    [
      'the approver chose a mode',
      [{ kind: 'entered' }, { kind: 'left', mode: 'acceptEdits', fallback: 'default' }],
      'acceptEdits',
      undefined,
    ],
    ['G17: an exit call proves that the agent plans', [{ kind: 'exit-called' }], 'plan', 'default'],
    ['told plan', [told('plan')], 'plan', 'default'],
  ]
  for (const [name, events, mode, before] of rows)
    it(name, () => {
      const state = sessionAfter(...events)
      expect([state.mode, state.prePlanMode]).toEqual([mode, before])
    })
})

describe('the effective mode', () => {
  const base = {
    told: undefined,
    session: undefined,
    hold: undefined,
    policy: policy(),
    environmentMode: undefined,
    gateOpen: false,
  }
  const rows: [string, Parameters<typeof findEffectiveMode>[0], boolean, string][] = [
    ['nothing is known', base, false, 'agent'],
    ['the agent tells plan', { ...base, told: 'plan' }, true, 'agent'],
    [
      'the agent tells default though tracked plan',
      { ...base, told: 'default', session: sessionAfter({ kind: 'entered' }) },
      false,
      'agent',
    ],
    ['tracked', { ...base, session: sessionAfter({ kind: 'entered' }) }, true, 'tracked'],
    [
      'held by plans enter',
      { ...base, told: 'default', hold: { v: 1, since: now, by: 'git:ada@example.com' } },
      true,
      'person',
    ],
    ['PLANS_MODE', { ...base, told: 'default', environmentMode: 'plan' }, true, 'person'],
    [
      'PLANS_MODE with an open gate',
      { ...base, told: 'default', environmentMode: 'plan', gateOpen: true },
      false,
      'agent',
    ],
    ['PLANS_MODE frees nothing', { ...base, told: 'plan', environmentMode: 'default' }, true, 'agent'],
  ]
  for (const [name, sources, planning, heldBy] of rows)
    it(name, () => {
      const mode = findEffectiveMode(sources)
      expect([mode.planning, mode.heldBy]).toEqual([planning, heldBy])
    })
  it('a denial from tracked state says since when and how to leave', () => {
    const { because } = findEffectiveMode({ ...base, session: sessionAfter({ kind: 'entered' }) })
    expect(because).toContain(now)
    expect(because).toContain('plans exit --session s')
  })
})
