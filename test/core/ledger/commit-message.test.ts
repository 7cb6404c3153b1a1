import { expect, it } from 'vitest'

import { formatCommitMessage } from '../../../src/core/ledger/commit-message.ts'
import type { LedgerRecord } from '../../../src/core/ledger/record.ts'
import { chainOf, recordDraft, sha256 } from './records.ts'

const base = 'c'.repeat(40)
const digest = sha256('one')
const recordOf = (changes: Partial<LedgerRecord>): LedgerRecord =>
  chainOf([recordDraft(changes)])[0]?.record as LedgerRecord

it.each([
  [
    'a submit',
    recordOf({}),
    `submit 0123456789ab r1 ${digest.slice(0, 12)}\n\nPlan-Id: 0123456789ab\nPlan-Digest: ${digest}\nPlan-Kind: submit\n`,
  ],
  [
    'an approval on a base',
    recordOf({ kind: 'approve', rev: 2, base }),
    `approve 0123456789ab r2 ${digest.slice(0, 12)}\n\nPlan-Id: 0123456789ab\nPlan-Digest: ${digest}\nPlan-Kind: approve\nPlan-Base: ${base}\nApproved-By: git:ada@example.com\n`,
  ],
])('formats %s', (_name, record, message) => {
  expect(formatCommitMessage(record)).toBe(message)
})
