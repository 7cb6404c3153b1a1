import { describe, expect, it } from 'vitest'

import { PlansError } from '../../../src/core/errors.ts'
import { type ChainCommit, evaluateChain, type TreeChange } from '../../../src/core/ledger/chain.ts'
import { formatCommitMessage } from '../../../src/core/ledger/commit-message.ts'
import type { LedgerRecord, RecordDraft } from '../../../src/core/ledger/record.ts'
import { formatRecord, planPathOf, recordId, recordPath } from '../../../src/core/ledger/record-format.ts'
import { chainOf, recordDraft, sha256 } from './records.ts'

const blobOf = (text: string): string => sha256(text).slice(0, 40)
const digestPlan = (text: string): string => sha256(text)

/** A draft whose plan text is its name, so that blob, digest and bytes agree. */
const draftOf = (text: string, changes: Partial<RecordDraft> = {}): RecordDraft =>
  recordDraft({ digest: sha256(text), blob: blobOf(text), ...changes })

const drafts = [
  draftOf('one'),
  draftOf('one', { kind: 'approve' }),
  draftOf('two', { rev: 2, parent: sha256('one') }),
  draftOf('two', { kind: 'reject', rev: 2 }),
]

function added(path: string, text: string): TreeChange {
  return { status: 'added', path, mode: '100644', blob: blobOf(text), text }
}

function commitOf(record: LedgerRecord, commit: string, planText: string | undefined): ChainCommit {
  const changes = [added(recordPath(record), formatRecord(record))]
  if (planText !== undefined) changes.push(added(planPathOf(record.blob), planText))
  return { commit, parents: record.prev === null ? [] : [record.prev], message: formatCommitMessage(record), changes }
}

function chain(from: RecordDraft[] = drafts): ChainCommit[] {
  const texts = ['one', undefined, 'two', undefined]
  return chainOf(from).map(({ record, commit }, index) => commitOf(record, commit, texts[index]))
}

const at = (commits: ChainCommit[], index: number): ChainCommit => commits[index] as ChainCommit
const file = (commits: ChainCommit[], index: number, change = 0): TreeChange =>
  at(commits, index).changes[change] as TreeChange

/** Rewrites a record in its place, as somebody would who knows the format and covers the traces in the commit. */
function rewrite(commits: ChainCommit[], index: number, changes: Partial<LedgerRecord>, alsoId = true): undefined {
  const record = { ...(JSON.parse(file(commits, index).text ?? '') as LedgerRecord), ...changes }
  if (alsoId) record.id = recordId(record, sha256)
  const plan = at(commits, index).changes[1]?.text
  commits[index] = { ...commitOf(record, at(commits, index).commit, plan), parents: at(commits, index).parents }
}

const rows: [name: string, spoil: (commits: ChainCommit[]) => ChainCommit[] | undefined, codes: string[]][] = [
  ['nothing', () => {}, []],
  [
    'a signature beside the record',
    (c) => void at(c, 1).changes.push(added(file(c, 1).path.replace('.json', '.sig'), 'S')),
    [],
  ],
  [
    'bytes of a record edited',
    (c) => void Object.assign(file(c, 1), { text: (file(c, 1).text ?? '').replace('approve', 'submit') }),
    ['id-mismatch', 'message-mismatch', 'record-misplaced'],
  ],
  ['a record edited without its id', (c) => rewrite(c, 1, { note: 'yes' }, false), ['id-mismatch']],
  ['a record that is no JSON', (c) => void Object.assign(file(c, 1), { text: '{' }), ['record-unreadable']],
  ['a record whose bytes are gone', (c) => void delete file(c, 1).text, ['record-unreadable']],
  [
    'a changed message',
    (c) => void Object.assign(at(c, 1), { message: `${at(c, 1).message}\nSigned-off-by: x\n` }),
    ['message-mismatch'],
  ],
  [
    'a changed subject',
    (c) => void Object.assign(at(c, 1), { message: at(c, 1).message.replace('approve', 'reject') }),
    ['message-mismatch'],
  ],
  ['a dropped commit', (c) => c.filter((_, index) => index !== 1), ['parent-mismatch', 'seq-gap']],
  ['a dropped root', (c) => c.slice(1), ['parent-mismatch', 'plan-missing', 'rev-gap', 'seq-gap']],
  ['two commits in another order', (c) => [at(c, 0), at(c, 2), at(c, 1), at(c, 3)], ['parent-mismatch', 'seq-gap']],
  [
    'a record removed from the tree',
    (c) => void at(c, 3).changes.push({ ...file(c, 1), status: 'removed' }),
    ['record-removed'],
  ],
  [
    'a record changed in the tree',
    (c) => void at(c, 3).changes.push({ ...file(c, 1), status: 'changed' }),
    ['record-changed'],
  ],
  ['plan bytes removed', (c) => void at(c, 3).changes.push({ ...file(c, 0, 1), status: 'removed' }), ['plan-removed']],
  ['a foreign file', (c) => void at(c, 1).changes.push(added('README.md', 'x')), ['foreign-file']],
  [
    'a foreign file taken away again',
    (c) => void at(c, 1).changes.push({ ...added('README.md', 'x'), status: 'removed' }),
    ['foreign-file'],
  ],
  [
    'a file that is no record among the records',
    (c) => void at(c, 1).changes.push(added('records/00000/notes.txt', 'x')),
    ['foreign-file'],
  ],
  [
    'a second record',
    (c) => void at(c, 1).changes.push(added('records/00000/00000009-x-y.json', 'x')),
    ['foreign-file'],
  ],
  ['a program instead of a file', (c) => void Object.assign(file(c, 1), { mode: '100755' }), ['foreign-file']],
  [
    'bytes of another plan',
    (c) => void at(c, 1).changes.push(added(planPathOf(blobOf('evil')), 'evil')),
    ['foreign-file'],
  ],
  ['a commit without a record', (c) => void Object.assign(at(c, 1), { changes: [] }), ['record-missing']],
  ['a merge', (c) => void at(c, 1).parents.push('e'.repeat(40)), ['merge-commit']],
  ['a second root', (c) => void Object.assign(at(c, 2), { parents: [] }), ['prev-mismatch', 'second-root']],
  [
    'another parent',
    (c) => void Object.assign(at(c, 2), { parents: ['e'.repeat(40)] }),
    ['parent-mismatch', 'prev-mismatch'],
  ],
  ['a gap in seq', (c) => rewrite(c, 3, { seq: 5 }), ['seq-gap']],
  ['another prev', (c) => rewrite(c, 3, { prev: 'e'.repeat(40) }), ['prev-mismatch']],
  [
    'a record at the place of another',
    (c) => void Object.assign(file(c, 3), { path: file(c, 1).path }),
    ['record-misplaced'],
  ],
  ['a gap in rev', (c) => rewrite(c, 2, { rev: 3 }), ['rev-gap']],
  ['a revision of two digests', (c) => rewrite(c, 2, { rev: 1 }), ['rev-gap']],
  ['no plan bytes', (c) => void at(c, 0).changes.pop(), ['plan-missing', 'plan-missing']],
  ['plan bytes that are damaged', (c) => void delete file(c, 2, 1).text, ['plan-missing', 'plan-missing']],
  [
    'plan bytes under a wrong name',
    (c) => void Object.assign(file(c, 2, 1), { path: 'plans/aa/aa.md' }),
    ['foreign-file', 'plan-missing', 'plan-missing'],
  ],
  ['a digest that is not that of the bytes', (c) => rewrite(c, 3, { digest: sha256('three') }), ['digest-mismatch']],
  [
    'an unknown digest algorithm, which is no tampering',
    (c) => rewrite(c, 3, { digest: sha256('x'), alg: 'plan-mdast-v1' }),
    [],
  ],
]

describe('evaluateChain', () => {
  it.each(rows)('%s', (_name, spoil, codes) => {
    const commits = chain()
    const faults = evaluateChain(spoil(commits) ?? commits, sha256, digestPlan)
    expect([...new Set(faults.map(({ code }) => code))].sort()).toEqual([...new Set(codes)].sort())
  })

  it('names place, commit and detail', () => {
    const commits = chain()
    at(commits, 1).message = 'x'
    expect(evaluateChain(commits, sha256)).toEqual([
      { code: 'message-mismatch', seq: 2, commit: at(commits, 1).commit, detail: 'is not what its record gives' },
    ])
  })

  it('reports a record that stands twice', () => {
    const commits = chain([...drafts.slice(0, 2), draftOf('one', { kind: 'approve' })])
    expect(evaluateChain(commits, sha256).map(({ code }) => code)).toContain('record-repeated')
  })

  it('does not judge digests without being given the function', () => {
    const commits = chain()
    rewrite(commits, 3, { digest: sha256('three') })
    expect(evaluateChain(commits, sha256)).toEqual([])
  })

  it('takes plan bytes whose front matter cannot be read for a mismatch', () => {
    const unreadable = (): string => {
      throw new PlansError('unverifiable', 'front-matter-unreadable', 'line 2: a tab', 'Mend it.')
    }
    const faults = evaluateChain(chain(drafts.slice(0, 1)), sha256, unreadable)
    expect(faults.map(({ code }) => code)).toEqual(['digest-mismatch'])
    expect(faults[0]?.detail).toContain('line 2: a tab')
  })
})
