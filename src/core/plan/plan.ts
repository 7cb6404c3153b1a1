import type { JsonObject } from '../json.ts'

/** Globs relative to the repository root, `/` as separator. */
export interface Scope {
  allow: string[]
  deny: string[]
}

/** A parsed plan document. `frontMatter` holds every key as written; the named fields are read out of it. */
export interface PlanDocument {
  frontMatter: JsonObject
  body: string
  id: string | undefined
  title: string | undefined
  scope: Scope | undefined
}

export const planStates = [
  'draft',
  'submitted',
  'approved',
  'self-approved',
  'auto-approved',
  'implementing',
  'rejected',
  'stale',
  'withdrawn',
  'superseded',
  'archived',
] as const
export type PlanState = (typeof planStates)[number]

/** What `--json` prints of a plan. `path` is relative to the repository root, null when only the ledger has it. */
export interface PlanView {
  id: string
  title: string
  path: string | null
  branch: string | null
  digest: string
  alg: string
  revision: number
  state: PlanState
  scope: Scope | null
  approvals: { id: string; rung: Rung; at: string; digest: string }[]
  url?: string
}

/** The trust ladder, lowest first. */
export const rungs = ['local', 'tty', 'signed', 'forge'] as const
export type Rung = (typeof rungs)[number]
