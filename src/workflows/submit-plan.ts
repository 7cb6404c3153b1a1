import { PlansError } from '../core/errors.ts'
import type { Actor, LedgerRecord, RecordDraft } from '../core/ledger/record.ts'
import type { CheckFinding } from '../core/plan/check.ts'
import { digestAlgorithm } from '../core/plan/digest.ts'
import { appendRecord, hashPlanText } from '../store/ledger.ts'
import { throwOnFindings } from './check-text.ts'
import { actorOf, findCommits, type Project, subjectOf } from './project.ts'
import type { PlanStanding, PlansReading } from './read-plans.ts'

export interface SubmitOptions {
  via: Actor['via']
  agent?: string
  allowSecretLines?: number[]
  note?: string
  edited?: boolean
}

export interface Submitted {
  record: LedgerRecord
  /** Warnings; errors refuse the submit. */
  findings: CheckFinding[]
  /** False where this text was submitted and is undecided, or stands approved: nothing is written twice. */
  appended: boolean
  /** Git ignores the file, so that it will not travel with the branch. */
  ignored: boolean
}

/** Puts the present text of a plan before whoever approves: the exact bytes go to the ledger first. */
export async function submitPlan(
  project: Project,
  reading: PlansReading,
  plan: PlanStanding,
  options: SubmitOptions,
): Promise<Submitted> {
  const { state, submitted } = plan.derived
  const findings = throwOnFindings(plan.id, plan.text, {
    fileName: plan.file?.path ?? plan.id,
    ...(options.allowSecretLines ? { allowSecretLines: options.allowSecretLines } : {}),
  })
  throwOnClosed(plan)
  const ignored = await isIgnored(project, plan)
  if (submitted?.digest === plan.digest && standing.has(state))
    return { record: submitted, findings, appended: false, ignored }
  const draft = await draftOf(project, reading, plan, options)
  const { record } = await appendRecord(project.repository, project.ref, draft, plan.text)
  return { record, findings, appended: true, ignored }
}

const standing: ReadonlySet<string> = new Set([
  'submitted',
  'stale',
  'approved',
  'self-approved',
  'auto-approved',
  'implementing',
])

function throwOnClosed(plan: PlanStanding): void {
  if (plan.derived.state !== 'archived') return
  throw new PlansError(
    'failed',
    'plan-archived',
    `Plan ${plan.id} is archived.`,
    'Begin another one with `plans new "<title>"`.',
  )
}

async function draftOf(
  project: Project,
  reading: PlansReading,
  plan: PlanStanding,
  options: SubmitOptions,
): Promise<RecordDraft> {
  const submits = plan.entries.map(({ record }) => record).filter(({ kind }) => kind === 'submit')
  const last = submits.at(-1)
  return {
    v: 1,
    kind: 'submit',
    plan: plan.id,
    rev: (last?.rev ?? 0) + 1,
    alg: digestAlgorithm,
    digest: plan.digest,
    blob: await hashPlanText(project.repository, plan.text),
    ...(last ? { parent: last.digest } : {}),
    ...(await findCommits(project, reading.rules.base)),
    ...(plan.scope ? { scope: plan.scope } : {}),
    actor: await actorOf(project, options.via, options.agent),
    subject: subjectOf(project),
    policy: reading.rules.digest,
    ...(options.edited ? { edited: true } : {}),
    ...(options.note === undefined ? {} : { note: options.note }),
    at: project.world.now().toISOString(),
  }
}

async function isIgnored(project: Project, plan: PlanStanding): Promise<boolean> {
  if (!plan.file) return false
  return project.repository.git.succeeds(['check-ignore', '--quiet', '--', plan.file.path])
}
