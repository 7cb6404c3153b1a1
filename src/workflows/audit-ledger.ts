import type { ChainFault } from '../core/ledger/chain.ts'
import type { LedgerEntry, LedgerRecord } from '../core/ledger/record.ts'
import { auditLedger, readLedger } from '../store/ledger.ts'
import { requireCommit } from './find-commit.ts'
import { openProject, type Project } from './project.ts'
import { type PlanStanding, readPlans } from './read-plans.ts'
import { readPlansAt } from './read-plans-at.ts'
import type { World } from './world.ts'

export async function listRecords(world: World): Promise<LedgerRecord[]> {
  const project = await openProject(world)
  return (await readLedger(project.repository, project.ref)).map(({ record }) => record)
}

export interface Audit {
  ref: string
  /** Commit at the end of the chain, to be compared with another clone's; null without a ledger. */
  tip: string | null
  records: number
  plans: number
  faults: ChainFault[]
}

/** Chain, sequence, digests and trees: every byte. */
export async function verifyLedger(world: World): Promise<Audit> {
  const project = await openProject(world)
  const { entries, faults } = await auditLedger(project.repository, project.ref)
  return {
    ref: project.ref,
    tip: entries.at(-1)?.commit ?? null,
    records: entries.length,
    plans: new Set(entries.map(({ record }) => record.plan)).size,
    faults,
  }
}

/** The plan that a commit carries out, and how that is known. */
export interface CommitPlan {
  plan: PlanStanding
  by: 'archive' | 'trailer' | 'merge'
}

export interface CommitAudit {
  commit: string
  subject: string
  plans: CommitPlan[]
}

export async function auditCommit(world: World, name: string): Promise<CommitAudit> {
  const project = await openProject(world)
  const commit = await requireCommit(project, name)
  const format = '--format=%s%x00%(trailers:key=Plan-Id,valueonly,separator=%x0A)'
  const output = await project.repository.git.run(['log', '--max-count=1', format, '--end-of-options', commit])
  const [subject = '', trailers = ''] = output.split('\0')
  const ids = new Set(trailers.split('\n').map((line) => line.trim().toLowerCase()))
  const { plans } = project.repository.bare ? await readPlansAt(project, commit) : await readPlans(project)
  const found = await Promise.all(plans.map((plan) => findLink(project, plan, commit, ids)))
  return {
    commit,
    subject,
    plans: plans.flatMap((plan, index) => {
      const by = found[index]
      return by ? [{ plan, by }] : []
    }),
  }
}

async function findLink(
  project: Project,
  { id, entries, derived }: PlanStanding,
  commit: string,
  trailers: ReadonlySet<string>,
): Promise<CommitPlan['by'] | undefined> {
  const archives = derived.state === 'archived' ? entries.filter(({ record }) => record.kind === 'archive') : []
  if (archives.some(({ record }) => record.archived?.commits.includes(commit))) return 'archive'
  if (trailers.has(id)) return 'trailer'
  const merges = archives.flatMap(({ record }) => record.subject.commit ?? [])
  const within = await Promise.all(merges.map((merge) => isBroughtBy(project, commit, merge)))
  return within.includes(true) ? 'merge' : undefined
}

/** Came in with that merge: reachable from it, and not from its first parent. */
async function isBroughtBy({ repository: { git } }: Project, commit: string, merge: string): Promise<boolean> {
  if (!(await git.succeeds(['merge-base', '--is-ancestor', commit, merge]))) return false
  return !(await git.succeeds(['merge-base', '--is-ancestor', commit, `${merge}^1`]))
}

export function approvalsOf({ plan }: CommitPlan): LedgerEntry['record'][] {
  const counted = new Set(plan.derived.approvals.filter((approval) => approval.counted).map(({ id }) => id))
  return plan.entries.map(({ record }) => record).filter(({ id }) => counted.has(id))
}
