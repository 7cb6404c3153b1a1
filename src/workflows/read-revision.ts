import { PlansError } from '../core/errors.ts'
import type { LedgerRecord } from '../core/ledger/record.ts'
import { readPlanText } from '../store/ledger.ts'
import type { Project } from './project.ts'
import { deriveAs, type PlanStanding, type PlansReading } from './read-plans.ts'

/** An earlier text of a plan, to be compared with the present one. */
export interface Revision {
  rev: number
  text: string
}

/** The revision whose digest begins so; undefined where the ledger does not know it. */
export function readRevision(project: Project, plan: PlanStanding, digest: string): Promise<Revision | undefined> {
  return readOf(project, plan.entries.findLast(({ record }) => record.digest.startsWith(digest))?.record)
}

/** The revision that was approved last, if it is another text than the present one. */
export async function readApproved(
  project: Project,
  reading: PlansReading,
  plan: PlanStanding,
): Promise<Revision | undefined> {
  const digests = plan.entries.filter(({ record }) => record.kind === 'approve').map(({ record }) => record.digest)
  for (const digest of new Set(digests.toReversed())) {
    if (digest === plan.digest) continue
    const { approved } = await deriveAs(project, reading.rules, plan, digest)
    if (approved) return readOf(project, approved)
  }
  return undefined
}

async function readOf(project: Project, record: LedgerRecord | undefined): Promise<Revision | undefined> {
  if (!record) return undefined
  try {
    return { rev: record.rev, text: await readPlanText(project.repository, record.blob) }
  } catch (error) {
    // A comparison helps; that it cannot be had is no reason to refuse.
    if (error instanceof PlansError) return undefined
    throw error
  }
}
