import { PlansError } from '../core/errors.ts'
import { formatDigested } from '../core/plan/digest.ts'
import { readPlanText } from '../store/ledger.ts'
import type { Project } from './project.ts'
import type { PlanStanding } from './read-plans.ts'

/**
 * What an executor is given: exactly the digested bytes of the approved revision, from the ledger, so that no file that
 * moved meanwhile slips in.
 */
export async function readPrompt(project: Project, plan: PlanStanding): Promise<string> {
  const { approved, open, state } = plan.derived
  if (open && approved) return formatDigested(await readPlanText(project.repository, approved.blob))
  throw new PlansError(
    'failed',
    'gate-closed',
    `Plan ${plan.id} is ${state}; only an approved text is given to an executor.`,
    remedyFor(plan),
  )
}

/** The one command that brings a plan on its way. */
export function remedyFor({ id, derived, digest }: PlanStanding): string {
  const { state, submitted } = derived
  switch (state) {
    case 'draft':
    case 'stale':
      return `plans submit ${id}`
    case 'submitted':
    case 'auto-approved':
      return `plans approve ${id}@${digest}`
    case 'rejected':
      return `Change the plan, then: plans submit ${id}`
    case 'approved':
    case 'self-approved':
      return derived.open ? `plans start ${id}` : `Ask somebody who is no author: plans approve ${id}@${digest}`
    case 'implementing':
      return submitted && derived.open ? `plans verify --plan ${id}` : `plans submit ${id}`
    default:
      return 'plans new "<title>"'
  }
}
