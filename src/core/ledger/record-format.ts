import { formatCanonicalJson } from '../canonical-json.ts'
import { PlansError } from '../errors.ts'
import { isObject, type Json, type JsonObject } from '../json.ts'
import type { Sha256 } from '../sha256.ts'
import { type LedgerRecord, type RecordDraft, recordKinds } from './record.ts'

/** The bytes of a record file: RFC 8785 JSON without a final line feed, absent fields left out. */
export function formatRecord(record: LedgerRecord): string {
  return formatCanonicalJson(asJson(record))
}

/** Names a record by what it says, not by its place, so that an append after somebody else's keeps the name. */
export function recordId(draft: RecordDraft | LedgerRecord, sha256: Sha256): string {
  const { id, seq, prev, ...content } = asJson(draft)
  return sha256(formatCanonicalJson(content))
}

/** Folders of a thousand keep every tree object small, however long the ledger grows. */
export function recordPath(record: Pick<LedgerRecord, 'seq' | 'plan' | 'kind'>): string {
  const folder = String(Math.floor(record.seq / 1000)).padStart(5, '0')
  return `records/${folder}/${String(record.seq).padStart(8, '0')}-${record.plan}-${record.kind}.json`
}

export function planPathOf(blob: string): string {
  return `plans/${blob.slice(0, 2)}/${blob}.md`
}

/** Strict: an unknown field, a wrong type or bytes that are not the canonical ones make the record unreadable. */
export function parseRecord(text: string): LedgerRecord {
  const record = parseLooseRecord(text)
  if (!isCanonical(record, text)) throw unreadable('is not written as canonical JSON')
  return record
}

/** Leaves the spelling of the JSON aside: for plain reading, where the record's id is compared anyway. */
export function parseLooseRecord(text: string): LedgerRecord {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw unreadable('is not JSON', cause)
  }
  if (!isObject(value)) throw unreadable('is not a JSON object')
  if (value['v'] !== 1) throw unreadable(`has version ${JSON.stringify(value['v'])}, expected 1`)
  const fault = findFault(value, recordFields, '')
  if (fault !== undefined) throw unreadable(fault)
  // Every field was checked against the table below.
  const record = value as unknown as LedgerRecord
  // Half a character stands in JSON as an escape only, and there is no canonical form to take an id of.
  if (/\\u[dD]/.test(text) && !isCanonical(record, text)) throw unreadable('holds half a character')
  return record
}

function isCanonical(record: LedgerRecord, text: string): boolean {
  try {
    return formatRecord(record) === text
  } catch (error) {
    // A lone surrogate has no canonical form.
    if (error instanceof TypeError) return false
    throw error
  }
}

type Field = (value: Json) => boolean
type Fields = Record<string, { holds: Field; optional?: true; inner?: Fields }>

const text: Field = (value) => typeof value === 'string' && value.length <= 65_536
const line: Field = (value) => typeof value === 'string' && /^[^\p{Cc}]{1,1024}$/u.test(value)
const count: Field = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const ordinal: Field = (value) => count(value) && value !== 0
const flag: Field = (value) => typeof value === 'boolean'
const object: Field = (value) => isObject(value)
const lines: Field = (value) => Array.isArray(value) && value.every(line)
const matches =
  (pattern: RegExp): Field =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const oneOf =
  (...words: readonly string[]): Field =>
  (value) =>
    typeof value === 'string' && words.includes(value)
const objectName = matches(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
const objectNames: Field = (value) => Array.isArray(value) && value.every(objectName)
const digest = matches(/^[0-9a-f]{32,128}$/)
const hash = matches(/^[0-9a-f]{64}$/)
const instant: Field = (value) => {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return false
  const time = Date.parse(value)
  return !Number.isNaN(time) && new Date(time).toISOString() === value
}

const recordFields: Fields = {
  v: { holds: (value) => value === 1 },
  id: { holds: hash },
  seq: { holds: ordinal },
  prev: { holds: (value) => value === null || objectName(value) },
  kind: { holds: oneOf(...recordKinds) },
  plan: { holds: matches(/^[0-9a-z]{12}$/) },
  rev: { holds: ordinal },
  alg: { holds: matches(/^[a-z0-9][a-z0-9-]{0,63}$/) },
  digest: { holds: digest },
  blob: { holds: objectName },
  parent: { holds: digest, optional: true },
  base: { holds: objectName, optional: true },
  head: { holds: objectName, optional: true },
  scope: { holds: object, optional: true, inner: { allow: { holds: lines }, deny: { holds: lines } } },
  request: { holds: hash, optional: true },
  actor: {
    holds: object,
    inner: {
      // Stands in a trailer of the commit message, so it must stay one line.
      id: { holds: matches(/^[a-z]+:[^\p{Cc}]{1,320}$/u) },
      via: { holds: oneOf('cli', 'tty', 'dialog', 'page', 'forge', 'ci') },
      agent: { holds: line, optional: true },
      interactive: { holds: flag },
    },
  },
  subject: {
    holds: object,
    inner: {
      repo: { holds: line },
      branch: { holds: line, optional: true },
      pr: { holds: ordinal, optional: true },
      review: { holds: ordinal, optional: true },
      commit: { holds: objectName, optional: true },
    },
  },
  policy: { holds: hash, optional: true },
  mode: { holds: line, optional: true },
  executionTarget: { holds: line, optional: true },
  edited: { holds: flag, optional: true },
  note: { holds: text, optional: true },
  archived: {
    holds: object,
    optional: true,
    inner: {
      commits: { holds: objectNames },
      approvers: { holds: lines },
      files: { holds: count },
      insertions: { holds: count },
      deletions: { holds: count },
    },
  },
  at: { holds: instant },
}

function findFault(value: JsonObject, fields: Fields, prefix: string): string | undefined {
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(fields, key))
  if (unknown !== undefined) return `has an unknown field ${prefix}${unknown}`
  for (const [name, field] of Object.entries(fields)) {
    const present = value[name]
    if (present === undefined) {
      if (!field.optional) return `has no field ${prefix}${name}`
      continue
    }
    if (!field.holds(present)) return `has a field ${prefix}${name} that cannot be right`
    const fault = field.inner && isObject(present) ? findFault(present, field.inner, `${prefix}${name}.`) : undefined
    if (fault !== undefined) return fault
  }
  return undefined
}

/** A record is JSON but for optional fields that hold `undefined`, which canonical JSON leaves out. */
function asJson(record: RecordDraft | LedgerRecord): JsonObject {
  return record as unknown as JsonObject
}

function unreadable(what: string, cause?: unknown): PlansError {
  return new PlansError(
    'unverifiable',
    'record-unreadable',
    `A ledger record ${what}.`,
    'Run `plans audit verify`; a newer git-plans may have written the record.',
    { cause },
  )
}
