import type { ApprovalRules } from '../../../src/core/ledger/approval-rules.ts'
import type { LedgerEntry, RecordDraft, RecordKind } from '../../../src/core/ledger/record.ts'
import { type DerivedPlan, derivePlan } from '../../../src/core/plan/states.ts'
import { chainOf, planId, recordDraft, repositoryId, sha256 } from '../ledger/records.ts'

export const solo: ApprovalRules = {
  preset: 'solo',
  required: 1,
  allowSelf: true,
  trust: 'local',
  owners: [],
  allowAuto: false,
  base: 'local',
}
export const team: ApprovalRules = {
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
export interface Step {
  kind: RecordKind
  text: string
  by: string
  changes: Partial<RecordDraft>
  answers: number | undefined
  mine: boolean
}

export function step(kind: RecordKind, text = 'one', by = 'ada', changes: Partial<RecordDraft> = {}): Step {
  return { kind, text, by, changes, answers: undefined, mine: true }
}
export const submit = (text = 'one', by = 'ada'): Step => step('submit', text, by)
export const approve = (text = 'one', by = 'bob', changes: Partial<RecordDraft> = {}): Step =>
  step('approve', text, by, changes)
export const reject = (text = 'one', by = 'bob'): Step => step('reject', text, by)
export const start = (text = 'one'): Step => step('start', text)
export const archive = (text = 'one'): Step => step('archive', text)
export const auto = (text = 'one', by = 'ada'): Step =>
  approve(text, by, { actor: { id: `git:${by}@example.com`, via: 'dialog', agent: 'claude-code', interactive: false } })
export const dialog = (text = 'one', by = 'ada'): Step =>
  approve(text, by, { actor: { id: `git:${by}@example.com`, via: 'dialog', agent: 'claude-code', interactive: true } })
/** The answer names the record at this place in the story, not the last submit. */
export const answering = (answers: number, answer: Step): Step => ({ ...answer, answers })
export const elsewhere = (answer: Step): Step => ({ ...answer, changes: { subject: { repo: 'other' } } })

const revisions: Record<string, number> = { one: 1, two: 2, three: 3 }

export function tell(steps: Step[]): LedgerEntry[] {
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

export interface Setting {
  /** Text of the working file; null: no file. The first revision unless told otherwise. */
  file?: string | null
  rules?: ApprovalRules
  authors?: string[]
}

export function derive(steps: Step[], { file = 'one', rules = solo, authors = [] }: Setting = {}): DerivedPlan {
  return derivePlan({
    plan: planId,
    entries: tell(steps),
    present: file === null ? undefined : sha256(file),
    rules,
    authors,
    repository: repositoryId,
  })
}
