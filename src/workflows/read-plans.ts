import type { PlansError } from '../core/errors.ts'
import type { LedgerEntry } from '../core/ledger/record.ts'
import { digestAlgorithm, digestPlan } from '../core/plan/digest.ts'
import { parsePlan } from '../core/plan/document.ts'
import { formatBranchFolder } from '../core/plan/location.ts'
import type { PlanView, Scope } from '../core/plan/plan.ts'
import { type DerivedPlan, derivePlan } from '../core/plan/states.ts'
import { findAuthors } from '../store/base.ts'
import { readLedger, readPlanText } from '../store/ledger.ts'
import { findPlanFiles, type PlanFile } from '../store/plans.ts'
import { sha256 } from '../store/sha256.ts'
import { type Project, type Rules, readRules } from './project.ts'

/** Everything known of one plan: its file, its records, and the state that follows from both. */
export interface PlanStanding {
  id: string
  title: string
  branch: string | null
  /** The working file; undefined when only the ledger has the plan. */
  file: PlanFile | undefined
  /** Present text: of the file, else of the last submit. */
  text: string
  digest: string
  scope: Scope | null
  derived: DerivedPlan
  entries: LedgerEntry[]
}

export interface PlansReading {
  plans: PlanStanding[]
  /** Files under the plans directory that could not be read as plans, with the reason. */
  faults: { path: string; fault: PlansError }[]
  rules: Rules
}

/** All plans of work tree and ledger. */
export async function readPlans(project: Project, options: { base?: string } = {}): Promise<PlansReading> {
  const rules = await readRules(project, options.base)
  const entries = await readLedger(project.repository, project.ref)
  const files = readFiles(project)
  const byPlan = groupByPlan(entries)
  const own = files.filter((file) => file.document?.id !== undefined)
  const ids = new Set([...own.map((file) => file.document?.id ?? ''), ...byPlan.keys()])
  const plans = await Promise.all(
    [...ids].map((id) => standingOf(project, rules, { id, entries: byPlan.get(id) ?? [], files: own })),
  )
  const faults = files.flatMap(({ path, fault }) => (fault ? [{ path, fault }] : []))
  return { plans: plans.filter((plan) => plan !== undefined), faults, rules }
}

function readFiles(project: Project): PlanFile[] {
  const { root } = project.repository
  return root === null ? [] : findPlanFiles(root, project.config.directory)
}

function groupByPlan(entries: LedgerEntry[]): Map<string, LedgerEntry[]> {
  const groups = new Map<string, LedgerEntry[]>()
  for (const entry of entries) {
    const group = groups.get(entry.record.plan)
    if (group) group.push(entry)
    else groups.set(entry.record.plan, [entry])
  }
  return groups
}

async function standingOf(
  project: Project,
  rules: Rules,
  { id, entries, files }: { id: string; entries: LedgerEntry[]; files: PlanFile[] },
): Promise<PlanStanding | undefined> {
  const file = chooseFile(
    project,
    files.filter((each) => each.document?.id === id),
  )
  const submit = entries.findLast(({ record }) => record.kind === 'submit')?.record
  if (!file && !submit) return undefined
  const text = file?.text ?? (await readPlanText(project.repository, submit?.blob ?? ''))
  const digest = digestPlan(text, sha256)
  const document = file?.document ?? parsePlan(text)
  const derived = derivePlan({
    plan: id,
    entries,
    present: file ? digest : undefined,
    rules: rules.rules,
    authors: await authorsOf(project, rules, entries, file),
    repository: project.config.repository ?? '',
    policy: rules.digest,
  })
  const branch = submit?.subject.branch ?? branchOfFile(project, file)
  return {
    id,
    title: document.title ?? id,
    branch,
    file,
    text,
    digest,
    scope: document.scope ?? null,
    derived,
    entries,
  }
}

/** Two branches may hold a copy each: the one in this branch's folder stands for the plan here. */
function chooseFile(project: Project, files: PlanFile[]): PlanFile | undefined {
  const folder = `${project.config.directory}/${formatBranchFolder(project.branch)}/`
  return files.find((file) => file.path.startsWith(folder)) ?? files[0]
}

function branchOfFile(project: Project, file: PlanFile | undefined): string | null {
  const folder = `${project.config.directory}/${formatBranchFolder(project.branch)}/`
  return file?.path.startsWith(folder) ? project.branch : null
}

/** Asked only where it decides something: whether an approval came from an author. */
async function authorsOf(
  project: Project,
  rules: Rules,
  entries: LedgerEntry[],
  file: PlanFile | undefined,
): Promise<string[]> {
  if (!file || !entries.some(({ record }) => record.kind === 'approve')) return []
  return findAuthors(project.repository, { baseRef: rules.base?.ref ?? null, path: file.path })
}

/** The form in which `--json` prints a plan. */
export function viewOf(plan: PlanStanding): PlanView {
  return {
    id: plan.id,
    title: plan.title,
    path: plan.file?.path ?? null,
    branch: plan.branch,
    digest: plan.digest,
    alg: digestAlgorithm,
    revision: plan.derived.revision,
    state: plan.derived.state,
    scope: plan.scope,
    approvals: plan.derived.approvals
      .filter((approval) => approval.counted)
      .map(({ id, rung, at, digest }) => ({ id, rung, at, digest })),
  }
}
