import type { LedgerRecord } from '../core/ledger/record.ts'
import type { Scope } from '../core/plan/plan.ts'
import { isInScope } from '../core/plan/scope.ts'
import { readChanges } from '../store/base.ts'
import { emptyTreeOf, findCommit } from './find-commit.ts'
import type { Project } from './project.ts'
import type { PlansReading } from './read-plans.ts'

export interface PathResult {
  path: string
  result: 'in-scope' | 'out-of-scope' | 'exempt'
}

/**
 * Every changed path, both of a rename, judged against approved scopes: what any of them covers is in scope, unless one
 * of them denies it.
 */
export function judgePaths(paths: readonly string[], scopes: readonly Scope[], directory: string): PathResult[] {
  const denials = scopes.map(({ deny }) => ({ allow: ['**'], deny }))
  return paths.map((path) => {
    if (isPlanPath(path, directory)) return { path, result: 'exempt' }
    const covered = scopes.some((scope) => isInScope(scope, path)) && denials.every((denial) => isInScope(denial, path))
    return { path, result: covered ? 'in-scope' : 'out-of-scope' }
  })
}

/** Markdown in the folder of a branch. What else lies in the directory decides things: OWNERS, hooks. */
function isPlanPath(path: string, directory: string): boolean {
  return path.startsWith(`${directory}/`) && path.slice(directory.length + 1).includes('/') && path.endsWith('.md')
}

export async function listChangedPaths(project: Project, from: string, to: string): Promise<string[]> {
  const changes = await readChanges(project.repository, from, to)
  return [...new Set(changes.flatMap(({ path, from: old }) => (old === undefined ? [path] : [old, path])))].sort()
}

/** Where the work begins: the merge base; without a base the commit at which the plan was approved. */
export async function findStart(
  project: Project,
  { rules }: PlansReading,
  commit: string,
  approved: LedgerRecord | undefined,
): Promise<string | undefined> {
  if (rules.base) return mergeBase(project, rules.base.ref, commit)
  if (approved?.head === undefined) return approved && emptyTreeOf(project)
  return mergeBase(project, approved.head, commit)
}

/** Paths beside plans that the branch had changed when the plan was approved; undefined where it cannot be known. */
export async function listChangedBefore(
  project: Project,
  { rules }: PlansReading,
  { base, head }: LedgerRecord,
): Promise<string[] | undefined> {
  if (head === undefined) return []
  const start = base ?? (rules.base ? await mergeBase(project, rules.base.ref, head) : undefined)
  if (start === undefined || !(await findCommit(project, head)) || !(await findCommit(project, start))) return undefined
  return outsidePlans(project, await listChangedPaths(project, start, head))
}

/** Paths in scope that the base has changed since the plan was submitted, or the branch until it was approved. */
export async function listDrift(
  project: Project,
  { rules }: PlansReading,
  submitted: LedgerRecord,
  approved: LedgerRecord,
): Promise<string[] | undefined> {
  const from = rules.base ? submitted.base : submitted.head
  const to = rules.base ? rules.base.ref : approved.head
  if (from === undefined || to === undefined || !(await findCommit(project, from)) || !(await findCommit(project, to)))
    return undefined
  const paths = outsidePlans(project, await listChangedPaths(project, from, to))
  const { scope } = approved
  return scope ? paths.filter((path) => isInScope(scope, path)) : paths
}

function outsidePlans({ config }: Project, paths: string[]): string[] {
  return paths.filter((path) => !isPlanPath(path, config.directory))
}

async function mergeBase({ repository }: Project, one: string, other: string): Promise<string | undefined> {
  return (await repository.git.run(['merge-base', one, other], { okExitCodes: [1, 128] })).trim() || undefined
}
