import { createHash } from 'node:crypto'

import type { LedgerEntry, LedgerRecord, RecordDraft } from '../../../src/core/ledger/record.ts'
import { recordId } from '../../../src/core/ledger/record-format.ts'

export const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

export const repositoryId = 'app-7f3k'
export const planId = '0123456789ab'

/** A submit of revision 1 by Ada unless told otherwise. */
export function recordDraft(changes: Partial<RecordDraft> = {}): RecordDraft {
  return {
    v: 1,
    kind: 'submit',
    plan: planId,
    rev: 1,
    alg: 'plan-sha256-v1',
    digest: sha256('one'),
    blob: 'b'.repeat(40),
    actor: { id: 'git:ada@example.com', via: 'cli', interactive: false },
    subject: { repo: repositoryId, branch: 'main' },
    at: '2026-01-02T03:04:05.678Z',
    ...changes,
  }
}

/** Gives drafts their places, with made-up commit names. */
export function chainOf(drafts: (RecordDraft & { mine?: boolean })[]): LedgerEntry[] {
  let prev: string | null = null
  return drafts.map(({ mine = true, ...draft }, index) => {
    const record: LedgerRecord = { ...draft, id: recordId(draft, sha256), seq: index + 1, prev }
    const commit = createHash('sha1').update(record.id).digest('hex')
    prev = commit
    return { record, commit, mine }
  })
}
