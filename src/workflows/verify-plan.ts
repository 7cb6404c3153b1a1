import { exitCodes, PlansError } from '../core/errors.ts'
import type { Rung } from '../core/plan/plan.ts'
import { auditLedger } from '../store/ledger.ts'
import { requireCommit } from './find-commit.ts'
import { openProject, type Project } from './project.ts'
import type { PlansReading } from './read-plans.ts'
import { readPlansAt } from './read-plans-at.ts'
import { choosePlans } from './verify-choice.ts'
import { judgePlan, type PlanVerdict } from './verify-verdict.ts'
import type { World } from './world.ts'

interface VerifyOptions {
  commit?: string | undefined
  plan?: string | undefined
  base?: string | undefined
  require: Rung
  requireScope: boolean
  fresh: boolean
  requireBeforeCode: boolean
}

export interface Verification {
  /** State of the plan with the worst result, or `none`, `rewritten`. */
  status: string
  exitCode: number
  commit: string
  /** What the changes are compared with; null: what came after the approval is judged. */
  base: string | null
  plans: PlanVerdict[]
  /** What is wrong beside the plans: with the ledger, or that there is no plan. */
  faults: string[]
  notices: string[]
  /** The one command that mends the worst result. */
  remedy: string | null
}

/** Whether a commit carries out approved plans, from its tree and the ledger alone. */
export async function verifyPlan(world: World, options: VerifyOptions): Promise<Verification> {
  const project = await openProject(world)
  await throwOnShallow(project)
  const commit = await requireCommit(project, options.commit ?? 'HEAD')
  const { faults } = await auditLedger(project.repository, project.ref)
  const judged = { commit, base: null, plans: [], notices: [] }
  if (faults.length > 0) return { ...judged, ...rewritten(faults) }
  const reading = await readPlansAt(project, commit, options.base)
  const base = reading.rules.base?.name ?? null
  const chosen = await choosePlans(project, reading, commit, options.plan)
  const scopes = chosen.flatMap(({ derived }) => (derived.open ? (derived.approved?.scope ?? []) : []))
  const plans = await Promise.all(chosen.map((plan) => judgePlan({ project, reading, commit, scopes, options }, plan)))
  const notices = reading.faults.map(({ path, fault }) => `${path} is left out: ${fault.message}`)
  return { commit, base, plans, notices, ...summarize(project, reading, plans) }
}

type Summary = Pick<Verification, 'status' | 'exitCode' | 'remedy'>

/** Several plans: the worst code counts. */
function summarize(project: Project, reading: PlansReading, plans: PlanVerdict[]): Summary & { faults: string[] } {
  const worst = plans.toSorted((a, b) => b.exitCode - a.exitCode)[0]
  if (worst) {
    const fault = worst.faults.find(({ exitCode }) => exitCode === worst.exitCode)
    return { status: worst.state, exitCode: worst.exitCode, remedy: fault?.remedy ?? null, faults: [] }
  }
  const known = reading.plans.some(({ entries }) => entries.length > 0)
  return {
    status: 'none',
    exitCode: exitCodes.failed.code,
    remedy: known || reading.rules.base === null ? 'plans new "<title>"' : fetchLedger(project),
    faults: [known ? 'No plan belongs to these changes.' : `The ledger ${project.ref} holds no plan here.`],
  }
}

/** Only ever forward: records that this clone alone has stay. */
function fetchLedger({ ref, config }: Project): string {
  return `git fetch ${config.ledger.remote} ${ref}:${ref}`
}

function rewritten(faults: { detail: string; seq?: number }[]): Summary & { faults: string[] } {
  const found = faults.slice(0, 20).map(({ seq, detail }) => (seq === undefined ? detail : `seq ${seq}: ${detail}`))
  return {
    status: 'rewritten',
    exitCode: exitCodes.broken.code,
    faults: found,
    remedy: 'plans audit verify',
  }
}

async function throwOnShallow({ repository, config }: Project): Promise<void> {
  if ((await repository.git.run(['rev-parse', '--is-shallow-repository'])).trim() !== 'true') return
  throw new PlansError(
    'unverifiable',
    'shallow-clone',
    'Expected the whole history, this is a shallow clone.',
    `git fetch --unshallow ${config.ledger.remote}`,
  )
}
