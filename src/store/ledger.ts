import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { PlansError } from '../core/errors.ts'
import { type ChainFault, evaluateChain, evaluatePlace } from '../core/ledger/chain.ts'
import { formatCommitMessage, formatSubject } from '../core/ledger/commit-message.ts'
import type { LedgerEntry, LedgerRecord, RecordDraft } from '../core/ledger/record.ts'
import {
  formatRecord,
  parseLooseRecord,
  parseRecord,
  planPathOf,
  recordId,
  recordPath,
} from '../core/ledger/record-format.ts'
import { digestPlan } from '../core/plan/digest.ts'
import { readAppended, writeAppended } from './appended.ts'
import { type GitObject, nameObject, type ObjectReader, openObjectReader, readObjects } from './git-objects.ts'
import { readChain, readCommitNames, throwOnShallow } from './ledger-chain.ts'
import { brokenLedger, type LedgerTip, readLedgerTip, type TipCache, throwOnRevision } from './ledger-tip.ts'
import { addFile, type TreeDraft, writeTrees } from './ledger-tree.ts'
import { type Repository, readIdent } from './repository.ts'
import { sha256 } from './sha256.ts'

/** Commit at the end of the chain; null while there is no ledger. */
export async function readTip(repository: Repository, ref: string): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', ref]
  return (await repository.git.run(args, { okExitCodes: [1] })).trimEnd() || null
}

/**
 * Every record, oldest first. Checks what each record says of itself and of its place; whether its commit changed
 * nothing else is for `auditLedger`.
 */
export async function readLedger(repository: Repository, ref: string): Promise<LedgerEntry[]> {
  const tip = await readTip(repository, ref)
  if (tip === null) return []
  const [commits, files] = await Promise.all([readCommitNames(repository, tip), readRecordFiles(repository, tip)])
  if (commits.length !== files.length) {
    await throwOnShallow(repository, commits[0])
    throw brokenLedger(`has ${commits.length} commits and ${files.length} records`)
  }
  const blobs = files.map((file) => file.blob)
  const objects = await readObjects(repository.git, blobs)
  const mine = readAppended(repository.commonFolder)
  return files.map(({ path }, index) => {
    const record = parseStored(objects[index], path)
    const place = { seq: index + 1, prev: commits[index - 1] ?? null, path }
    const [fault] = evaluatePlace(record, place, sha256)
    if (fault) throw brokenLedger(`has a fault at seq ${place.seq}: ${fault.detail}`)
    return { record, commit: commits[index] ?? '', mine: mine.has(record.id) }
  })
}

/** Judges every commit, tree and byte of the chain. `entries` are those records that can be read. */
export async function auditLedger(
  repository: Repository,
  ref: string,
): Promise<{ entries: LedgerEntry[]; faults: ChainFault[] }> {
  const tip = await readTip(repository, ref)
  if (tip === null) return { entries: [], faults: [] }
  const { commits, faults } = await readChain(repository, tip)
  const mine = readAppended(repository.commonFolder)
  const entries = commits.flatMap(({ commit, changes }) => {
    const text = changes.find((change) => change.status === 'added' && change.path.startsWith('records/'))?.text
    const record = text === undefined ? undefined : readableRecord(text)
    return record ? [{ record, commit, mine: mine.has(record.id) }] : []
  })
  return { entries, faults: [...evaluateChain(commits, sha256, digestPlan), ...faults] }
}

/** The exact plan bytes that a record names. */
export async function readPlanText(repository: Repository, blob: string): Promise<string> {
  const [object] = await readObjects(repository.git, [blob])
  if (object?.type === 'blob' && object.intact) return object.content.toString('utf8')
  throw damaged('plan-text-missing', `the plan bytes ${blob}`, object)
}

/** Stores the plan bytes and gives git's name of them, for a record's `blob`. */
export async function hashPlanText(repository: Repository, text: string): Promise<string> {
  return (await repository.git.run(['hash-object', '-w', '--stdin'], { input: text })).trimEnd()
}

const tries = 200
/** A try fails without the chain having moved when another writer holds the lock, or when a dead one left it. */
const triesUnmoved = 15

/**
 * Appends by compare-and-swap: all objects are written first, then the ref moves in one step or not at all. Gives the
 * standing record where its id stands already.
 */
export async function appendRecord(
  repository: Repository,
  ref: string,
  draft: RecordDraft,
  planText: string,
): Promise<LedgerEntry> {
  throwOnRef(ref)
  throwOnOtherBytes(draft, planText)
  const id = recordId(draft, sha256)
  const ident = await readIdent(repository)
  const reader = openObjectReader(repository.git)
  const cache: TipCache = { folders: new Map(), records: new Map() }
  try {
    let unmoved = 0
    for (let attempt = 1, last: string | undefined; attempt <= tries && unmoved < triesUnmoved; attempt++) {
      const tip = await readLedgerTip(reader, ref, draft, cache)
      if (tip.own.some((record) => record.id === id)) return await findStanding(repository, ref, id)
      throwOnRevision(draft, tip.own)
      if (attempt === 1) writeAppended(repository.commonFolder, id)
      const record: LedgerRecord = { ...draft, id, seq: tip.seq + 1, prev: tip.commit ?? null }
      const commit = await writeCommit({ repository, reader, ident }, tip, record, planText)
      if (await moveRef(repository, ref, tip.commit, commit, record)) return { record, commit, mine: true }
      unmoved = attempt > 1 && tip.commit === last ? unmoved + 1 : 0
      last = tip.commit
      await sleep(Math.random() * Math.min(400, 20 * attempt))
    }
    throw await busy(repository, ref)
  } finally {
    reader.close()
  }
}

/** A short name or `HEAD` would be read as something else than what is then moved. */
function throwOnRef(ref: string): void {
  if (/^refs\/\S+$/.test(ref)) return
  const message = `Expected a full ref name such as refs/plans/ledger, got \`${ref}\`.`
  throw new PlansError('usage', 'ledger-ref-invalid', message, 'Mend `ledger.ref` in the configuration.')
}

function throwOnOtherBytes(draft: RecordDraft, planText: string): void {
  const name = nameObject('blob', Buffer.from(planText), draft.blob.length)
  if (name === draft.blob) return
  const message = `Expected the plan bytes ${draft.blob} that the record names, got ${name}.`
  throw new PlansError('stale', 'plan-bytes-moved', message, 'Run the command again.')
}

async function writeCommit(
  writer: { repository: Repository; reader: ObjectReader; ident: { name: string; email: string } },
  tip: LedgerTip,
  record: LedgerRecord,
  planText: string,
): Promise<string> {
  const { git } = writer.repository
  const text = formatRecord(record)
  // Whatever is written must be readable again, by everybody, for ever.
  parseRecord(text)
  const blob = nameObject('blob', Buffer.from(text), record.blob.length)
  let trees: TreeDraft = { root: tip.tree, made: new Map() }
  trees = await addFile(writer.reader, trees, { path: recordPath(record), blob })
  trees = await addFile(writer.reader, trees, { path: planPathOf(record.blob), blob: record.blob })
  const stored = await writer.reader.read(record.blob)
  const [tree] = await Promise.all([
    writeTrees(git, trees),
    hashPlanText(writer.repository, text),
    stored ? undefined : hashPlanText(writer.repository, planText),
  ])
  const parents = tip.commit === undefined ? [] : ['-p', tip.commit]
  const output = await git.run(['-c', 'i18n.commitEncoding=UTF-8', 'commit-tree', tree, ...parents], {
    input: formatCommitMessage(record),
    environment: commitIdentity(writer.ident, record.at),
  })
  return output.trimEnd()
}

function commitIdentity({ name, email }: { name: string; email: string }, at: string): Record<string, string> {
  const date = `@${Math.floor(Date.parse(at) / 1000)} +0000`
  return {
    GIT_AUTHOR_NAME: name,
    GIT_AUTHOR_EMAIL: email,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_NAME: name,
    GIT_COMMITTER_EMAIL: email,
    GIT_COMMITTER_DATE: date,
  }
}

/** Whether the ref moved. Never follows a symbolic ref: one laid there must not make us move a branch. */
async function moveRef(
  repository: Repository,
  ref: string,
  from: string | undefined,
  to: string,
  record: LedgerRecord,
): Promise<boolean> {
  const message = `plans: ${formatSubject(record)}`
  const args = ['update-ref', '--no-deref', '--create-reflog', '-m', message, ref, to]
  return repository.git.succeeds([...args, from ?? '0'.repeat(to.length)])
}

async function findStanding(repository: Repository, ref: string, id: string): Promise<LedgerEntry> {
  const standing = (await readLedger(repository, ref)).find(({ record }) => record.id === id)
  if (!standing) throw brokenLedger(`lost record ${id} while it was read`)
  return standing
}

async function busy(repository: Repository, ref: string): Promise<PlansError> {
  const path = await repository.git.run(['rev-parse', '--path-format=absolute', '--git-path', `${ref}.lock`])
  const lock = path.trimEnd()
  const held = existsSync(lock)
  return new PlansError(
    'failed',
    held ? 'ledger-locked' : 'ledger-busy',
    `Expected to move ${ref}, ${held ? `${lock} stands in the way` : 'git refused again and again'}. Nothing was recorded.`,
    held ? `If no git process is running, remove it: rm '${lock}'` : 'Run the command again.',
  )
}

async function readRecordFiles(repository: Repository, tip: string): Promise<{ path: string; blob: string }[]> {
  const output = await repository.git.run(['ls-tree', '-r', '-z', '--full-tree', tip, '--', 'records/'])
  const files = output.split('\0').filter((line) => line.endsWith('.json'))
  return files.map((line) => {
    const [head = '', path = ''] = line.split('\t')
    return { path, blob: head.split(' ')[2] ?? '' }
  })
}

function parseStored(object: GitObject | undefined, path: string): LedgerRecord {
  if (object?.type === 'blob' && object.intact) return parseLooseRecord(object.content.toString('utf8'))
  throw damaged('record-unreadable', `the ledger record ${path}`, object)
}

function readableRecord(text: string): LedgerRecord | undefined {
  try {
    return parseRecord(text)
  } catch (error) {
    // The chain's own judgement names it.
    if (error instanceof PlansError) return undefined
    throw error
  }
}

function damaged(code: string, what: string, object: GitObject | undefined): PlansError {
  const message = `Expected ${what} in the repository, its bytes are ${object ? 'damaged' : 'missing'}.`
  return new PlansError('unverifiable', code, message, 'Fetch the ledger again, then run `plans audit verify`.')
}
