import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlansError } from '../core/errors.ts'
import { formatPlanId } from '../core/plan/identifier.ts'
import { formatPlanPath } from '../core/plan/location.ts'
import { fillTemplate } from '../core/plan/template.ts'
import { findInstallation } from '../store/installation.ts'
import { writeNewPlanFile } from '../store/plans.ts'
import { appendDecision } from './decide-plan.ts'
import { findPlan } from './find-plan.ts'
import { type Project, workTreeOf } from './project.ts'
import { type PlanStanding, type PlansReading, readPlans } from './read-plans.ts'

interface NewPlanOptions {
  title: string
  /** Begin it beside an approved one that is not done. */
  also: boolean
  /** Plan that the new one takes the place of. */
  supersede?: string | undefined
  isTerminal: boolean
}

/** Writes a plan from the template, under an id of its own that needs nobody else's knowledge. */
export async function newPlan(project: Project, options: NewPlanOptions): Promise<PlanStanding> {
  const root = workTreeOf(project)
  const title = options.title.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  if (title === '') throw new PlansError('usage', 'title-missing', 'Expected a title, got none.', 'plans new "<title>"')
  const reading = await readPlans(project)
  const superseded = await findSuperseded(project, reading, options)
  if (!superseded && !options.also) throwOnUnfinished(project, reading)
  const id = formatPlanId(project.world.randomBytes(8))
  const { directory, plan } = project.config
  const date = project.world.now().toISOString().slice(0, 10)
  const path = formatPlanPath({ directory, branch: project.branch, date, title, id })
  const text = fillTemplate(readTemplate(plan.template), { id, title, date, branch: project.branch })
  writeNewPlanFile(root, directory, path, text)
  if (superseded) {
    const via = options.isTerminal ? 'tty' : 'cli'
    await appendDecision(project, reading, superseded, { kind: 'supersede', via, extra: { note: `by ${id}` } })
  }
  return findPlan(project, await readPlans(project), { named: id })
}

async function findSuperseded(
  project: Project,
  reading: PlansReading,
  { supersede }: NewPlanOptions,
): Promise<PlanStanding['derived']['submitted']> {
  if (supersede === undefined) return undefined
  const plan = await findPlan(project, reading, { named: supersede })
  const { state, submitted } = plan.derived
  if (submitted && state !== 'archived') return submitted
  throw new PlansError(
    'failed',
    'not-superseded',
    `Plan ${plan.id} is ${state}: only a submitted plan that is not archived can be superseded.`,
    'plans new "<title>" --also',
  )
}

function throwOnUnfinished(project: Project, reading: PlansReading): void {
  const plan = reading.plans.find(
    ({ branch, derived }) => branch === project.branch && derived.open && derived.state !== 'archived',
  )
  if (!plan) return
  throw new PlansError(
    'failed',
    'plan-unfinished',
    `Plan ${plan.id} of this branch is ${plan.derived.state} and not archived: ${plan.title}`,
    `Pass --also to begin another one beside it, or --supersede ${plan.id} in its place.`,
  )
}

function readTemplate(name: string): string {
  const path = join(findInstallation().root, 'templates/plans', `${name}.md`)
  if (/^[\w-]+$/.test(name) && existsSync(path)) return readFileSync(path, 'utf8')
  throw new PlansError(
    'usage',
    'template-unknown',
    `Expected the name of a plan template, got \`${name}\`, which is none.`,
    'Mend `plan.template` in the configuration.',
  )
}
