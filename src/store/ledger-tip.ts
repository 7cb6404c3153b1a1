import { PlansError } from '../core/errors.ts'
import { findRevisionFault } from '../core/ledger/chain.ts'
import type { LedgerRecord, RecordDraft } from '../core/ledger/record.ts'
import { parseRecord } from '../core/ledger/record-format.ts'
import { type ObjectReader, parseCommit, parseTree, type TreeEntry } from './git-objects.ts'
import { missingTree, readTree } from './ledger-tree.ts'

/** The end of the chain as an append needs it: where the next record goes, and what of the same plan stands. */
export interface LedgerTip {
  commit: string | undefined
  tree: string | undefined
  /** Of the last record; 0 before the first. */
  seq: number
  /** Records of the plan in order, as far as an append needs them. */
  own: LedgerRecord[]
}

/** Folders and records never change once written, so a second try reads only what came since. */
export interface TipCache {
  folders: Map<string, Buffer>
  records: Map<string, LedgerRecord>
}

export async function readLedgerTip(
  reader: ObjectReader,
  ref: string,
  draft: RecordDraft,
  cache: TipCache,
): Promise<LedgerTip> {
  const object = await reader.read(ref)
  if (!object) return { commit: undefined, tree: undefined, seq: 0, own: [] }
  if (object.type !== 'commit') throw brokenLedger(`ends in a ${object.type}`)
  const { tree } = parseCommit(object.content)
  const root = await readTree(reader, tree)
  const folders = await readTree(reader, root.find((entry) => entry.name === 'records')?.object)
  const own: LedgerRecord[] = []
  let last: Buffer = Buffer.alloc(0)
  for (const folder of folders) {
    last = await readFolder(reader, folder.object, cache)
    // Most folders hold nothing of the plan, and to look for its id in the bytes is much cheaper than to parse them.
    if (!last.includes(draft.plan)) continue
    for (const file of parseTree(last, object.name.length))
      if (concerns(file.name, draft)) own.push(await readRecord(reader, file.object, cache))
  }
  const seq = findLastSeq(parseTree(last, object.name.length))
  return { commit: object.name, tree, seq, own }
}

export function throwOnRevision(draft: RecordDraft, own: LedgerRecord[]): void {
  const digests: string[] = []
  for (const record of own) if (record.kind === 'submit') digests[record.rev - 1] = record.digest
  const fault = findRevisionFault(draft, digests)
  if (fault === undefined) return
  throw new PlansError(
    'stale',
    'revision-moved',
    `Expected to write revision ${draft.rev} of plan ${draft.plan}: ${fault}.`,
    `Look with \`plans show ${draft.plan}\`, then run the command again.`,
  )
}

export function brokenLedger(what: string): PlansError {
  return new PlansError('broken', 'ledger-broken', `The ledger is broken: it ${what}.`, 'plans audit verify')
}

/** Submits tell the revisions; only a record of the same kind can be the draft itself. */
function concerns(fileName: string, draft: RecordDraft): boolean {
  return fileName.endsWith(`-${draft.plan}-submit.json`) || fileName.endsWith(`-${draft.plan}-${draft.kind}.json`)
}

function findLastSeq(entries: TreeEntry[]): number {
  const last = entries.findLast((entry) => entry.name.endsWith('.json'))
  const seq = Number(/^(\d{8,})-/.exec(last?.name ?? '')?.[1])
  if (!(seq > 0)) throw brokenLedger('ends in a commit without records')
  return seq
}

async function readFolder(reader: ObjectReader, name: string, cache: TipCache): Promise<Buffer> {
  const known = cache.folders.get(name)
  if (known) return known
  const object = await reader.read(name)
  if (object?.type !== 'tree') throw missingTree(name)
  cache.folders.set(name, object.content)
  return object.content
}

async function readRecord(reader: ObjectReader, blob: string, cache: TipCache): Promise<LedgerRecord> {
  const known = cache.records.get(blob)
  if (known) return known
  const object = await reader.read(blob)
  const record = parseRecord(object?.content.toString('utf8') ?? '')
  cache.records.set(blob, record)
  return record
}
