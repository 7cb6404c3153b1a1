import { PlansError } from '../core/errors.ts'
import type { LedgerEntry, LedgerRecord } from '../core/ledger/record.ts'
import { digestAlgorithm, digestPlan } from '../core/plan/digest.ts'
import { parsePlan } from '../core/plan/document.ts'
import { formatBranchFolder } from '../core/plan/location.ts'
import type { PlanView, Scope } from '../core/plan/plan.ts'
import { type DerivedPlan, derivePlan } from '../core/plan/states.ts'
import { findAuthors } from '../store/base.ts'
import { readObjects } from '../store/git-objects.ts'
import { readLedger } from '../store/ledger.ts'
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

/** What could not be read as a plan. It takes no other plan along. */
export interface PlanFault {
  /** Of the file; of a plan that only the ledger has its id. */
  path: string
  fault: PlansError
  id?: string
  branch?: string | null
}

export interface PlansReading {
  plans: PlanStanding[]
  faults: PlanFault[]
  /** The records of every plan, of unreadable ones too. */
  records: ReadonlyMap<string, LedgerEntry[]>
  rules: Rules
}

/** All plans of work tree and ledger. */
export async function readPlans(project: Project, options: { base?: string } = {}): Promise<PlansReading> {
  const rules = await readRules(project, options.base)
  const records = groupByPlan(await readLedger(project.repository, project.ref))
  const files = readFiles(project)
  const ids = new Set([...files.flatMap(({ document }) => document?.id ?? []), ...records.keys()])
  const sources = [...ids].flatMap((id) => sourceOf(project, id, records.get(id) ?? [], files))
  const texts = await readStoredTexts(project, sources)
  const found = await Promise.all(sources.map((source) => standingOf(project, rules, source, texts)))
  const faults = files.flatMap(({ path, fault }) => (fault ? [{ path, fault }] : []))
  return {
    plans: found.filter((each) => 'derived' in each),
    faults: [...faults, ...found.filter((each) => 'fault' in each)],
    records,
    rules,
  }
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

/** Where the present text of a plan comes from. */
interface PlanSource {
  id: string
  entries: LedgerEntry[]
  file: PlanFile | undefined
  submit: LedgerRecord | undefined
}

function sourceOf(project: Project, id: string, entries: LedgerEntry[], files: PlanFile[]): PlanSource[] {
  const file = chooseFile(
    project,
    files.filter(({ document }) => document?.id === id),
  )
  const submit = lastSubmitOf(entries)
  return file || submit ? [{ id, entries, file, submit }] : []
}

export function lastSubmitOf(entries: readonly LedgerEntry[]): LedgerRecord | undefined {
  return entries.findLast(({ record }) => record.kind === 'submit')?.record
}

/** The texts of plans without a file, from one git process, by their blobs. */
async function readStoredTexts({ repository }: Project, sources: PlanSource[]): Promise<Map<string, string>> {
  const blobs = sources.flatMap(({ file, submit }) => (file || !submit ? [] : [submit.blob]))
  const objects = await readObjects(repository.git, blobs)
  return new Map(
    objects.flatMap((object, index) =>
      object?.type === 'blob' && object.intact ? [[blobs[index] ?? '', object.content.toString('utf8')]] : [],
    ),
  )
}

async function standingOf(
  project: Project,
  rules: Rules,
  source: PlanSource,
  texts: ReadonlyMap<string, string>,
): Promise<PlanStanding | PlanFault> {
  const { id, entries, file, submit } = source
  const branch = submit?.subject.branch ?? branchOfFile(project, file)
  const text = file?.text ?? texts.get(submit?.blob ?? '')
  if (text === undefined) return { path: id, id, branch, fault: unreadable(id, 'its bytes are missing or damaged') }
  try {
    const document = file?.document ?? parsePlan(text)
    const digest = digestPlan(text, sha256)
    const derived = await deriveAs(project, rules, source, file ? digest : undefined)
    const { title = id, scope = null } = document
    return { id, title, branch, file, text, digest, scope, derived, entries }
  } catch (error) {
    if (!(error instanceof PlansError) || error.code !== 'front-matter-unreadable') throw error
    return { path: id, id, branch, fault: unreadable(id, error.message, error) }
  }
}

/** The state with that digest as the present one; undefined: the last submit's. */
export async function deriveAs(
  project: Project,
  rules: Rules,
  { id, entries, file }: Pick<PlanSource, 'id' | 'entries' | 'file'>,
  present: string | undefined,
): Promise<DerivedPlan> {
  return derivePlan({
    plan: id,
    entries,
    present,
    rules: rules.rules,
    authors: await authorsOf(project, rules, entries, file),
    repository: project.config.repository ?? '',
    policy: rules.digest,
  })
}

function unreadable(id: string, why: string, cause?: PlansError): PlansError {
  return new PlansError(
    'unverifiable',
    cause?.code ?? 'plan-text-missing',
    `The submitted text of plan ${id} cannot be read: ${why}`,
    cause
      ? `Put a readable file with \`id: ${id}\` below the plans directory, then: plans submit ${id}`
      : 'Fetch the ledger again, then run `plans audit verify`.',
    { cause, details: cause?.details ?? [] },
  )
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
