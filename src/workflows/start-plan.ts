import { PlansError } from '../core/errors.ts'
import type { Actor, LedgerRecord } from '../core/ledger/record.ts'
import { appendDecision, submitOf } from './decide-plan.ts'
import { remedyFor } from './next-step.ts'
import type { Project } from './project.ts'
import type { PlanStanding, PlansReading } from './read-plans.ts'

/** Work begins: only with an open gate; a second start writes nothing. */
export async function startPlan(
  project: Project,
  reading: PlansReading,
  plan: PlanStanding,
  options: { via: Actor['via']; agent?: string },
): Promise<LedgerRecord> {
  const { state, open } = plan.derived
  if (!open || state === 'archived')
    throw new PlansError(
      'failed',
      'gate-closed',
      `Plan ${plan.id} is ${state}; work starts when it is approved.`,
      remedyFor(plan, reading.rules.rules),
    )
  const standing = plan.entries.findLast(({ record }) => record.kind === 'start' && record.digest === plan.digest)
  if (state === 'implementing' && standing) return standing.record
  return appendDecision(project, reading, submitOf(plan), { kind: 'start', ...options })
}
