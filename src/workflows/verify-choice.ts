import { PlansError } from '../core/errors.ts'
import { resolvePlan } from '../core/plan/which.ts'
import { candidateOf, findFault } from './find-plan.ts'
import type { Project } from './project.ts'
import { type PlanFault, type PlanStanding, type PlansReading, readPlans } from './read-plans.ts'
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
  if (named !== undefined) return [await findNamed(project, reading, named)]
  const start = reading.rules.base ? await findStart(project, reading, commit, undefined) : undefined
  const trailers = await readPlanIds(project, start, commit)
  throwOnUnreadable(reading, ({ id }) => id !== undefined && trailers.has(id))
  const byTrailer = reading.plans.filter(({ id }) => trailers.has(id))
  if (byTrailer.length > 0) return byTrailer
  const changed = new Set(start === undefined ? [] : await listChangedPaths(project, start, commit))
  throwOnUnreadable(reading, ({ path }) => changed.has(path))
  const byFile = reading.plans.filter(({ file }) => file && changed.has(file.path))
  if (byFile.length > 0) return preferOpen(byFile)
  const byBranch = reading.plans.filter(({ branch }) => branch === project.branch)
  if (byBranch.length === 0) throwOnUnreadable(reading, ({ branch }) => branch === project.branch)
  return preferOpen(byBranch)
}

async function findNamed(project: Project, reading: PlansReading, named: string): Promise<PlanStanding> {
  const fault = findFault(reading, named)
  if (fault) throw fault
  const { branch } = project
  const found = resolvePlan({ plans: reading.plans.map(candidateOf), branch, named })
  const plan = 'plan' in found ? reading.plans.find(({ id }) => id === found.plan) : undefined
  const standing = plan ?? (await findDraft(project, named))
  if (standing) return standing
  const known = 'candidates' in found ? found.candidates : []
  throw new PlansError(
    'usage',
    'plan-unknown',
    `Expected the id, a unique prefix, or the path of one plan, got \`${named}\`.`,
    'plans list',
    { details: known.slice(0, 20).map(({ id, state, title }) => `${id}  ${state}  ${title}`) },
  )
}

/** A plan that the work tree has and neither commit nor ledger knows is no mistake in the name: it is a draft. */
async function findDraft(project: Project, named: string): Promise<PlanStanding | undefined> {
  if (project.repository.root === null) return undefined
  const { plans } = await readPlans(project)
  const found = resolvePlan({ plans: plans.map(candidateOf), branch: project.branch, named })
  return 'plan' in found ? plans.find(({ id }) => id === found.plan) : undefined
}

async function readPlanIds({ repository }: Project, start: string | undefined, commit: string): Promise<Set<string>> {
  const range = start === undefined ? [commit] : [commit, `^${start}`]
  const most = start === undefined ? ['--max-count=1'] : []
  const format = '--format=%(trailers:key=Plan-Id,valueonly,separator=%x0A)'
  const output = await repository.git.run(['log', format, ...most, '--end-of-options', ...range])
  return new Set(output.split('\n').map((line) => line.trim().toLowerCase()))
}

/** Never "there is no plan" where there is one that cannot be read. */
function throwOnUnreadable({ faults }: PlansReading, concerns: (fault: PlanFault) => boolean): void {
  const found = faults.find(concerns)
  if (!found) return
  const { code, message, remedy, details } = found.fault
  const place = found.id === undefined ? `${found.path}: ` : ''
  throw new PlansError('unverifiable', code, `${place}${message}`, remedy, { cause: found.fault, details })
}

/** A plan that another one took the place of, or that is done, has no say beside one that stands. */
function preferOpen(plans: PlanStanding[]): PlanStanding[] {
  const open = plans.filter(({ derived }) => !['archived', 'withdrawn', 'superseded'].includes(derived.state))
  if (open.length > 0) return open
  const archived = plans.filter(({ derived }) => derived.state === 'archived')
  return archived.length > 0 ? archived : plans
}
