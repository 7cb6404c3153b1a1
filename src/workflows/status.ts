import { PlansError } from '../core/errors.ts'
import { readHold } from '../store/session.ts'
import { findPlan } from './find-plan.ts'
import { remedyFor } from './next-step.ts'
import { openProject, type Project } from './project.ts'
import { type PlanStanding, type PlansReading, readPlans } from './read-plans.ts'
import type { World } from './world.ts'

/** Where one stands, and the one thing to do next. */
export interface Status {
  branch: string
  /** Where the rules of approval come from. */
  base: string
  plan: PlanStanding | undefined
  /** Why the work tree is held read-only; undefined where it is not. */
  held: string | undefined
  notices: string[]
  next: string
}

export async function readStatus(world: World, named: string | undefined): Promise<Status> {
  const project = await openProject(world)
  const reading = await readPlans(project)
  const { plan, why } = await findOrSay(project, reading, named)
  const merged = await findMerged(project, reading)
  const faults = reading.faults.map(({ path, fault }) => `${path} is left out: ${fault.message}`)
  return {
    branch: project.branch,
    base: reading.rules.rules.base,
    plan,
    held: findHeld(project, plan),
    notices: [...(why?.details ?? []), ...project.policy.notices, ...faults, ...merged.map(describeMerged)],
    next: findNext(reading, plan, why, merged),
  }
}

async function findOrSay(
  project: Project,
  reading: PlansReading,
  named: string | undefined,
): Promise<{ plan?: PlanStanding; why?: PlansError }> {
  try {
    return { plan: await findPlan(project, reading, { named }) }
  } catch (error) {
    // Without a name it is an answer, not a fault, that there is no plan or more than one.
    if (named === undefined && error instanceof PlansError && error.code.startsWith('plan-')) return { why: error }
    throw error
  }
}

function findHeld(project: Project, plan: PlanStanding | undefined): string | undefined {
  const hold = readHold(project.repository.stateFolder)
  if (hold) return `since ${hold.since} by ${hold.by}; \`plans exit\` leaves`
  if (!project.policy.plan.enabled || plan?.derived.open) return undefined
  if (project.world.environment['PLANS_MODE'] === 'plan') return 'by PLANS_MODE=plan, until a plan is approved'
  return project.policy.defaultMode === 'plan' ? 'by `defaultMode: plan`, until a plan is approved' : undefined
}

function findNext(
  { rules }: PlansReading,
  plan: PlanStanding | undefined,
  why: PlansError | undefined,
  merged: PlanStanding[],
): string {
  const done = merged.find(({ id }) => plan === undefined || id === plan.id)
  if (done) return `plans archive ${done.id}`
  if (plan) return remedyFor(plan, rules.rules)
  // The candidates are listed above it; which of them is meant is for the person to say.
  return why?.code === 'plan-none' ? 'plans new "<title>"' : 'plans status <plan>'
}

function describeMerged({ id, branch }: PlanStanding): string {
  return `${branch} is merged: \`plans archive ${id}\` closes its plan`
}

/** Open plans whose branch has nothing left that the base does not have. */
async function findMerged(project: Project, { plans, rules }: PlansReading): Promise<PlanStanding[]> {
  const base = rules.base?.ref
  if (base === undefined) return []
  const open = plans.filter(({ derived }) => derived.open && derived.state !== 'archived')
  const merged = await Promise.all(open.map((plan) => isMerged(project, base, plan)))
  return open.filter((_, index) => merged[index])
}

async function isMerged(project: Project, base: string, { branch, derived }: PlanStanding): Promise<boolean> {
  const { git } = project.repository
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `refs/heads/${branch}^{commit}`]
  const tip = (await git.run(args, { okExitCodes: [1, 128] })).trim()
  // A branch that never left its base has no work to archive.
  if (tip === '' || tip === derived.approved?.base) return false
  return git.succeeds(['merge-base', '--is-ancestor', tip, base])
}
