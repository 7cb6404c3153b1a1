import { rmSync } from 'node:fs'
import { PlansError } from '../core/errors.ts'
import type { Actor, Archived, LedgerRecord } from '../core/ledger/record.ts'
import { digestPlan } from '../core/plan/digest.ts'
import { readDiffStatistics } from '../store/base.ts'
import { readPlanFile } from '../store/plans.ts'
import { sha256 } from '../store/sha256.ts'
import { appendDecision, submitOf } from './decide-plan.ts'
import { emptyTreeOf, findCommit, requireCommit } from './find-commit.ts'
import { findCommits, type Project } from './project.ts'
import type { PlanStanding, PlansReading } from './read-plans.ts'

interface ArchiveOptions {
  via: Actor['via']
  /** Merge commit that brought the work in; else the commits since the base. */
  commit?: string | undefined
  pr?: number | undefined
}

/** What was carried out, beside the plan it came from. Only where the gate is open. */
export async function archivePlan(
  project: Project,
  reading: PlansReading,
  plan: PlanStanding,
  options: ArchiveOptions,
): Promise<LedgerRecord> {
  throwOnClosed(plan)
  const submit = submitOf(plan)
  const range = await findRange(project, reading, plan, options.commit)
  const approvers = plan.derived.approvals.filter(({ counted }) => counted).map(({ actor }) => actor)
  const archived: Archived = {
    commits: await listCommits(project, range),
    approvers: [...new Set(approvers)],
    ...(await readDiffStatistics(project.repository, range.from ?? (await emptyTreeOf(project)), range.to)),
  }
  return appendDecision(project, reading, submit, {
    kind: 'archive',
    via: options.via,
    subject: {
      ...(options.pr === undefined ? {} : { pr: options.pr }),
      ...(options.commit === undefined ? {} : { commit: range.to }),
    },
    extra: { archived },
  })
}

/** Removes the working file while it still holds the approved text. True when it is gone. */
export function removeArchived(plan: PlanStanding): boolean {
  if (!plan.file || digestPlan(readPlanFile(plan.file.absolute), sha256) !== plan.derived.approved?.digest) return false
  rmSync(plan.file.absolute)
  return true
}

function throwOnClosed({ id, derived }: PlanStanding): void {
  if (derived.open && derived.state !== 'archived') return
  throw new PlansError(
    'failed',
    derived.state === 'archived' ? 'plan-archived' : 'gate-closed',
    `Plan ${id} is ${derived.state}; only an approved plan can be archived.`,
    derived.state === 'archived' ? `plans show ${id}` : `plans status ${id}`,
  )
}

interface Range {
  /** Absent: everything up to `to`, first commit included. */
  from: string | undefined
  to: string
  merge: boolean
}

/** Without a base, or on it, the work is what came after the approval. */
async function findRange(
  project: Project,
  { rules }: PlansReading,
  { derived }: PlanStanding,
  commit: string | undefined,
): Promise<Range> {
  if (commit !== undefined) {
    const to = await requireCommit(project, commit)
    return { from: await findCommit(project, `${to}^1`), to, merge: true }
  }
  const to = await requireCommit(project, 'HEAD')
  const base = rules.base ? (await findCommits(project, rules.base)).base : undefined
  if (base !== undefined && base !== to) return { from: base, to, merge: false }
  return { from: derived.approved?.base ?? derived.approved?.head, to, merge: false }
}

async function listCommits({ repository }: Project, { from, to, merge }: Range): Promise<string[]> {
  if (merge) return [to]
  const exclude = from === undefined ? [] : [`^${from}`]
  const output = await repository.git.run(['rev-list', '--reverse', '--end-of-options', to, ...exclude])
  return output.split('\n').filter((line) => line !== '')
}
