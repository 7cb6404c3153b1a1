import type { Scope } from '../plan/plan.ts'

export const recordKinds = [
  'submit',
  'approve',
  'reject',
  'revoke',
  'withdraw',
  'supersede',
  'ask',
  'answer',
  'start',
  'archive',
  'void',
] as const
export type RecordKind = (typeof recordKinds)[number]

export interface Actor {
  /** `git:<lower-case address>` or another principal (`ssh:`, `gpg:`, `github:`, `gitlab:`). */
  id: string
  via: 'cli' | 'tty' | 'dialog' | 'page' | 'forge' | 'ci'
  agent?: string
  interactive: boolean
}

export interface Subject {
  /** Config `repository`: an approval copied to another repository is void. */
  repo: string
  branch?: string
  pr?: number
  review?: number
  commit?: string
}

/** What an archive record adds: what was carried out. */
export interface Archived {
  commits: string[]
  approvers: string[]
  files: number
  insertions: number
  deletions: number
}

/**
 * A ledger record before it has its place in the chain. Absent fields are left out, never null.
 * Fields and meaning: workflow contract, "Ledger records"; `docs/ledger-format.md`.
 */
export interface RecordDraft {
  v: 1
  kind: RecordKind
  /** Plan id, lower case, 12 characters. */
  plan: string
  rev: number
  alg: string
  digest: string
  /** Git's name of the exact plan bytes, kept in the ledger's own tree. */
  blob: string
  /** Digest of the previous revision. */
  parent?: string
  base?: string
  head?: string
  scope?: Scope
  /** Id of the submit (or other record) that this one answers. */
  request?: string
  actor: Actor
  subject: Subject
  /** Digest of the approval rules in force. */
  policy?: string
  mode?: string
  executionTarget?: string
  edited?: boolean
  note?: string
  archived?: Archived
  /** UTC with milliseconds, `2026-11-30T10:00:00.000Z`. */
  at: string
}

/** A record in its place: `id` is SHA-256 of the canonical draft, `prev` the parent commit (null at the root). */
export interface LedgerRecord extends RecordDraft {
  id: string
  seq: number
  prev: string | null
}

/** A record as read from the chain. `mine` is true for records that this clone appended itself. */
export interface LedgerEntry {
  record: LedgerRecord
  commit: string
  mine: boolean
}
