import { PlansError } from '../core/errors.ts'
import type { Actor, LedgerRecord, RecordDraft, RecordKind, Subject } from '../core/ledger/record.ts'
import { appendRecord, readPlanText } from '../store/ledger.ts'
import { actorOf, findCommits, type Project, subjectOf } from './project.ts'
import type { PlanStanding, PlansReading } from './read-plans.ts'

interface Decided {
  kind: RecordKind
  via: Actor['via']
  /** False where a dialog was not proven. */
  interactive?: boolean
  agent?: string
  /** Beside repository and branch: what the decision is about. */
  subject?: Partial<Pick<Subject, 'pr' | 'commit'>>
  extra?: Partial<Pick<RecordDraft, 'mode' | 'edited' | 'note' | 'executionTarget' | 'archived'>>
}

/** The submit that a decision answers: of the present text, or nothing was put before anybody. */
export function submitOf(plan: PlanStanding): LedgerRecord {
  const { submitted } = plan.derived
  if (submitted && isSubmitted(plan)) return submitted
  throw new PlansError(
    'failed',
    'not-submitted',
    `The present text of plan ${plan.id} was not submitted.`,
    `plans submit ${plan.id}`,
  )
}

export function isSubmitted({ derived, digest }: PlanStanding): boolean {
  return derived.submitted?.digest === digest
}

/** Appends what was decided about the submit: the record repeats what it answers, so that it holds by itself. */
export async function appendDecision(
  project: Project,
  reading: PlansReading,
  submit: LedgerRecord,
  decided: Decided,
): Promise<LedgerRecord> {
  const actor = await actorOf(project, decided.via, decided.agent)
  const draft: RecordDraft = {
    v: 1,
    kind: decided.kind,
    plan: submit.plan,
    rev: submit.rev,
    alg: submit.alg,
    digest: submit.digest,
    blob: submit.blob,
    ...(await findCommits(project, reading.rules.base)),
    ...(submit.scope ? { scope: submit.scope } : {}),
    request: submit.id,
    actor: decided.interactive === undefined ? actor : { ...actor, interactive: decided.interactive },
    subject: { ...subjectOf(project), ...decided.subject },
    policy: reading.rules.digest,
    ...decided.extra,
    at: project.world.now().toISOString(),
  }
  const text = await readPlanText(project.repository, submit.blob)
  return (await appendRecord(project.repository, project.ref, draft, text)).record
}
