import { PlansError } from '../core/errors.ts'
import { formatDigested } from '../core/plan/digest.ts'
import { readPlanText } from '../store/ledger.ts'
import { remedyFor } from './next-step.ts'
import type { Project } from './project.ts'
import type { PlanStanding, PlansReading } from './read-plans.ts'

/**
 * What an executor is given: exactly the digested bytes of the approved revision, from the ledger, so that no file that
 * moved meanwhile slips in.
 */
export async function readPrompt(project: Project, reading: PlansReading, plan: PlanStanding): Promise<string> {
  const { approved, open, state } = plan.derived
  if (open && approved) return formatDigested(await readPlanText(project.repository, approved.blob))
  throw new PlansError(
    'failed',
    'gate-closed',
    `Plan ${plan.id} is ${state}; only an approved text is given to an executor.`,
    remedyFor(plan, reading.rules.rules),
  )
}
