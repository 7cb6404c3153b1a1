import { basename } from 'node:path'
import { PlansError } from '../core/errors.ts'
import { digestPlan } from '../core/plan/digest.ts'
import { adoptFrontMatter, completePlan, parsePlan, replaceId } from '../core/plan/document.ts'
import { formatPlanId } from '../core/plan/identifier.ts'
import { formatPlanPath } from '../core/plan/location.ts'
import { firstHeading } from '../core/plan/markdown.ts'
import { resolveRealPath } from '../store/paths.ts'
import { replacePlanFile, writeNewPlanFile } from '../store/plans.ts'
import { sha256 } from '../store/sha256.ts'
import { throwOnFindings } from './check-text.ts'
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
  // Before anything is written: a secret in the agent's own file must not come into the work tree.
  throwOnFindings(id, text, { fileName: agent.file ?? 'the plan' })
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
  const session = plans.find((plan) => plan.id === agent.sessionPlan)
  if (!session) return undefined
  // The same text once more, after a person approved it elsewhere, is the plan that they approved.
  return open.has(session.derived.state) || holdsText(session, agent.text) ? session : undefined
}

function holdsText(plan: PlanStanding, text: string): boolean {
  return plan.derived.open && digestPlan(adoptFrontMatter(text, plan.text), sha256) === plan.digest
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
