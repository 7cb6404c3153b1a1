import { describe, expect, it } from 'vitest'

import type { ApprovalRules } from '../../../src/core/ledger/approval-rules.ts'
import type { LedgerEntry, RecordDraft, RecordKind } from '../../../src/core/ledger/record.ts'
import type { PlanState } from '../../../src/core/plan/plan.ts'
import { type DerivedPlan, derivePlan } from '../../../src/core/plan/states.ts'
import { chainOf, planId, recordDraft, repositoryId, sha256 } from '../ledger/records.ts'

const solo: ApprovalRules = {
  preset: 'solo',
  required: 1,
  allowSelf: true,
  trust: 'local',
  owners: [],
  allowAuto: false,
  base: 'local',
}
const team: ApprovalRules = {
  preset: 'team',
  required: 1,
  allowSelf: false,
  trust: 'local',
  owners: [['git:bob@example.com', 'github:bob'], ['git:cleo@example.com'], ['git:ada@example.com', 'github:ada']],
  allowAuto: false,
  base: 'origin/main',
}

/**
 * One step of a story: `submit one`, `approve one by bob`, … Ada submits and is the author; an answer answers the last
 * submit of its digest unless a row says otherwise.
 */
interface Step {
  kind: RecordKind
  text: string
  by: string
  changes: Partial<RecordDraft>
  answers: number | undefined
  mine: boolean
}

function step(kind: RecordKind, text = 'one', by = 'ada', changes: Partial<RecordDraft> = {}): Step {
  return { kind, text, by, changes, answers: undefined, mine: true }
}
const submit = (text = 'one', by = 'ada'): Step => step('submit', text, by)
const approve = (text = 'one', by = 'bob', changes: Partial<RecordDraft> = {}): Step => step('approve', text, by, changes)
const reject = (text = 'one', by = 'bob'): Step => step('reject', text, by)
const start = (text = 'one'): Step => step('start', text)
const archive = (text = 'one'): Step => step('archive', text)
const auto = (text = 'one', by = 'ada'): Step =>
  approve(text, by, { actor: { id: `git:${by}@example.com`, via: 'dialog', agent: 'claude-code', interactive: false } })
const dialog = (text = 'one', by = 'ada'): Step =>
  approve(text, by, { actor: { id: `git:${by}@example.com`, via: 'dialog', agent: 'claude-code', interactive: true } })
/** The answer names the record at this place in the story, not the last submit. */
const answering = (answers: number, answer: Step): Step => ({ ...answer, answers })
const elsewhere = (answer: Step): Step => ({ ...answer, changes: { subject: { repo: 'other' } } })

const revisions: Record<string, number> = { one: 1, two: 2, three: 3 }

function tell(steps: Step[]): LedgerEntry[] {
  const drafts: (RecordDraft & { mine: boolean })[] = []
  for (const [index, { kind, text, by, changes, answers, mine }] of steps.entries()) {
    const entries = chainOf(drafts)
    const answered =
      answers === undefined
        ? entries.findLast(({ record }) => record.kind === 'submit' && record.digest === sha256(text))
        : entries[answers]
    const request = kind === 'submit' || !answered ? {} : { request: answered.record.id }
    const draft = recordDraft({
      kind,
      rev: revisions[text] ?? 1,
      digest: sha256(text),
      actor: { id: `git:${by}@example.com`, via: 'cli', interactive: true },
      at: `2026-01-02T03:04:05.${String(index).padStart(3, '0')}Z`,
      ...request,
      ...changes,
    })
    drafts.push({ ...draft, mine })
  }
  return chainOf(drafts)
}

interface Setting {
  /** Text of the working file; null: no file. The first revision unless told otherwise. */
  file?: string | null
  rules?: ApprovalRules
  authors?: string[]
}

function derive(steps: Step[], { file = 'one', rules = solo, authors = [] }: Setting = {}): DerivedPlan {
  return derivePlan({
    plan: planId,
    entries: tell(steps),
    present: file === null ? undefined : sha256(file),
    rules,
    authors,
    repository: repositoryId,
  })
}

type Row = [name: string, steps: Step[], state: PlanState, open: boolean, setting?: Setting]

const sections: Record<string, Row[]> = {
  'draft and submitted': [
    ['nothing at all', [], 'draft', false, { file: null }],
    ['a file that was never submitted', [], 'draft', false],
    ['a submitted file', [submit()], 'submitted', false],
    ['a submitted plan without a file', [submit()], 'submitted', false, { file: null }],
    ['a file edited after its submit', [submit()], 'draft', false, { file: 'two' }],
    ['a second revision', [submit(), submit('two')], 'submitted', false, { file: 'two' }],
    ['a file put back to the first revision', [submit(), submit('two')], 'submitted', false],
    ['questions do not decide', [submit(), step('ask'), step('answer')], 'submitted', false],
    ['a start decides nothing', [submit(), start()], 'submitted', false],
  ],
  'approved by others': [
    ['somebody else says yes', [submit(), approve()], 'approved', true],
    ['and no file is there', [submit(), approve()], 'approved', true, { file: null }],
    ['an owner says yes in a team', [submit(), approve()], 'approved', true, { rules: team }],
    ['an owner by another principal', [submit(), approve('one', 'x', { actor: { id: 'github:bob', via: 'forge', interactive: true } })], 'approved', true, { rules: team }],
    ['nobody in OWNERS says yes in a team', [submit(), approve('one', 'eve')], 'submitted', false, { rules: team }],
    ['one of two', [submit(), approve()], 'submitted', false, { rules: { ...team, required: 2 } }],
    ['two of two', [submit(), approve(), approve('one', 'cleo')], 'approved', true, { rules: { ...team, required: 2 } }],
    ['the same person twice', [submit(), approve(), approve('one', 'bob', { note: 'again' })], 'submitted', false, { rules: { ...team, required: 2 } }],
    ['the same person by two principals', [submit(), approve(), approve('one', 'x', { actor: { id: 'github:bob', via: 'forge', interactive: true } })], 'submitted', false, { rules: { ...team, required: 2 } }],
    ['a bot', [submit(), approve('one', 'x', { actor: { id: 'github:helper[bot]', via: 'forge', interactive: false } })], 'submitted', false],
    ['an approval of the same plan on an inheriting branch', [submit(), approve('one', 'bob', { subject: { repo: repositoryId, branch: 'other' } })], 'approved', true],
  ],
  'approved by an author': [
    ['the author in solo', [submit(), approve('one', 'ada')], 'self-approved', true],
    ['the author in a team, owner or not', [submit(), approve('one', 'ada')], 'submitted', false, { rules: team }],
    ['the author by another principal of the same owner', [submit(), approve('one', 'x', { actor: { id: 'github:ada', via: 'forge', interactive: true } })], 'submitted', false, { rules: team }],
    ['who committed the file', [submit(), approve()], 'self-approved', true, { authors: ['git:bob@example.com'] }],
    ['who committed the file, in a team', [submit(), approve()], 'submitted', false, { rules: team, authors: ['git:bob@example.com'] }],
    ['who submitted an earlier revision', [submit('one', 'bob'), submit('two'), approve('two')], 'submitted', false, { file: 'two', rules: team }],
    ['the author does not use up the answer', [submit(), approve('one', 'ada'), approve()], 'approved', true, { rules: team }],
    ['the author, then somebody else', [submit(), approve('one', 'ada'), approve()], 'approved', true],
    ['the author in the dialog', [submit(), dialog()], 'self-approved', true],
  ],
  'approved without a proven dialog': [
    ['where that does not count', [submit(), auto()], 'auto-approved', false],
    ['where it counts', [submit(), auto()], 'auto-approved', true, { rules: { ...solo, allowAuto: true } }],
    ['then proven', [submit(), auto(), dialog()], 'self-approved', true],
    ['after a real one', [submit(), dialog(), auto('one', 'bob')], 'self-approved', true],
    ['with a start', [submit(), auto(), start()], 'implementing', false],
    ['with a start, where it counts', [submit(), auto(), start()], 'implementing', true, { rules: { ...solo, allowAuto: true } }],
    ['in a team, by the author', [submit(), auto()], 'submitted', false, { rules: { ...team, allowAuto: true } }],
    ['where a higher rung is asked for', [submit(), auto()], 'submitted', false, { rules: { ...solo, allowAuto: true, trust: 'tty' } }],
  ],
  'trust': [
    ['a local yes under trust forge', [submit(), approve()], 'submitted', false, { rules: { ...team, trust: 'forge' } }],
    ['a yes at our terminal under trust tty', [submit(), approve('one', 'bob', { actor: { id: 'git:bob@example.com', via: 'tty', interactive: true } })], 'approved', true, { rules: { ...team, trust: 'tty' } }],
    ['the same, fetched', [submit(), { ...approve('one', 'bob', { actor: { id: 'git:bob@example.com', via: 'tty', interactive: true } }), mine: false }], 'submitted', false, { rules: { ...team, trust: 'tty' } }],
    ['the same, without a person', [submit(), approve('one', 'bob', { actor: { id: 'git:bob@example.com', via: 'tty', interactive: false } })], 'submitted', false, { rules: { ...team, trust: 'tty' } }],
    ['a fetched yes where the base asks for local only', [submit(), { ...approve(), mine: false }], 'approved', true, { rules: team }],
  ],
  'binding': [
    ['an approval copied from another repository', [submit(), elsewhere(approve())], 'submitted', false],
    ['of another plan', [submit(), approve('one', 'bob', { plan: 'zzzzzzzzzzzz' })], 'submitted', false],
    ['of another digest than its submit', [submit(), submit('two'), answering(0, approve('two'))], 'submitted', false, { file: 'two' }],
    ['of another revision than its submit', [submit(), approve('one', 'bob', { rev: 2 })], 'submitted', false],
    ['that answers nothing', [submit(), approve('one', 'bob', { request: sha256('nothing') })], 'submitted', false],
    ['that came before its submit', [approve('one', 'bob'), submit()], 'submitted', false],
    ['with an unknown digest algorithm', [submit(), approve('one', 'bob', { alg: 'plan-mdast-v1' })], 'submitted', false],
    ['a void approval', [submit(), approve(), answering(1, step('void'))], 'submitted', false],
    ['an approval of a void submit', [submit(), answering(0, step('void')), approve()], 'submitted', false],
    ['a void refusal stays a refusal', [submit(), reject(), answering(1, step('void'))], 'rejected', false],
  ],
  'rejected and revoked': [
    ['rejected', [submit(), reject()], 'rejected', false],
    ['rejected, without a file', [submit(), reject()], 'rejected', false, { file: null }],
    ['approved, then rejected', [submit(), approve(), reject('one', 'cleo')], 'rejected', false],
    ['rejected, then approved: the request was answered', [submit(), reject(), approve()], 'rejected', false],
    ['rejected, submitted again', [submit(), reject(), submit()], 'submitted', false],
    ['rejected, submitted again, approved', [submit(), reject(), submit(), approve()], 'approved', true],
    ['rejected, submitted again, the old request approved', [submit(), reject(), submit(), answering(0, approve())], 'submitted', false],
    ['another revision rejected', [submit(), approve(), submit('two'), reject('two')], 'approved', true],
    ['rejected, then edited', [submit(), reject()], 'draft', false, { file: 'two' }],
    ['approved, then revoked', [submit(), approve(), step('revoke', 'one', 'bob')], 'submitted', false],
    ['revoked, then approved again', [submit(), approve(), step('revoke'), approve('one', 'bob', { note: 'after all' })], 'approved', true],
    ['a revoke lifts no rejection', [submit(), reject(), step('revoke')], 'rejected', false],
    ['rejected by a record of another repository', [submit(), approve(), elsewhere(reject())], 'rejected', false],
  ],
  'stale': [
    ['edited after the approval', [submit(), approve()], 'stale', false, { file: 'two' }],
    ['edited and submitted after the approval', [submit(), approve(), submit('two')], 'stale', false, { file: 'two' }],
    ['the second revision approved too', [submit(), approve(), submit('two'), approve('two')], 'approved', true, { file: 'two' }],
    ['put back to the approved revision', [submit(), approve(), submit('two')], 'approved', true],
    ['no file, the last revision without an approval', [submit(), approve(), submit('two')], 'stale', false, { file: null }],
    ['edited after an approval that never counted', [submit(), elsewhere(approve())], 'draft', false, { file: 'two' }],
    ['edited while implementing', [submit(), approve(), start()], 'stale', false, { file: 'two' }],
  ],
  'implementing': [
    ['started', [submit(), approve(), start()], 'implementing', true],
    ['started by the author alone', [submit(), approve('one', 'ada'), start()], 'implementing', true],
    ['started, then rejected', [submit(), approve(), start(), reject()], 'rejected', false],
    ['started before it was approved again', [submit(), approve(), start(), step('revoke'), approve('one', 'bob', { note: 'x' })], 'approved', true],
    ['another revision started', [submit(), approve(), start(), submit('two'), approve('two')], 'approved', true, { file: 'two' }],
    ['a start of another repository', [submit(), approve(), elsewhere(start())], 'approved', true],
  ],
  'withdrawn and superseded': [
    ['withdrawn', [submit(), step('withdraw')], 'withdrawn', false],
    ['withdrawn though approved', [submit(), approve(), step('withdraw')], 'withdrawn', false],
    ['superseded', [submit(), approve(), step('supersede')], 'superseded', false],
    ['withdrawn, then submitted again', [submit(), step('withdraw'), submit()], 'submitted', false],
    ['withdrawn, approved afterwards', [submit(), step('withdraw'), approve()], 'withdrawn', false],
    ['withdrawn and the file edited', [submit(), step('withdraw')], 'withdrawn', false, { file: 'two' }],
  ],
  'archived': [
    ['archived', [submit(), approve(), archive()], 'archived', true],
    ['archived, without a file', [submit(), approve(), archive()], 'archived', true, { file: null }],
    ['archived, then the file edited', [submit(), approve(), archive()], 'archived', true, { file: 'two' }],
    ['archived, then revoked: it was approved at the time', [submit(), approve(), archive(), step('revoke')], 'archived', true],
    ['archived, then withdrawn', [submit(), approve(), archive(), step('withdraw')], 'archived', true],
    ['archived by the author alone', [submit(), approve('one', 'ada'), archive()], 'archived', true],
    ['archived on an unproven approval', [submit(), auto(), archive()], 'archived', false],
    ['archived without an approval', [submit(), archive()], 'submitted', false],
    ['archived before the approval', [submit(), archive(), approve()], 'approved', true],
    ['archived after a rejection', [submit(), approve(), reject(), archive()], 'rejected', false],
    ['archived with another digest', [submit(), approve(), submit('two'), archive('two')], 'approved', true],
    ['archived in another repository', [submit(), approve(), elsewhere(archive())], 'approved', true],
    ['archived, judged by rules that do not count its approval', [submit(), approve('one', 'ada'), archive()], 'submitted', false, { rules: team }],
  ],
}

describe.each(Object.entries(sections))('%s', (_section, rows) => {
  it.each(rows)('%s', (_name, steps, state, open, setting) => {
    const derived = derive(steps, setting)
    expect({ state: derived.state, open: derived.open }).toEqual({ state, open })
  })
})

describe('what else is told', () => {
  it('lists every approval, counted or not, with the reason', () => {
    const { approvals } = derive([submit(), approve(), submit('two'), elsewhere(approve('two')), approve('two')], { file: 'two' })
    expect(approvals.map(({ counted, why, rung, actor }) => ({ counted, why, rung, actor }))).toEqual([
      { counted: false, why: 'it is of another revision', rung: 'local', actor: 'git:bob@example.com' },
      { counted: false, why: 'it was given in another repository', rung: 'local', actor: 'git:bob@example.com' },
      { counted: true, why: undefined, rung: 'local', actor: 'git:bob@example.com' },
    ])
  })

  it('says why a local approval does not open the gate of a team', () => {
    expect(derive([submit(), approve()], { rules: { ...team, trust: 'forge' } }).notices).toEqual([
      expect.stringMatching(/^approval [0-9a-f]{12} does not count: its rung local is below forge, which origin\/main asks for$/),
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
    ['somebody not in OWNERS', [submit(), approve('one', 'eve')], { rules: team }, /not named in OWNERS on origin\/main/],
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
