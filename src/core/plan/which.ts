import type { PlanState } from './plan.ts'

export interface PlanCandidate {
  id: string
  title: string
  /** Relative to the repository root; null when only the ledger has the plan. */
  path: string | null
  branch: string | null
  state: PlanState
}

export interface WhichInput {
  plans: readonly PlanCandidate[]
  branch: string
  /** `--plan` or the argument: id, unique prefix of it, or path. */
  named?: string | undefined
  /** `PLANS_PLAN`. */
  environment?: string | undefined
  /** Values of the `Plan-Id:` trailers in base..HEAD. */
  trailers?: readonly string[]
  /** The plan that this agent session submitted. */
  session?: string | undefined
}

export type WhichReason = 'unknown' | 'ambiguous' | 'trailers-differ' | 'several' | 'none'

export type Which = { plan: string } | { candidates: PlanCandidate[]; reason: WhichReason }

/** The plan that is meant, by the same order for hook, command line and Action. Never "the newest". */
export function resolvePlan(input: WhichInput): Which {
  if (input.named !== undefined) return findNamed(input.plans, input.named)
  return (
    findFromEnvironment(input) ??
    findFromTrailers(input) ??
    findFromSession(input) ??
    findOnBranch(input.plans, input.branch)
  )
}

const closedStates: readonly PlanState[] = ['archived', 'withdrawn', 'superseded']

function isOpen(plan: PlanCandidate): boolean {
  return !closedStates.includes(plan.state)
}

function findNamed(plans: readonly PlanCandidate[], named: string): Which {
  const id = named.toLowerCase()
  const path = named.replace(/^\.\//, '')
  const exact = plans.find((plan) => plan.id === id) ?? plans.find((plan) => plan.path === path)
  if (exact) return { plan: exact.id }
  const [found, ...more] = id === '' ? [] : plans.filter((plan) => plan.id.startsWith(id))
  if (!found) return { candidates: [...plans], reason: 'unknown' }
  return more.length === 0 ? { plan: found.id } : { candidates: [found, ...more], reason: 'ambiguous' }
}

/** Left over from another branch the variable must not decide, so it is passed over in silence. */
function findFromEnvironment({ plans, branch, environment }: WhichInput): Which | undefined {
  if (!environment) return undefined
  const found = findNamed(plans, environment)
  if (!('plan' in found)) return undefined
  return plans.some((plan) => plan.id === found.plan && plan.branch === branch) ? found : undefined
}

/** Of several the open one is meant: a branch may carry the trailers of plans that are done. */
function findFromTrailers({ plans, trailers = [] }: WhichInput): Which | undefined {
  const ids = new Set(trailers.map((trailer) => trailer.trim().toLowerCase()))
  const named = plans.filter((plan) => ids.has(plan.id))
  const open = named.filter(isOpen)
  const [found, ...more] = open.length > 0 ? open : named
  if (!found) return undefined
  return more.length === 0 ? { plan: found.id } : { candidates: [found, ...more], reason: 'trailers-differ' }
}

function findFromSession({ plans, session }: WhichInput): Which | undefined {
  return plans.some((plan) => plan.id === session) && session !== undefined ? { plan: session } : undefined
}

function findOnBranch(plans: readonly PlanCandidate[], branch: string): Which {
  const [found, ...more] = plans.filter((plan) => isOpen(plan) && plan.branch === branch)
  if (found && more.length === 0) return { plan: found.id }
  return found
    ? { candidates: [found, ...more], reason: 'several' }
    : { candidates: plans.filter(isOpen), reason: 'none' }
}
