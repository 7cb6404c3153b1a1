import { describe, expect, it } from 'vitest'

import { derivePlan } from '../../../src/core/plan/states.ts'
import { planId, repositoryId, sha256 } from '../ledger/records.ts'
import {
  answering,
  approve,
  archive,
  auto,
  derive,
  elsewhere,
  reject,
  type Setting,
  type Step,
  solo,
  start,
  step,
  submit,
  team,
  tell,
} from './story.ts'

describe('what else is told', () => {
  it('lists every approval, counted or not, with the reason', () => {
    const { approvals } = derive([submit(), approve(), submit('two'), elsewhere(approve('two')), approve('two')], {
      file: 'two',
    })
    expect(approvals.map(({ counted, why, rung, actor }) => ({ counted, why, rung, actor }))).toEqual([
      { counted: false, why: 'it is of another revision', rung: 'local', actor: 'git:bob@example.com' },
      { counted: false, why: 'it was given in another repository', rung: 'local', actor: 'git:bob@example.com' },
      { counted: true, why: undefined, rung: 'local', actor: 'git:bob@example.com' },
    ])
  })

  it('does not count an approval that came after the archive', () => {
    const { approvals } = derive([submit(), approve(), archive(), approve('one', 'cleo')])
    expect(approvals.map(({ counted, why }) => why ?? counted)).toEqual([true, 'it came after the archive'])
  })

  it('says why a local approval does not open the gate of a team', () => {
    expect(derive([submit(), approve()], { rules: { ...team, trust: 'forge' } }).notices).toEqual([
      expect.stringMatching(
        /^approval [0-9a-f]{12} does not count: its rung local is below forge, which origin\/main asks for$/,
      ),
    ])
  })

  it.each<[string, Step[], Setting, RegExp]>([
    ['a second answer', [submit(), approve(), approve('one', 'cleo')], {}, /has an answer already/],
    ['an answer after a rejection', [submit(), reject(), approve()], {}, /was rejected/],
    ['an archive without an approval', [submit(), archive()], {}, /^archive [0-9a-f]{12} is ignored: no eligible/],
    ['an archive of another repository', [submit(), approve(), elsewhere(archive())], {}, /another repository/],
    ['a void refusal', [submit(), reject(), answering(1, step('void'))], {}, /^void [0-9a-f]{12} is ignored/],
    ['an unproven dialog', [submit(), auto()], {}, /no dialog was proven/],
    ['an incomplete count', [submit(), approve()], { rules: { ...team, required: 2 } }, /^1 of 2 approvals/],
    ['an author in a team', [submit(), approve('one', 'ada')], { rules: team }, /is an author/],
    [
      'somebody not in OWNERS',
      [submit(), approve('one', 'eve')],
      { rules: team },
      /not named in OWNERS on origin\/main/,
    ],
    ['an unknown algorithm', [submit(), approve('one', 'bob', { alg: 'plan-x-v9' })], {}, /plan-x-v9 is unknown/],
    ['approvals of a withdrawn plan', [submit(), approve(), step('withdraw')], {}, /the plan is withdrawn/],
  ])('notes %s', (_name, steps, setting, notice) => {
    expect(derive(steps, setting).notices).toContainEqual(expect.stringMatching(notice))
  })

  it('notes nothing of a plain story', () => {
    expect(derive([submit(), approve(), start(), archive()]).notices).toEqual([])
  })

  it('tells of an approval under other rules, and counts it', () => {
    const policy = sha256('then')
    const input = {
      plan: planId,
      entries: tell([submit(), approve('one', 'bob', { policy })]),
      present: sha256('one'),
      rules: solo,
      authors: [],
      repository: repositoryId,
    }
    expect(derivePlan({ ...input, policy: sha256('now') })).toMatchObject({
      state: 'approved',
      notices: [expect.stringContaining('other rules')],
    })
    expect(derivePlan({ ...input, policy })).toMatchObject({ state: 'approved', notices: [] })
  })

  it.each<[string, Step[], Setting, number]>([
    ['before the first submit', [], {}, 0],
    ['of the present digest', [submit(), submit('two')], {}, 1],
    ['of the last submit, for a text not submitted', [submit(), submit('two')], { file: 'three' }, 2],
  ])('gives the revision %s', (_name, steps, setting, revision) => {
    expect(derive(steps, setting).revision).toBe(revision)
  })

  it('takes the scope from the approval that counts', () => {
    const scope = { allow: ['src/**'], deny: [] }
    const derived = derive([submit(), elsewhere(approve('one', 'eve')), approve('one', 'bob', { scope })])
    expect(derived.approved?.scope).toEqual(scope)
    expect(derived.submitted?.kind).toBe('submit')
    expect(derive([submit(), approve(), reject()]).approved).toBeUndefined()
    expect(derive([submit(), approve(), archive()]).approved?.kind).toBe('approve')
  })
})
