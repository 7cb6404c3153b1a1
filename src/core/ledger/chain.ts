import { PlansError } from '../errors.ts'
import { digestAlgorithm } from '../plan/digest.ts'
import type { Sha256 } from '../sha256.ts'
import { formatCommitMessage } from './commit-message.ts'
import type { LedgerRecord } from './record.ts'
import { parseRecord, planPathOf, recordId, recordPath } from './record-format.ts'

/** One entry by which a commit's tree differs from its parent's. */
export interface TreeChange {
  status: 'added' | 'changed' | 'removed'
  path: string
  mode: string
  blob: string
  /** Content of an added blob; undefined where the object is missing or its bytes are not those of its name. */
  text?: string
}

/** A commit of the ledger as it stands in git. `changes` are against its first parent, against nothing at the root. */
export interface ChainCommit {
  commit: string
  parents: string[]
  message: string
  changes: TreeChange[]
}

export type ChainFaultCode =
  | 'merge-commit'
  | 'second-root'
  | 'parent-mismatch'
  | 'record-missing'
  | 'record-unreadable'
  | 'record-misplaced'
  | 'record-changed'
  | 'record-removed'
  | 'record-repeated'
  | 'id-mismatch'
  | 'seq-gap'
  | 'prev-mismatch'
  | 'rev-gap'
  | 'message-mismatch'
  | 'foreign-file'
  | 'plan-missing'
  | 'plan-removed'
  | 'plan-changed'
  | 'digest-mismatch'
  | 'object-damaged'
  | 'tree-mismatch'

export interface ChainFault {
  code: ChainFaultCode
  /** The place in the chain, counted from 1. */
  seq?: number
  commit: string
  detail: string
}

/** Digest of a plan text; may throw where the front matter cannot be read. */
export type DigestPlan = (text: string, sha256: Sha256) => string

interface Progress {
  sha256: Sha256
  digestPlan: DigestPlan | undefined
  ids: Set<string>
  plans: Map<string, { text: string | undefined; digest?: string }>
  /** By plan id: digest of each revision, the first at index 0. */
  revisions: Map<string, string[]>
}

type Report = (code: ChainFaultCode, detail: string) => void

/** Judges a whole chain, oldest commit first: an intact one gives no fault. Goes on after a fault, to name them all. */
export function evaluateChain(commits: ChainCommit[], sha256: Sha256, digestPlan?: DigestPlan): ChainFault[] {
  const faults: ChainFault[] = []
  const progress: Progress = { sha256, digestPlan, ids: new Set(), plans: new Map(), revisions: new Map() }
  commits.forEach((commit, index) => {
    const seq = index + 1
    const report: Report = (code, detail) => faults.push({ code, seq, commit: commit.commit, detail })
    evaluateParents(commit, commits[index - 1]?.commit, report)
    const added = evaluateTree(commit, progress, report)
    if (!added) return
    const expected = { seq, prev: commit.parents[0] ?? null, path: added.path }
    const record = readRecord(added, report)
    if (!record) return
    for (const fault of evaluatePlace(record, expected, sha256)) report(fault.code, fault.detail)
    evaluateContent(commit, record, progress, report)
  })
  return faults
}

/** What a record must say of its own place; shared with plain reading, which has no trees to compare. */
export function evaluatePlace(
  record: LedgerRecord,
  expected: { seq: number; prev: string | null; path: string },
  sha256: Sha256,
): { code: ChainFaultCode; detail: string }[] {
  const faults: { code: ChainFaultCode; detail: string }[] = []
  if (record.seq !== expected.seq)
    faults.push({ code: 'seq-gap', detail: `record says seq ${record.seq}, its place is ${expected.seq}` })
  if (record.prev !== expected.prev)
    faults.push({ code: 'prev-mismatch', detail: `record says prev ${record.prev}, its parent is ${expected.prev}` })
  if (recordPath(record) !== expected.path)
    faults.push({ code: 'record-misplaced', detail: `${expected.path} holds the record of ${recordPath(record)}` })
  const id = recordId(record, sha256)
  if (record.id !== id)
    faults.push({ code: 'id-mismatch', detail: `record says id ${record.id}, its content has ${id}` })
  return faults
}

function evaluateParents(commit: ChainCommit, previous: string | undefined, report: Report): void {
  const [parent, ...others] = commit.parents
  if (others.length > 0) report('merge-commit', `has ${commit.parents.length} parents`)
  if (parent === previous) return
  if (parent === undefined) report('second-root', `has no parent, ${previous} comes before it`)
  else report('parent-mismatch', `parent is ${parent}, ${previous ?? 'nothing'} comes before it`)
}

/** Reports every change but the one allowed record with its plan bytes and signature; gives the record's entry. */
function evaluateTree(commit: ChainCommit, progress: Progress, report: Report): TreeChange | undefined {
  const records = commit.changes.filter((change) => isRecordFile(change.path) && change.status === 'added')
  const [added, second] = records
  if (!added) report('record-missing', 'adds no record')
  if (second) report('foreign-file', `adds a second record ${second.path}`)
  const signature = added?.path.replace(/\.json$/, '.sig')
  for (const change of commit.changes) {
    if (change.status !== 'added') {
      report(codeOfChange(change.path, change.status), `${change.path} was ${change.status}`)
      continue
    }
    if (change.mode !== '100644') report('foreign-file', `${change.path} has mode ${change.mode}`)
    if (change === added || change === second || change.path === signature) continue
    if (change.path === planPathOf(change.blob)) progress.plans.set(change.path, { text: change.text })
    else report('foreign-file', `${change.path} is no part of the record`)
  }
  return added
}

function codeOfChange(path: string, status: 'changed' | 'removed'): ChainFaultCode {
  if (path.startsWith('records/')) return `record-${status}`
  return path.startsWith('plans/') ? `plan-${status}` : 'foreign-file'
}

function isRecordFile(path: string): boolean {
  return path.startsWith('records/') && path.endsWith('.json')
}

function readRecord(change: TreeChange, report: Report): LedgerRecord | undefined {
  if (change.text === undefined) {
    report('record-unreadable', `${change.path}: its bytes are missing or damaged`)
    return undefined
  }
  try {
    return parseRecord(change.text)
  } catch (error) {
    if (!(error instanceof PlansError)) throw error
    report('record-unreadable', `${change.path}: ${error.message}`)
    return undefined
  }
}

function evaluateContent(commit: ChainCommit, record: LedgerRecord, progress: Progress, report: Report): void {
  if (commit.message !== formatCommitMessage(record)) report('message-mismatch', 'is not what its record gives')
  if (progress.ids.has(record.id)) report('record-repeated', `${record.id} stands already`)
  progress.ids.add(record.id)
  evaluateRevision(record, progress.revisions, report)
  const stray = commit.changes.find(
    (change) => change.path.startsWith('plans/') && change.status === 'added' && change.blob !== record.blob,
  )
  if (stray) report('foreign-file', `${stray.path} is not the plan of the record`)
  evaluatePlan(record, progress, report)
}

function evaluateRevision(record: LedgerRecord, all: Map<string, string[]>, report: Report): void {
  const fault = findRevisionFault(record, all.get(record.plan) ?? [])
  if (fault !== undefined) report('rev-gap', fault)
  if (fault !== undefined || record.kind !== 'submit') return
  const digests = all.get(record.plan) ?? []
  digests[record.rev - 1] = record.digest
  all.set(record.plan, digests)
}

/** Revisions count from 1 without gaps; a revision submitted again keeps its digest. */
export function findRevisionFault(
  record: { kind: string; rev: number; digest: string },
  digests: readonly string[],
): string | undefined {
  if (record.rev > digests.length + 1) return `revision ${record.rev} follows revision ${digests.length}`
  const submitted = digests[record.rev - 1]
  if (record.kind === 'submit' && submitted !== undefined && submitted !== record.digest)
    return `revision ${record.rev} was submitted as ${submitted}`
  return undefined
}

function evaluatePlan(record: LedgerRecord, progress: Progress, report: Report): void {
  const path = planPathOf(record.blob)
  const plan = progress.plans.get(path)
  if (plan?.text === undefined) {
    report('plan-missing', plan ? `${path}: its bytes are missing or damaged` : `${path} is not in the tree`)
    return
  }
  // Another algorithm than ours cannot be judged, which is no sign of tampering.
  if (!progress.digestPlan || record.alg !== digestAlgorithm) return
  plan.digest ??= digestOrFault(plan.text, progress)
  if (plan.digest !== record.digest)
    report('digest-mismatch', `${path} has digest ${plan.digest}, not ${record.digest}`)
}

function digestOrFault(text: string, progress: Progress): string {
  try {
    return progress.digestPlan?.(text, progress.sha256) ?? ''
  } catch (error) {
    if (!(error instanceof PlansError)) throw error
    return `none (${error.message})`
  }
}
