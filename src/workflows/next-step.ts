import type { ApprovalRules } from '../core/ledger/approval-rules.ts'
import type { PlanStanding } from './read-plans.ts'

/** The one command that brings a plan on its way. */
export function remedyFor(plan: PlanStanding, rules: ApprovalRules): string {
  const { id, derived } = plan
  const { state, submitted, open } = derived
  switch (state) {
    case 'draft':
      return `plans submit ${id}`
    case 'stale':
      return submitted?.digest === plan.digest ? approveStep(plan, rules) : `plans submit ${id}`
    case 'submitted':
    case 'auto-approved':
      return approveStep(plan, rules)
    case 'rejected':
      return `Change the plan, then: plans submit ${id}`
    case 'approved':
    case 'self-approved':
      return open ? `plans start ${id}` : approveStep(plan, rules)
    case 'implementing':
      return submitted && open ? `plans verify --plan ${id}` : `plans submit ${id}`
    default:
      return 'plans new "<title>"'
  }
}

/** How this text gets approved, as far as this version can. */
export function approveStep({ id, digest }: PlanStanding, rules: ApprovalRules): string {
  if (!isReachable(rules)) return describeReach(rules)
  return `${rules.allowSelf ? '' : 'Ask somebody who is no author: '}plans approve ${id}@${digest}`
}

export function isReachable({ trust }: ApprovalRules): boolean {
  return trust === 'local' || trust === 'tty'
}

/** No command mends it: signatures and forges are not read yet, and who may ask for less is the base's affair. */
export function describeReach({ base, trust }: ApprovalRules): string {
  const place = base === 'local' ? 'the base' : base
  return `This version reaches the rungs local and tty only, and ${trust} is asked for: \`approvals.trust\` in the configuration on ${place} decides.`
}
