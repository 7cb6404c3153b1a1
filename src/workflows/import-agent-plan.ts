import { basename } from 'node:path'
import { PlansError } from '../core/errors.ts'
import { completePlan, parsePlan, replaceId } from '../core/plan/document.ts'
import { formatPlanId } from '../core/plan/identifier.ts'
import { formatPlanPath } from '../core/plan/location.ts'
import { firstHeading } from '../core/plan/markdown.ts'
import { resolveRealPath } from '../store/paths.ts'
import { replacePlanFile, writeNewPlanFile } from '../store/plans.ts'
import { type Project, workTreeOf } from './project.ts'
import { type PlanStanding, type PlansReading, readPlans } from './read-plans.ts'

export interface AgentPlan {
  text: string
  /** The agent's own file; left alone. */
  file: string | undefined
  /** Plan that this session submitted from the same file. */
  sessionPlan: string | undefined
}

export interface Imported {
  plan: PlanStanding
  reading: PlansReading
}

const open: ReadonlySet<string> = new Set(['draft', 'submitted', 'rejected', 'stale'])

/** Takes over the text that an agent wrote as its plan: under an id, below the plans directory, body kept. */
export async function importAgentPlan(project: Project, agent: AgentPlan): Promise<Imported> {
  const before = await readPlans(project)
  const known = findKnown(before, agent) ?? findInPlace(before, agent)
  const title = firstHeading(agent.text) ?? basename(agent.file ?? 'plan', '.md')
  const id = known?.id ?? formatPlanId(project.world.randomBytes(8))
  const text = completePlan(replaceId(agent.text, id), { id, title })
  writeText(project, { id, title, text }, known)
  const reading = await readPlans(project)
  const plan = reading.plans.find((each) => each.id === id)
  if (plan) return { plan, reading }
  throw new PlansError(
    'stale',
    'plan-moved',
    `Plan ${id} was moved away while it was written.`,
    'Leave plan mode again.',
  )
}

/** The text's own id if this repository knows it; else the session's plan, while it is neither approved nor closed. */
function findKnown({ plans }: PlansReading, agent: AgentPlan): PlanStanding | undefined {
  const { id } = parsePlan(agent.text)
  const own = plans.find((plan) => plan.id === id)
  if (own) return own
  return plans.find((plan) => plan.id === agent.sessionPlan && open.has(plan.derived.state))
}

/** An agent that wrote below our own directory wrote the plan itself. */
function findInPlace({ plans }: PlansReading, agent: AgentPlan): PlanStanding | undefined {
  if (agent.file === undefined) return undefined
  const real = resolveRealPath(agent.file)
  return plans.find((plan) => plan.file !== undefined && resolveRealPath(plan.file.absolute) === real)
}

function writeText(
  project: Project,
  plan: { id: string; title: string; text: string },
  known: PlanStanding | undefined,
): void {
  if (known?.file) {
    if (known.file.text !== plan.text) replacePlanFile(known.file.absolute, plan.text, known.file.text)
    return
  }
  const { directory } = project.config
  const date = project.world.now().toISOString().slice(0, 10)
  const { title } = parsePlan(plan.text)
  const path = formatPlanPath({ directory, branch: project.branch, date, title: title ?? plan.title, id: plan.id })
  writeNewPlanFile(workTreeOf(project), directory, path, plan.text)
}
