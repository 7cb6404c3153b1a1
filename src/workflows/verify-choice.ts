import { PlansError } from '../core/errors.ts'
import { resolvePlan } from '../core/plan/which.ts'
import { candidateOf } from './find-plan.ts'
import type { Project } from './project.ts'
import type { PlanStanding, PlansReading } from './read-plans.ts'
import { findStart, listChangedPaths } from './verify-scope.ts'

/**
 * The plans that a commit answers for: the named one; else those named by trailers; else those whose file the branch
 * changes; else those whose records name the branch.
 */
export async function choosePlans(
  project: Project,
  reading: PlansReading,
  commit: string,
  named: string | undefined,
): Promise<PlanStanding[]> {
  if (named !== undefined) return [findNamed(project, reading, named)]
  const start = reading.rules.base ? await findStart(project, reading, commit, undefined) : undefined
  const trailers = await readPlanIds(project, start, commit)
  const byTrailer = reading.plans.filter(({ id }) => trailers.has(id))
  if (byTrailer.length > 0) return byTrailer
  const changed = new Set(start === undefined ? [] : await listChangedPaths(project, start, commit))
  throwOnUnreadable(reading, changed)
  const byFile = reading.plans.filter(({ file }) => file && changed.has(file.path))
  return preferOpen(byFile.length > 0 ? byFile : reading.plans.filter(({ branch }) => branch === project.branch))
}

function findNamed(project: Project, reading: PlansReading, named: string): PlanStanding {
  const fault = reading.faults.find(({ path }) => path === named)
  if (fault) throw fault.fault
  const found = resolvePlan({ plans: reading.plans.map(candidateOf), branch: project.branch, named })
  const plan = 'plan' in found ? reading.plans.find(({ id }) => id === found.plan) : undefined
  if (plan) return plan
  const known = 'candidates' in found ? found.candidates : []
  throw new PlansError(
    'usage',
    'plan-unknown',
    `Expected the id, a unique prefix, or the path of one plan, got \`${named}\`.`,
    'plans list',
    { details: known.slice(0, 20).map(({ id, state, title }) => `${id}  ${state}  ${title}`) },
  )
}

async function readPlanIds({ repository }: Project, start: string | undefined, commit: string): Promise<Set<string>> {
  const range = start === undefined ? [commit] : [commit, `^${start}`]
  const most = start === undefined ? ['--max-count=1'] : []
  const format = '--format=%(trailers:key=Plan-Id,valueonly,separator=%x0A)'
  const output = await repository.git.run(['log', format, ...most, '--end-of-options', ...range])
  return new Set(output.split('\n').map((line) => line.trim().toLowerCase()))
}

/** Never "there is no plan" where there is one that cannot be read. */
function throwOnUnreadable({ faults }: PlansReading, changed: ReadonlySet<string>): void {
  const found = faults.find(({ path }) => changed.has(path))
  if (!found) return
  const { code, message, remedy, details } = found.fault
  throw new PlansError('unverifiable', code, `${found.path}: ${message}`, remedy, { cause: found.fault, details })
}

/** A plan that another one took the place of, or that is done, has no say beside one that stands. */
function preferOpen(plans: PlanStanding[]): PlanStanding[] {
  const open = plans.filter(({ derived }) => !['archived', 'withdrawn', 'superseded'].includes(derived.state))
  if (open.length > 0) return open
  const archived = plans.filter(({ derived }) => derived.state === 'archived')
  return archived.length > 0 ? archived : plans
}
