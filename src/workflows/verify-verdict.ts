import { exitCodes } from '../core/errors.ts'
import { reachesRung } from '../core/ledger/rung.ts'
import type { PlanState, PlanView, Rung, Scope } from '../core/plan/plan.ts'
import { remedyFor } from './next-step.ts'
import type { Project } from './project.ts'
import { type PlanStanding, type PlansReading, viewOf } from './read-plans.ts'
import {
  findStart,
  judgePaths,
  listChangedBefore,
  listChangedPaths,
  listDrift,
  type PathResult,
} from './verify-scope.ts'

interface VerdictFault {
  exitCode: number
  code: string
  message: string
  /** One command. */
  remedy: string
}

export interface PlanVerdict extends PlanView {
  state: PlanState
  exitCode: number
  faults: VerdictFault[]
  /** The scope that was approved; null: none was declared. */
  approvedScope: Scope | null
  paths: PathResult[]
  /** Files beside plans that were changed before the approval; null where that cannot be known. */
  changedBefore: number | null
  notices: string[]
}

/** An archived plan takes no submit. */
const another = 'plans new "<title>"'

interface Bench {
  project: Project
  reading: PlansReading
  commit: string
  /** Approved scopes of all plans that are judged together. */
  scopes: Scope[]
  options: { require: Rung; requireScope: boolean; fresh: boolean; requireBeforeCode: boolean }
}

export async function judgePlan(bench: Bench, plan: PlanStanding): Promise<PlanVerdict> {
  const { approved, open } = plan.derived
  const before = approved && (await listChangedBefore(bench.project, bench.reading, approved))
  const paths = open && approved ? await judgeChanges(bench, plan) : []
  const faults = open
    ? [
        ...judgeRung(bench, plan),
        ...judgeScope(bench, plan, paths),
        ...(await judgeDrift(bench, plan)),
        ...judgeOrder(bench, plan, before),
      ]
    : [stateFault(bench, plan)]
  return {
    ...viewOf(plan),
    exitCode: Math.max(0, ...faults.map(({ exitCode }) => exitCode)),
    faults,
    approvedScope: approved?.scope ?? null,
    paths,
    changedBefore: before?.length ?? null,
    notices: plan.derived.notices,
  }
}

function stateFault({ reading }: Bench, plan: PlanStanding): VerdictFault {
  const { state, notices } = plan.derived
  const isStale = state === 'stale'
  const what = isStale
    ? `an approval exists, but not of the present text ${plan.digest.slice(0, 12)}`
    : `it is ${state}`
  const why = notices.length === 0 ? '' : ` (${notices.join('; ')})`
  return {
    exitCode: isStale ? exitCodes.stale.code : exitCodes.failed.code,
    code: isStale ? 'plan-stale' : 'plan-not-approved',
    message: `Expected an approved plan, ${what}${why}.`,
    remedy: remedyFor(plan, reading.rules.rules),
  }
}

/** At least as many approvals as are needed must stand that high. */
function judgeRung({ reading, options }: Bench, plan: PlanStanding): VerdictFault[] {
  const { required } = reading.rules.rules
  const counted = plan.derived.approvals.filter(({ counted }) => counted)
  const reaches = (wanted: Rung): boolean => counted.filter(({ rung }) => reachesRung(rung, wanted)).length >= required
  if (reaches(options.require)) return []
  const found = counted.map(({ rung }) => rung).join(', ') || 'none'
  const cannot = options.require === 'signed' || options.require === 'forge'
  const again = `plans reject ${plan.id} --reason "To be approved at a terminal"`
  return [
    {
      exitCode: exitCodes.failed.code,
      code: 'rung-too-low',
      message: `Expected an approval of rung ${options.require}, got ${found}${cannot ? '; this version proves neither signatures nor forges' : ''}.`,
      // Whoever approved cannot do so again before the answer is taken back, and an archive stands for good.
      remedy: cannot || isArchived(plan) ? `plans verify --require ${reaches('tty') ? 'tty' : 'local'}` : again,
    },
  ]
}

function isArchived({ derived }: PlanStanding): boolean {
  return derived.state === 'archived'
}

async function judgeChanges({ project, reading, commit, scopes }: Bench, plan: PlanStanding): Promise<PathResult[]> {
  const { approved } = plan.derived
  const start = await findStart(project, reading, commit, approved)
  if (start === undefined) return []
  const end = reading.rules.base ? commit : await findEnd(project, plan, commit)
  const paths = await listChangedPaths(project, start, end)
  if (scopes.length > 0) return judgePaths(paths, scopes, project.config.directory)
  return judgePaths(paths, [{ allow: ['**'], deny: [] }], project.config.directory)
}

/** Without a base the work of an archived plan ends with its archive. */
async function findEnd({ repository }: Project, plan: PlanStanding, commit: string): Promise<string> {
  const archive = plan.entries.find(({ record }) => record.kind === 'archive')?.record
  if (plan.derived.state !== 'archived' || archive?.head === undefined) return commit
  const isBefore = await repository.git.succeeds(['merge-base', '--is-ancestor', archive.head, commit])
  return isBefore ? archive.head : commit
}

function judgeScope({ options }: Bench, plan: PlanStanding, paths: PathResult[]): VerdictFault[] {
  if (plan.derived.approved?.scope === undefined) {
    if (!options.requireScope) return []
    const message = 'Expected a plan with a scope, none is declared.'
    const remedy = isArchived(plan) ? another : `Add \`scope:\` to the plan, then: plans submit ${plan.id}`
    return [{ exitCode: exitCodes.failed.code, code: 'scope-missing', message, remedy }]
  }
  const outside = paths.filter(({ result }) => result === 'out-of-scope').map(({ path }) => path)
  if (outside.length === 0) return []
  return [
    {
      exitCode: exitCodes.outOfScope.code,
      code: 'out-of-scope',
      message: `Expected changes inside the approved scope, outside it: ${listSome(outside)}.`,
      remedy: isArchived(plan)
        ? `Take these changes back, or plan them: ${another}`
        : `Take these changes back, or widen \`scope:\` in the plan, then: plans submit ${plan.id}`,
    },
  ]
}

async function judgeDrift({ project, reading, options }: Bench, plan: PlanStanding): Promise<VerdictFault[]> {
  const { approved, submitted } = plan.derived
  if (!options.fresh || !approved || !submitted) return []
  const drift = await listDrift(project, reading, submitted, approved)
  if (drift === undefined) return [unknownFault('whether files moved since the plan was submitted')]
  if (drift.length === 0) return []
  return [
    {
      exitCode: exitCodes.stale.code,
      code: 'drift',
      message: `Files of this plan's scope moved ${reading.rules.base ? `on ${reading.rules.base.name} ` : ''}since it was submitted: ${listSome(drift)}.`,
      remedy: isArchived(plan)
        ? `Look at them; where they matter: ${another}`
        : `Look at them, change the plan where they matter, then: plans submit ${plan.id}`,
    },
  ]
}

function judgeOrder({ options }: Bench, plan: PlanStanding, before: string[] | undefined): VerdictFault[] {
  if (!options.requireBeforeCode) return []
  if (before === undefined) return [unknownFault('what was changed before the approval')]
  if (before.length === 0) return []
  const message = `Expected the approval before the code, ${before.length} files had been changed: ${listSome(before)}.`
  const remedy = `plans show ${plan.id}`
  return [{ exitCode: exitCodes.failed.code, code: 'approved-after-code', message, remedy }]
}

function unknownFault(what: string): VerdictFault {
  const message = `It cannot be told ${what}: the records name no base, or its commits are not here.`
  return { exitCode: exitCodes.unverifiable.code, code: 'base-unknown', message, remedy: 'plans verify --base <ref>' }
}

function listSome(paths: string[]): string {
  const more = paths.length > 5 ? ` and ${paths.length - 5} more` : ''
  return `${paths.slice(0, 5).join(', ')}${more}`
}
