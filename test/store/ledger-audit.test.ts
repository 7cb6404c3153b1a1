import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { formatCommitMessage } from '../../src/core/ledger/commit-message.ts'
import type { LedgerEntry, LedgerRecord } from '../../src/core/ledger/record.ts'
import { formatRecord, recordId, recordPath } from '../../src/core/ledger/record-format.ts'
import { auditLedger, readLedger } from '../../src/store/ledger.ts'
import { openRepository, type Repository } from '../../src/store/repository.ts'
import { sha256 } from '../../src/store/sha256.ts'
import { type TemporaryRepository, temporaryRepository } from '../helpers/temporary-repository.ts'
import { append, ledgerRef, planText } from './ledger-world.ts'

let world: TemporaryRepository
let repository: Repository
let entries: LedgerEntry[]
beforeEach(async () => {
  world = temporaryRepository()
  repository = await openRepository(world.root, world.environment)
  const submit = await append(repository)
  const reject = await append(repository, { kind: 'reject', request: submit.record.id })
  const second = await append(repository, { rev: 2 }, planText('Second'))
  const approve = await append(repository, { kind: 'approve', rev: 2, request: second.record.id }, planText('Second'))
  entries = [submit, reject, second, approve]
})
afterEach(() => world.remove())

function feed(args: string[], input: string, index?: string): string {
  const env = { ...world.environment, ...(index === undefined ? {} : { GIT_INDEX_FILE: join(world.home, index) }) }
  return execFileSync('git', args, { cwd: world.root, env, input, encoding: 'utf8' }).trim()
}

const entry = (index: number): LedgerEntry => entries[index] as LedgerEntry
const nameOf = (revision: string): string => world.git('rev-parse', revision).trim()

interface Forged {
  tree: string
  message: string
  parents: string[]
}

/** Rebuilds the chain with one commit changed, and the ones after it as its children: what a forger can do. */
function forge(from: number, change: (commit: Forged) => Forged, keepRest = true): void {
  let tip = from === 0 ? '' : entry(from - 1).commit
  for (const [index, { commit }] of entries.entries()) {
    if (index < from || (index > from && !keepRest)) continue
    const message = world.git('cat-file', 'commit', commit).split('\n\n').slice(1).join('\n\n')
    const plain: Forged = { tree: nameOf(`${commit}^{tree}`), message, parents: tip === '' ? [] : [tip] }
    const { tree, message: words, parents } = index === from ? change(plain) : plain
    tip = feed(['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent])], words)
  }
  world.git('update-ref', ledgerRef, tip)
}

/** The tree with files put in, or with null taken out. */
function treeWith(tree: string, files: Record<string, string | null>): string {
  feed(['read-tree', tree], '', 'forger')
  for (const [path, text] of Object.entries(files))
    if (text === null) feed(['update-index', '--force-remove', path], '', 'forger')
    else {
      const blob = feed(['hash-object', '-w', '--stdin'], text)
      feed(['update-index', '--add', '--cacheinfo', `100644,${blob},${path}`], '', 'forger')
    }
  return feed(['write-tree'], '', 'forger')
}

const codes = async (): Promise<string[]> =>
  [...new Set((await auditLedger(repository, ledgerRef)).faults.map(({ code }) => code))].sort()

function edited(index: number, changes: Partial<LedgerRecord>): LedgerRecord {
  const record = { ...entry(index).record, ...changes }
  return { ...record, id: recordId(record, sha256) }
}

describe('auditLedger finds', () => {
  it('nothing in an intact chain', async () => {
    expect(await auditLedger(repository, ledgerRef)).toEqual({ entries, faults: [] })
  })

  it.each<[string, () => void, string[]]>([
    [
      'an edited record at the end',
      () => {
        const record = edited(3, { note: 'forged' })
        forge(3, (c) => ({
          ...c,
          tree: treeWith(c.tree, { [recordPath(record)]: formatRecord({ ...record, id: entry(3).record.id }) }),
        }))
      },
      ['id-mismatch'],
    ],
    [
      'an edited record in the middle, everything after it rebuilt',
      () => {
        const record = edited(1, { kind: 'approve' })
        const file = { [recordPath(entry(1).record)]: null, [recordPath(record)]: formatRecord(record) }
        forge(1, (c) => ({ ...c, tree: treeWith(c.tree, file), message: formatCommitMessage(record) }))
      },
      ['foreign-file', 'message-mismatch', 'prev-mismatch', 'record-removed', 'seq-gap'],
    ],
    [
      'a changed message',
      () => forge(3, (c) => ({ ...c, message: `${c.message}Approved-By: git:eve@example.com\n` })),
      ['message-mismatch'],
    ],
    [
      'a dropped commit',
      () => {
        const tip = feed(
          ['commit-tree', `${entry(3).commit}^{tree}`, '-p', entry(1).commit],
          formatCommitMessage(entry(3).record),
        )
        world.git('update-ref', ledgerRef, tip)
      },
      ['foreign-file', 'message-mismatch'],
    ],
    [
      'a dropped commit with its record',
      () => {
        const tree = treeWith(`${entry(3).commit}^{tree}`, { [recordPath(entry(2).record)]: null })
        const tip = feed(['commit-tree', tree, '-p', entry(1).commit], formatCommitMessage(entry(3).record))
        world.git('update-ref', ledgerRef, tip)
      },
      ['prev-mismatch', 'seq-gap'],
    ],
    [
      'records in another order',
      () => {
        const later = feed(
          ['commit-tree', `${entry(3).commit}^{tree}`, '-p', entry(1).commit],
          formatCommitMessage(entry(3).record),
        )
        world.git(
          'update-ref',
          ledgerRef,
          feed(['commit-tree', `${entry(2).commit}^{tree}`, '-p', later], formatCommitMessage(entry(2).record)),
        )
      },
      ['foreign-file', 'message-mismatch', 'record-missing', 'record-removed'],
    ],
    [
      'a foreign file',
      () => forge(3, (c) => ({ ...c, tree: treeWith(c.tree, { 'hooks/run.sh': 'x' }) })),
      ['foreign-file'],
    ],
    [
      'a foreign folder without files',
      () => {
        const empty = feed(['mktree'], '')
        const listing = world.git('ls-tree', entry(3).commit)
        forge(3, (c) => ({ ...c, tree: feed(['mktree'], `${listing}040000 tree ${empty}\tempty\n`) }))
      },
      ['tree-mismatch'],
    ],
    ['a merge', () => forge(3, (c) => ({ ...c, parents: [...c.parents, nameOf('main')] })), ['merge-commit']],
    [
      'a commit of something else on top',
      () => world.git('update-ref', ledgerRef, feed(['commit-tree', `${ledgerRef}^{tree}`, '-p', ledgerRef], 'x')),
      ['record-missing'],
    ],
    [
      'a record taken out of the tree',
      () => forge(3, (c) => ({ ...c, tree: treeWith(c.tree, { [recordPath(entry(1).record)]: null }) })),
      ['record-removed'],
    ],
    [
      'a gap in seq',
      () => {
        const record = edited(3, { seq: 7 })
        forge(3, (c) => ({
          ...c,
          tree: treeWith(`${entry(2).commit}^{tree}`, { [recordPath(record)]: formatRecord(record) }),
          message: formatCommitMessage(record),
        }))
      },
      ['seq-gap'],
    ],
    [
      'a wrong prev',
      () => {
        const record = edited(3, { prev: entry(0).commit })
        forge(3, (c) => ({ ...c, tree: treeWith(c.tree, { [recordPath(record)]: formatRecord(record) }) }))
      },
      ['prev-mismatch'],
    ],
    [
      'missing plan bytes',
      () => {
        forge(3, (c) => {
          const record = edited(3, { blob: 'f'.repeat(40) })
          return { ...c, tree: treeWith(c.tree, { [recordPath(record)]: formatRecord(record) }) }
        })
      },
      ['plan-missing'],
    ],
    [
      'plan bytes of another digest',
      () => {
        const record = edited(3, { digest: sha256('other') })
        forge(3, (c) => ({
          ...c,
          tree: treeWith(c.tree, { [recordPath(record)]: formatRecord(record) }),
          message: formatCommitMessage(record),
        }))
      },
      ['digest-mismatch'],
    ],
    [
      'front matter of a plan that nobody can read',
      () => {
        const text = '---\na: &x 1\nb: *x\n---\n# Plan\n'
        const blob = feed(['hash-object', '-w', '--stdin'], text)
        const record = edited(3, { blob })
        const files = { [recordPath(record)]: formatRecord(record), [`plans/${blob.slice(0, 2)}/${blob}.md`]: text }
        forge(3, (c) => ({ ...c, tree: treeWith(c.tree, files) }))
      },
      ['digest-mismatch'],
    ],
  ])('%s', async (_name, tamper, expected) => {
    tamper()
    expect(await codes()).toEqual(expected)
  })

  it('names place and commit of each fault', async () => {
    forge(3, (commit) => ({ ...commit, message: 'x' }))
    const { faults } = await auditLedger(repository, ledgerRef)
    expect(faults).toEqual([
      { code: 'message-mismatch', seq: 4, commit: nameOf(ledgerRef), detail: 'is not what its record gives' },
    ])
  })

  it('an unknown digest algorithm is no fault', async () => {
    await append(repository, { kind: 'ask', rev: 2, alg: 'plan-mdast-v1', digest: sha256('x') })
    expect(await codes()).toEqual([])
  })
})

/** Puts other bytes into an object file, under the old name: git reads them without a word. */
function damage(name: string, type: string, content: string | Buffer): void {
  const path = join(world.root, '.git/objects', name.slice(0, 2), name.slice(2))
  chmodSync(path, 0o644)
  writeFileSync(path, deflateSync(Buffer.concat([Buffer.from(`${type} ${content.length}\0`), Buffer.from(content)])))
}

describe('bytes replaced on disk', () => {
  it('of a record', async () => {
    const { record } = entry(1)
    damage(nameOf(`${ledgerRef}:${recordPath(record)}`), 'blob', formatRecord(edited(1, { note: 'forged' })))
    expect(await codes()).toEqual(['record-unreadable'])
    await expect(readLedger(repository, ledgerRef)).rejects.toMatchObject({ kind: 'unverifiable' })
  })

  it('of a plan', async () => {
    damage(entry(0).record.blob, 'blob', planText('Evil'))
    expect(await codes()).toEqual(['plan-missing'])
  })

  it('of a commit', async () => {
    const text = world.git('cat-file', 'commit', entry(3).commit)
    damage(entry(3).commit, 'commit', text.replace(/ada@/g, 'eve@'))
    expect(await codes()).toContain('object-damaged')
  })

  it('of a tree', async () => {
    const tree = nameOf(`${ledgerRef}:records/00000`)
    const other = nameOf(`${entry(0).commit}:records/00000`)
    damage(tree, 'tree', execFileSync('git', ['cat-file', 'tree', other], { cwd: world.root, env: world.environment }))
    expect(await codes()).toContain('tree-mismatch')
  })
})

describe('readLedger refuses', () => {
  it.each<[string, () => void, string]>([
    [
      'a commit without a record',
      () => world.git('update-ref', ledgerRef, feed(['commit-tree', `${ledgerRef}^{tree}`, '-p', ledgerRef], 'x')),
      'ledger-broken',
    ],
    ['a branch that is no ledger', () => world.git('update-ref', ledgerRef, 'main'), 'ledger-broken'],
    [
      'an unreadable record',
      () => forge(3, (c) => ({ ...c, tree: treeWith(c.tree, { [recordPath(entry(3).record)]: '{}' }) })),
      'record-unreadable',
    ],
    [
      'a record with another prev',
      () => {
        const record = edited(3, { prev: entry(0).commit })
        forge(3, (c) => ({ ...c, tree: treeWith(c.tree, { [recordPath(record)]: formatRecord(record) }) }))
      },
      'ledger-broken',
    ],
  ])('%s', async (_name, tamper, code) => {
    tamper()
    await expect(readLedger(repository, ledgerRef)).rejects.toMatchObject({ code })
  })
})
