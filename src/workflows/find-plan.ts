import { relative, resolve } from 'node:path'
import { PlansError } from '../core/errors.ts'
import { type PlanCandidate, resolvePlan, type Which, type WhichReason } from '../core/plan/which.ts'
import type { Project } from './project.ts'
import type { PlanStanding, PlansReading } from './read-plans.ts'

interface Wanted {
  /** Argument or `--plan`: id, unique prefix or path. */
  named?: string | undefined
  /** Plan of the agent's session. */
  session?: string | undefined
}

/** The plan that is meant, or an error that lists the candidates. Never "the newest". */
export async function findPlan(project: Project, reading: PlansReading, wanted: Wanted): Promise<PlanStanding> {
  const found = resolvePlan({
    plans: reading.plans.map(candidateOf),
    branch: project.branch,
    named: wanted.named === undefined ? undefined : relativeName(project, wanted.named),
    environment: project.world.environment['PLANS_PLAN'],
    trailers: await readTrailers(project, reading.rules.base?.ref),
    session: wanted.session,
  })
  const plan = 'plan' in found ? reading.plans.find(({ id }) => id === found.plan) : undefined
  if (plan) return plan
  throw findFault(reading, relativeName(project, wanted.named ?? '')) ?? notFound(found, wanted.named)
}

/** Why the plan that is named cannot be read, by its path, or by its id where only the ledger has it. */
export function findFault({ faults }: PlansReading, named: string): PlansError | undefined {
  const id = named.toLowerCase()
  return faults.find((each) => each.path === named || (id !== '' && each.id?.startsWith(id)))?.fault
}

export function candidateOf(plan: PlanStanding): PlanCandidate {
  return {
    id: plan.id,
    title: plan.title,
    path: plan.file?.path ?? null,
    branch: plan.branch,
    state: plan.derived.state,
  }
}

/** A path is meant from where the person stands; ids stay as they are. */
function relativeName(project: Project, named: string): string {
  const { root } = project.repository
  if (root === null || !/[/\\]|\.md$/.test(named)) return named
  return relative(root, resolve(project.world.cwd, named)).replaceAll('\\', '/')
}

async function readTrailers(project: Project, base: string | undefined): Promise<string[]> {
  if (base === undefined) return []
  const format = '--format=%(trailers:key=Plan-Id,valueonly,separator=%x0A)'
  const output = await project.repository.git.run(['log', format, '--end-of-options', `${base}..HEAD`], {
    okExitCodes: [128],
  })
  return [...new Set(output.split('\n').map((line) => line.trim().toLowerCase()))].filter((line) => line !== '')
}

const reasons: Record<WhichReason, (named: string) => string> = {
  unknown: (named) => `Expected the id, a unique prefix, or the path of a plan, got \`${named}\`, which is none.`,
  ambiguous: (named) => `\`${named}\` is the beginning of several plans.`,
  'trailers-differ': () => 'The commits of this branch name several plans.',
  several: () => 'This branch has several open plans.',
  none: () => 'There is no open plan of this branch.',
}

function notFound(found: Which, named = ''): PlansError {
  const { candidates, reason } = 'reason' in found ? found : { candidates: [], reason: 'none' as const }
  const remedy =
    candidates.length === 0
      ? 'Begin one with `plans new "<title>"`.'
      : `Name one: \`--plan ${candidates[0]?.id}\`; \`plans list\` shows all.`
  const details = candidates.slice(0, 20).map((plan) => `${plan.id}  ${plan.state.padEnd(13)}  ${plan.title}`)
  return new PlansError('usage', `plan-${reason}`, reasons[reason](named), remedy, { details })
}
