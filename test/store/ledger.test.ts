import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { rungOf } from '../../src/core/ledger/rung.ts'
import { appendRecord, auditLedger, hashPlanText, readLedger, readPlanText, readTip } from '../../src/store/ledger.ts'
import { openRepository, type Repository } from '../../src/store/repository.ts'
import { recordDraft, sha256 } from '../core/ledger/records.ts'
import { type TemporaryRepository, temporaryRepository } from '../helpers/temporary-repository.ts'
import { append, ledgerRef, planText, untouched } from './ledger-world.ts'

let world: TemporaryRepository
let repository: Repository
beforeEach(async () => {
  world = temporaryRepository()
  repository = await openRepository(world.root, world.environment)
})
afterEach(() => world.remove())

const kindsOf = async (from = repository): Promise<string[]> =>
  (await readLedger(from, ledgerRef)).map(({ record }) => record.kind)

describe('appendRecord', () => {
  it('makes one commit a record, with the plan bytes in its tree', async () => {
    const text = planText('Plan ü')
    const submit = await append(repository, {}, text)
    const approve = await append(repository, { kind: 'approve', request: submit.record.id }, text)
    expect([submit.record.seq, submit.record.prev]).toEqual([1, null])
    expect([approve.record.seq, approve.record.prev]).toEqual([2, submit.commit])
    expect(world.git('rev-list', '--count', ledgerRef)).toBe('2\n')
    expect(world.git('ls-tree', '-r', '--name-only', ledgerRef).trim().split('\n')).toEqual([
      `plans/${submit.record.blob.slice(0, 2)}/${submit.record.blob}.md`,
      'records/00000/00000001-0123456789ab-submit.json',
      'records/00000/00000002-0123456789ab-approve.json',
    ])
    expect(await readPlanText(repository, submit.record.blob)).toBe(text)
    expect(await readLedger(repository, ledgerRef)).toEqual([submit, approve])
    expect(await auditLedger(repository, ledgerRef)).toEqual({ entries: [submit, approve], faults: [] })
  })

  it('writes time and identity of the record into the commit, and keeps a reflog', async () => {
    await append(repository, { at: '2026-05-06T07:08:09.123Z' })
    const identity = 'Ada Example <ada@example.com>'
    expect(world.git('log', '-1', '--date=iso-strict', '--format=%an <%ae> %ad|%cn <%ce> %cd', ledgerRef).trim()).toBe(
      `${identity} 2026-05-06T07:08:09+00:00|${identity} 2026-05-06T07:08:09+00:00`,
    )
    expect(world.git('reflog', 'show', '--format=%gs', ledgerRef)).toMatch(
      /^plans: submit 0123456789ab r1 [0-9a-f]{12}\n$/,
    )
  })

  it('touches no HEAD, index, branch, tag or file', async () => {
    world.git('tag', 'v1')
    world.git('branch', 'side')
    world.write('staged.txt', 'x')
    world.git('add', 'staged.txt')
    world.write('loose.txt', 'y')
    const before = untouched(world)
    await append(repository)
    await append(repository, { kind: 'approve' })
    await append(repository, { kind: 'archive' })
    expect(untouched(world)).toBe(before)
  })

  it('gives the standing record where its id stands', async () => {
    const first = await append(repository)
    await append(repository, { kind: 'approve' })
    expect(await append(repository)).toEqual(first)
    expect(await kindsOf()).toEqual(['submit', 'approve'])
  })

  it('keeps the bytes of the plan whatever the line-ending settings are', async () => {
    world.git('config', 'core.autocrlf', 'true')
    world.write('.gitattributes', '* text=auto eol=crlf\n')
    const text = '\uFEFF# Plan\r\n\r\ntext\rmore\n\n'
    const { record } = await append(repository, {}, text)
    expect(await readPlanText(repository, record.blob)).toBe(text)
    expect((await auditLedger(repository, ledgerRef)).faults).toEqual([])
  })

  it('fills folders of a thousand', async () => {
    const blob = await hashPlanText(repository, planText('Plan'))
    await append(repository)
    // The chain is judged elsewhere; here only where the next record goes counts.
    const tip = world.git('rev-parse', ledgerRef).trim()
    const tree = world.git('rev-parse', `${ledgerRef}:records/00000`).trim()
    const line = `100644 blob ${world.git('rev-parse', `${tree}:00000001-0123456789ab-submit.json`).trim()}\t`
    const input = `${line}00000001-0123456789ab-submit.json\n${line}00000999-0123456789ab-ask.json\n`
    const make = (args: string[], text: string): string =>
      execFileSync('git', args, { cwd: world.root, env: world.environment, input: text, encoding: 'utf8' }).trim()
    const records = make(['mktree'], `040000 tree ${make(['mktree'], input)}\t00000\n`)
    const root = make(['mktree'], `040000 tree ${records}\trecords\n`)
    world.git('update-ref', ledgerRef, make(['commit-tree', root, '-p', tip], 'x'))
    const { record } = await appendRecord(
      repository,
      ledgerRef,
      recordDraft({ kind: 'approve', blob }),
      planText('Plan'),
    )
    expect(record.seq).toBe(1000)
    expect(world.git('ls-tree', '-r', '--name-only', ledgerRef, 'records/00001')).toBe(
      'records/00001/00001000-0123456789ab-approve.json\n',
    )
  })

  it.each([
    ['a revision that leaves a gap', { rev: 3 }, 'revision-moved'],
    ['a revision that is taken by another text', { rev: 1, digest: sha256('other') }, 'revision-moved'],
    ['plan bytes that are not those it names', { blob: 'b'.repeat(40) }, 'plan-bytes-moved'],
  ])('refuses %s', async (_name, changes, code) => {
    await append(repository)
    const before = await readTip(repository, ledgerRef)
    await expect(append(repository, { note: 'x', ...changes })).rejects.toMatchObject({ kind: 'stale', code })
    expect(await readTip(repository, ledgerRef)).toBe(before)
  })

  it('writes nothing that could not be read again', async () => {
    const actor = { id: 'git:a@example.com\nApproved-By: git:b@example.com', via: 'cli', interactive: false } as const
    await expect(append(repository, { actor })).rejects.toMatchObject({ code: 'record-unreadable' })
    expect(await readTip(repository, ledgerRef)).toBeNull()
  })

  it('does not move a branch through a symbolic ref laid in its way', async () => {
    world.git('symbolic-ref', ledgerRef, 'refs/heads/main')
    const main = world.git('rev-parse', 'main')
    await expect(append(repository)).rejects.toMatchObject({ kind: 'broken' })
    expect(world.git('rev-parse', 'main')).toBe(main)
  })

  it.each(['HEAD', 'plans/ledger', '-d', 'refs/plans/a b'])('refuses the ref %s', async (ref) => {
    const text = planText('Plan')
    const draft = recordDraft({ blob: await hashPlanText(repository, text) })
    const before = untouched(world)
    await expect(appendRecord(repository, ref, draft, text)).rejects.toMatchObject({ code: 'ledger-ref-invalid' })
    expect(untouched(world)).toBe(before)
  })

  it('names a lock that a dead process left', async () => {
    await append(repository)
    const lock = world.write('.git/refs/plans/ledger.lock', '')
    await expect(append(repository, { kind: 'approve' })).rejects.toMatchObject({
      code: 'ledger-locked',
      remedy: expect.stringContaining(lock),
    })
  })
})

describe('where it works', () => {
  it('before the first commit', async () => {
    const fresh = temporaryRepository({ commit: false })
    try {
      const unborn = await openRepository(fresh.root, fresh.environment)
      expect(await readLedger(unborn, ledgerRef)).toEqual([])
      await append(unborn)
      expect(await kindsOf(unborn)).toEqual(['submit'])
      expect(fresh.git('for-each-ref', '--format=%(refname)')).toBe(`${ledgerRef}\n`)
    } finally {
      fresh.remove()
    }
  })

  it('in a linked work tree and a folder of it, on the same ledger', async () => {
    const linked = join(world.home, 'linked')
    world.git('worktree', 'add', '--quiet', linked, '-b', 'side')
    mkdirSync(join(linked, 'deep'))
    await append(repository)
    const other = await openRepository(join(linked, 'deep'), world.environment)
    const { mine } = await append(other, { kind: 'approve' })
    expect(mine).toBe(true)
    expect(await kindsOf()).toEqual(['submit', 'approve'])
    expect((await readLedger(other, ledgerRef)).every((entry) => entry.mine)).toBe(true)
    expect((await auditLedger(other, ledgerRef)).faults).toEqual([])
  })

  it('on a branch that a team protects', async () => {
    const text = planText('Plan')
    const blob = await hashPlanText(repository, text)
    const ref = 'refs/heads/plans/ledger'
    await appendRecord(repository, ref, recordDraft({ blob }), text)
    expect(await readLedger(repository, ref)).toHaveLength(1)
  })

  it('with SHA-256 object names', async () => {
    const root = join(world.home, 'sha256')
    world.git('init', '--quiet', '--object-format=sha256', root)
    const modern = await openRepository(root, world.environment)
    const submit = await append(modern)
    const approve = await append(modern, { kind: 'approve', request: submit.record.id })
    expect(submit.commit).toHaveLength(64)
    expect(await auditLedger(modern, ledgerRef)).toEqual({ entries: [submit, approve], faults: [] })
    expect(await readLedger(modern, ledgerRef)).toEqual([submit, approve])
  })

  it('in a bare repository', async () => {
    await append(repository)
    const bare = join(world.home, 'app.git')
    world.git('clone', '--quiet', '--mirror', world.root, bare)
    const server = await openRepository(bare, world.environment)
    expect(await kindsOf(server)).toEqual(['submit'])
    expect((await auditLedger(server, ledgerRef)).faults).toEqual([])
  })

  it('in a work tree of a bare repository', async () => {
    const bare = join(world.home, 'app.git')
    const linked = join(world.home, 'linked')
    world.git('clone', '--quiet', '--bare', world.root, bare)
    world.git('--git-dir', bare, 'worktree', 'add', '--quiet', linked, 'main')
    await append(await openRepository(linked, world.environment))
    expect(await kindsOf(await openRepository(bare, world.environment))).toEqual(['submit'])
  })

  it('after gc packed everything', async () => {
    const first = await append(repository)
    world.git('gc', '--quiet', '--prune=now')
    const second = await append(repository, { kind: 'approve' })
    expect(await readLedger(repository, ledgerRef)).toEqual([first, second])
  })

  it('without a name in the configuration', async () => {
    const { GIT_COMMITTER_NAME, GIT_AUTHOR_NAME, ...environment } = world.environment
    expect([GIT_COMMITTER_NAME, GIT_AUTHOR_NAME]).toEqual(['Ada Example', 'Ada Example'])
    await append(await openRepository(world.root, environment))
    expect(world.git('log', '-1', '--format=%an', ledgerRef)).toBe('ada@example.com\n')
  })
})

describe('readLedger', () => {
  it('is empty without a ledger', async () => {
    expect(await readTip(repository, ledgerRef)).toBeNull()
    expect(await readLedger(repository, ledgerRef)).toEqual([])
    expect(await auditLedger(repository, ledgerRef)).toEqual({ entries: [], faults: [] })
  })

  it('knows which records this clone made', async () => {
    const actor = { id: 'git:ada@example.com', via: 'tty', interactive: true } as const
    await append(repository, { actor })
    const clone = join(world.home, 'clone')
    world.git('clone', '--quiet', world.root, clone)
    execFileSync('git', ['fetch', '--quiet', 'origin', `${ledgerRef}:${ledgerRef}`], {
      cwd: clone,
      env: world.environment,
    })
    const other = await openRepository(clone, world.environment)
    const [here] = await readLedger(repository, ledgerRef)
    const [there] = await readLedger(other, ledgerRef)
    expect([here?.mine, there?.mine]).toEqual([true, false])
    expect([here && rungOf(here), there && rungOf(there)]).toEqual(['tty', 'local'])
    await append(other, { kind: 'approve', actor })
    expect((await readLedger(other, ledgerRef)).map(({ mine }) => mine)).toEqual([false, true])
  })

  it('outlives the branch of the plan', async () => {
    world.git('switch', '--quiet', '--create', 'feature')
    const text = planText('Plan')
    world.write('.plans/feature/plan.md', text)
    world.git('add', '--all')
    world.git('commit', '--quiet', '--message', 'Plan')
    const { record } = await append(repository, { head: world.git('rev-parse', 'HEAD').trim() }, text)
    world.git('switch', '--quiet', 'main')
    world.git('branch', '--quiet', '-D', 'feature')
    world.git('reflog', 'expire', '--expire=now', '--expire-unreachable=now', 'HEAD')
    world.git('gc', '--quiet', '--prune=now')
    expect(() => world.git('cat-file', '-e', record.head ?? '')).toThrow()
    expect(await readPlanText(repository, record.blob)).toBe(text)
  })

  it('says of a shallow copy that it is one', async () => {
    await append(repository)
    await append(repository, { kind: 'approve' })
    const clone = join(world.home, 'clone')
    world.git('clone', '--quiet', `file://${world.root}`, clone)
    execFileSync('git', ['fetch', '--quiet', '--depth=1', 'origin', `${ledgerRef}:${ledgerRef}`], {
      cwd: clone,
      env: world.environment,
    })
    const other = await openRepository(clone, world.environment)
    const expected = { kind: 'unverifiable', code: 'ledger-shallow' }
    await expect(readLedger(other, ledgerRef)).rejects.toMatchObject(expected)
    await expect(auditLedger(other, ledgerRef)).rejects.toMatchObject(expected)
  })

  it('says of plan bytes that they are missing', async () => {
    await expect(readPlanText(repository, 'f'.repeat(40))).rejects.toMatchObject({ code: 'plan-text-missing' })
  })

  it('takes a torn last line in its own notes', async () => {
    const { record } = await append(repository)
    const path = join(repository.commonFolder, 'appended')
    writeFileSync(path, `${readFileSync(path, 'utf8')}${record.id.slice(0, 9)}`)
    expect((await readLedger(repository, ledgerRef))[0]?.mine).toBe(true)
  })
})
