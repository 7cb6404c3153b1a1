import type { ApprovalRules } from '../ledger/approval-rules.ts'
import { type Bench, type Eligibility, evaluateApproval } from '../ledger/eligibility.ts'
import type { LedgerEntry, LedgerRecord } from '../ledger/record.ts'
import type { PlanState, Rung } from './plan.ts'

export interface DeriveInput {
  plan: string
  /** The ledger, oldest first; records of other plans are skipped. */
  entries: readonly LedgerEntry[]
  /** Digest of the working file; undefined without one, then the last submitted revision stands. */
  present: string | undefined
  rules: ApprovalRules
  /** Principals of the authors of commits that touch the file; actors of submits are added here. */
  authors: readonly string[]
  /** Config `repository`. */
  repository: string
  /** Digest of the rules in force, to tell an approval that was given under others. */
  policy?: string
}

interface PlanApproval {
  id: string
  rung: Rung
  at: string
  digest: string
  actor: string
  /** Whether it is one of those that make up the state. */
  counted: boolean
  /** Why it is not. */
  why?: string
}

export interface DerivedPlan {
  state: PlanState
  /** Of the present digest where that was submitted, else the last one; 0 before the first submit. */
  revision: number
  digest: string | undefined
  /** The gate opens; for `archived` that is for verifying only. */
  open: boolean
  approvals: PlanApproval[]
  /** The approval that counts, and whose scope holds. */
  approved: LedgerRecord | undefined
  /** Last submit of the present digest, else the last submit. */
  submitted: LedgerRecord | undefined
  notices: string[]
}

/** The one place where a plan's state comes from; front matter is never asked. */
export function derivePlan(input: DeriveInput): DerivedPlan {
  const entries = input.entries.filter(({ record }) => record.plan === input.plan)
  const submits = entries.map(({ record }) => record).filter((record) => record.kind === 'submit')
  const digest = input.present ?? submits.at(-1)?.digest
  const submitted = submits.findLast((submit) => submit.digest === digest) ?? submits.at(-1)
  const bench = prepareBench(entries, submits, input)
  const archive = findArchive(entries, bench, input.repository)
  const closed = archive.verdict ? undefined : findClosing(entries)
  const judged = archive.verdict ?? evaluateDigest(entries, digest, bench)
  const verdict = closed ? withoutApprovals(judged, closed) : judged
  return {
    state: archive.verdict
      ? 'archived'
      : (closed ?? deriveState(entries, { digest, verdict, bench, repository: input.repository })),
    open: verdict.open,
    revision: submitted?.rev ?? 0,
    digest,
    approvals: listApprovals(entries, verdict, bench),
    approved: verdict.approved,
    submitted,
    notices: [...archive.notices, ...bench.notices, ...noticesOf(entries, verdict, { bench, policy: input.policy })],
  }
}

type Outcome = 'approved' | 'self-approved' | 'auto-approved'

interface Verdict {
  digest: string | undefined
  outcome: Outcome | undefined
  open: boolean
  approved: LedgerRecord | undefined
  counted: Map<string, Extract<Eligibility, { eligible: true }>>
  /** Approvals of this digest that do not count, by id. */
  refused: Map<string, string>
}

type PreparedBench = Bench & { notices: string[] }

function prepareBench(entries: LedgerEntry[], submits: LedgerRecord[], input: DeriveInput): PreparedBench {
  const byId = new Map(entries.map(({ record }) => [record.id, record]))
  const voided = new Set<string>()
  const notices: string[] = []
  for (const { record } of entries) {
    if (record.kind !== 'void' || record.request === undefined) continue
    const target = byId.get(record.request)
    // A note can only take trust away: to void a refusal would open a gate without anybody's yes.
    if (target?.kind === 'approve' || target?.kind === 'submit') voided.add(target.id)
    else notices.push(`void ${record.id.slice(0, 12)} is ignored: only a submit or an approval can be declared void`)
  }
  const authors = new Set([...input.authors, ...submits.map((submit) => submit.actor.id)])
  return {
    rules: input.rules,
    authors,
    repository: input.repository,
    submits: new Map(submits.map((submit) => [submit.id, submit])),
    voided,
    notices,
  }
}

/** An archive record closes a plan only if, at its time, the approvals it rests on were there. */
function findArchive(
  entries: LedgerEntry[],
  bench: PreparedBench,
  repository: string,
): { verdict: Verdict | undefined; notices: string[] } {
  const notices: string[] = []
  for (const [index, { record }] of entries.entries()) {
    if (record.kind !== 'archive') continue
    const verdict = evaluateDigest(entries.slice(0, index), record.digest, bench)
    if (verdict.outcome !== undefined && record.subject.repo === repository) return { verdict, notices }
    const why = verdict.outcome === undefined ? 'no eligible approval came before it' : 'it is of another repository'
    notices.push(`archive ${record.id.slice(0, 12)} is ignored: ${why}`)
  }
  return { verdict: undefined, notices }
}

function deriveState(
  entries: LedgerEntry[],
  found: { digest: string | undefined; verdict: Verdict; bench: Bench; repository: string },
): PlanState {
  const { digest, verdict, bench } = found
  if (verdict.outcome !== undefined)
    return hasStart(entries, verdict, found.repository) ? 'implementing' : verdict.outcome
  if (isRejected(entries, digest)) return 'rejected'
  if (hasOtherApproved(entries, digest, bench)) return 'stale'
  return [...bench.submits.values()].some((submit) => submit.digest === digest) ? 'submitted' : 'draft'
}

function findClosing(entries: LedgerEntry[]): 'withdrawn' | 'superseded' | undefined {
  const last = entries.findLast(({ record }) => ['submit', 'withdraw', 'supersede'].includes(record.kind))?.record.kind
  if (last === 'withdraw') return 'withdrawn'
  return last === 'supersede' ? 'superseded' : undefined
}

function withoutApprovals(verdict: Verdict, closed: string): Verdict {
  const refused = new Map(verdict.refused)
  for (const id of verdict.counted.keys()) refused.set(id, `the plan is ${closed}`)
  return { digest: verdict.digest, outcome: undefined, open: false, approved: undefined, counted: new Map(), refused }
}

/** Only a new submit lifts a rejection: a revoke takes a yes back, never a no. */
function isRejected(entries: LedgerEntry[], digest: string | undefined): boolean {
  const word = entries.findLast(
    ({ record: { kind, digest: of } }) => of === digest && (kind === 'submit' || kind === 'reject'),
  )
  return word?.record.kind === 'reject'
}

function hasStart(entries: LedgerEntry[], verdict: Verdict, repository: string): boolean {
  const first = entries.findIndex(({ record }) => verdict.counted.has(record.id))
  return entries
    .slice(first)
    .some(
      ({ record: { kind, digest, subject } }) =>
        kind === 'start' && digest === verdict.digest && subject.repo === repository,
    )
}

function hasOtherApproved(entries: LedgerEntry[], digest: string | undefined, bench: Bench): boolean {
  const others = new Set(
    entries
      .filter(({ record }) => record.kind === 'approve' && record.digest !== digest)
      .map(({ record }) => record.digest),
  )
  return [...others].some((other) => evaluateDigest(entries, other, bench).counted.size > 0)
}

/** Rule 3: plays the decisions on one digest in their order. */
function evaluateDigest(entries: LedgerEntry[], digest: string | undefined, bench: Bench): Verdict {
  const counted: Verdict['counted'] = new Map()
  const refused: Verdict['refused'] = new Map()
  const rejected = new Set<string>()
  for (const entry of entries) {
    const { record } = entry
    if (record.digest !== digest) continue
    if (record.kind === 'reject' || record.kind === 'revoke') {
      for (const id of counted.keys()) refused.set(id, `a later ${record.kind} took it back`)
      counted.clear()
      // A rejected request is answered for good; a revoked approval leaves it open for another one.
      if (record.kind === 'reject') closeRequests(rejected, bench, record)
    }
    if (record.kind !== 'approve') continue
    const eligibility = evaluateApproval(entry, bench)
    const why = eligibility.eligible
      ? findAnswered(record, eligibility, { entries, counted, rejected, bench })
      : eligibility.why
    if (why === undefined && eligibility.eligible) counted.set(record.id, eligibility)
    else refused.set(record.id, why ?? '')
  }
  return { digest, counted, refused, ...judge(entries, counted, bench.rules) }
}

function closeRequests(rejected: Set<string>, bench: Bench, reject: LedgerRecord): void {
  for (const submit of bench.submits.values())
    if (submit.digest === reject.digest && submit.seq < reject.seq) rejected.add(submit.id)
}

/** One request, one answer: none after a rejection, one a person, none once the plan is approved by others. */
function findAnswered(
  record: LedgerRecord,
  eligibility: Extract<Eligibility, { eligible: true }>,
  past: { entries: LedgerEntry[]; counted: Verdict['counted']; rejected: Set<string>; bench: Bench },
): string | undefined {
  if (record.request !== undefined && past.rejected.has(record.request)) return 'the request it answers was rejected'
  const before = [...past.counted.values()].filter(({ as }) => as !== 'auto')
  if (eligibility.as === 'auto' && past.counted.size > 0) return 'the request it answers has an answer already'
  if (before.some(({ person }) => person === eligibility.person)) return 'its approver has answered already'
  const others = before.filter(({ as }) => as === 'other')
  return others.length >= past.bench.rules.required ? 'the request it answers has an answer already' : undefined
}

function judge(
  entries: LedgerEntry[],
  counted: Verdict['counted'],
  rules: ApprovalRules,
): Pick<Verdict, 'outcome' | 'open' | 'approved'> {
  const proven = [...counted.values()].filter(({ as }) => as !== 'auto')
  const enough = (people: { person: string }[]): boolean =>
    new Set(people.map(({ person }) => person)).size >= rules.required
  const approved = entries.findLast(({ record }) => counted.has(record.id) && isProven(counted.get(record.id)))
  if (enough(proven)) {
    const outcome = proven.every(({ as }) => as === 'self') ? 'self-approved' : 'approved'
    return { outcome, open: true, approved: approved?.record }
  }
  if (!enough([...counted.values()])) return { outcome: undefined, open: false, approved: undefined }
  const auto = entries.findLast(({ record }) => counted.has(record.id))
  return { outcome: 'auto-approved', open: rules.allowAuto, approved: auto?.record }
}

function isProven(eligibility: Eligibility | undefined): boolean {
  return eligibility?.eligible === true && eligibility.as !== 'auto'
}

function listApprovals(entries: LedgerEntry[], verdict: Verdict, bench: Bench): PlanApproval[] {
  return entries
    .filter(({ record }) => record.kind === 'approve')
    .map((entry) => {
      const { id, at, digest, actor } = entry.record
      const counted = verdict.counted.has(id)
      const { rung } = evaluateApproval(entry, bench)
      const late = digest === verdict.digest
      const why = verdict.refused.get(id) ?? (late ? 'it came after the archive' : 'it is of another revision')
      return { id, rung, at, digest, actor: actor.id, counted, ...(counted ? {} : { why }) }
    })
}

function noticesOf(
  entries: LedgerEntry[],
  verdict: Verdict,
  { bench, policy }: { bench: Bench; policy: string | undefined },
): string[] {
  const notices = [...verdict.refused].map(([id, why]) => `approval ${id.slice(0, 12)} does not count: ${why}`)
  const missing = bench.rules.required - verdict.counted.size
  if (verdict.outcome === undefined && verdict.counted.size > 0 && missing > 0)
    notices.push(`${verdict.counted.size} of ${bench.rules.required} approvals are there`)
  if (verdict.outcome === 'auto-approved' && !verdict.open)
    notices.push('no dialog was proven for the approval, and `headless.autoApprove` is off')
  const other = entries.some(
    ({ record }) => verdict.counted.has(record.id) && record.policy !== undefined && record.policy !== policy,
  )
  if (policy !== undefined && other)
    notices.push(`the approval was given under other rules than those on ${bench.rules.base} now`)
  return notices
}
