import { PlansError } from '../core/errors.ts'
import type { LedgerRecord } from '../core/ledger/record.ts'
import { appendDecision, submitOf } from './decide-plan.ts'
import type { Project } from './project.ts'
import type { PlanStanding, PlansReading } from './read-plans.ts'

export interface RejectOptions {
  via: 'tty' | 'cli' | 'dialog'
  /** In the person's words; goes back to the agent. */
  reason: string
  agent?: string
}

/** A no: mode, plan and the agent's rights stay as they were (C26). */
export async function rejectPlan(
  project: Project,
  reading: PlansReading,
  plan: PlanStanding,
  options: RejectOptions,
): Promise<LedgerRecord> {
  if (options.reason.trim() === '')
    throw new PlansError(
      'usage',
      'reason-missing',
      'Expected a reason, got none.',
      'plans reject --reason "<what to change>"',
    )
  return appendDecision(project, reading, submitOf(plan), {
    kind: 'reject',
    via: options.via,
    ...(options.agent === undefined ? {} : { agent: options.agent }),
    extra: { note: options.reason },
  })
}
