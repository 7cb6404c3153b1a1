import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import type { LedgerEntry, RecordDraft } from '../../src/core/ledger/record.ts'
import { digestPlan } from '../../src/core/plan/digest.ts'
import { appendRecord, hashPlanText } from '../../src/store/ledger.ts'
import type { Repository } from '../../src/store/repository.ts'
import { sha256 } from '../../src/store/sha256.ts'
import { recordDraft } from '../core/ledger/records.ts'
import type { TemporaryRepository } from '../helpers/temporary-repository.ts'

export const ledgerRef = 'refs/plans/ledger'

export function planText(title: string): string {
  return `# ${title}\n\nOne step.\n`
}

/** Appends a record whose blob and digest are those of the text. */
export async function append(
  repository: Repository,
  changes: Partial<RecordDraft> = {},
  text = planText('Plan'),
): Promise<LedgerEntry> {
  const blob = await hashPlanText(repository, text)
  const draft = recordDraft({ blob, digest: digestPlan(text, sha256), ...changes })
  return appendRecord(repository, ledgerRef, draft, text)
}

/** Everything that appending must leave alone, as one text to compare. */
export function untouched(world: TemporaryRepository): string {
  const index = join(world.root, '.git/index')
  const refs = world.git('for-each-ref', '--format=%(refname) %(objectname)')
  return JSON.stringify({
    head: readFileSync(join(world.root, '.git/HEAD'), 'utf8'),
    headLog: readFileSync(join(world.root, '.git/logs/HEAD'), 'utf8'),
    index: createHash('sha256').update(readFileSync(index)).digest('hex'),
    indexTime: statSync(index, { bigint: true }).mtimeNs.toString(),
    refs: refs.split('\n').filter((line) => !line.startsWith(`${ledgerRef} `)),
    files: world.git('--no-optional-locks', 'status', '--porcelain', '--untracked-files=all', '--ignored'),
  })
}
