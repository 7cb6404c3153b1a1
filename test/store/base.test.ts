import { existsSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import type { ApprovalRules } from '../../src/core/ledger/approval-rules.ts'
import { findAuthors, readApprovalRules, readBase, readChanges, readDiffStatistics } from '../../src/store/base.ts'
import { openRepository, type Repository } from '../../src/store/repository.ts'
import { type TemporaryRepository, temporaryRepository } from '../helpers/temporary-repository.ts'

let world: TemporaryRepository
let repository: Repository
beforeEach(async () => {
  world = temporaryRepository()
  repository = await openRepository(world.root, world.environment)
})
afterEach(() => world.remove())

function commit(message = 'Change', author = 'Ada <ada@example.com>'): string {
  world.git('add', '--all')
  world.git('commit', '--quiet', '--message', message, '--author', author)
  return world.git('rev-parse', 'HEAD').trim()
}

/** Files on `origin/main`, as a fetch would leave it; the work tree stays as it was. */
function publish(files: Record<string, string>, ref = 'refs/remotes/origin/main'): void {
  for (const [path, text] of Object.entries(files)) world.write(path, text)
  world.git('update-ref', ref, commit('Base'))
  world.git('reset', '--quiet', '--hard', 'HEAD^')
}

describe('readBase', () => {
  const remote = (name: string): string => `refs/remotes/origin/${name}`
  it.each<[string, string[], string, { ref: string; name: string } | null]>([
    ['no remote', [], 'auto', null],
    ['only branches of another name', [remote('trunk')], 'auto', null],
    ['master', [remote('master')], 'auto', { ref: remote('master'), name: 'origin/master' }],
    ['main before master', [remote('master'), remote('main')], 'auto', { ref: remote('main'), name: 'origin/main' }],
    [
      'what HEAD says before main',
      [remote('trunk'), remote('main'), 'HEAD'],
      'auto',
      { ref: remote('trunk'), name: 'origin/trunk' },
    ],
    ['a named remote branch', [remote('next')], 'origin/next', { ref: remote('next'), name: 'origin/next' }],
    ['a named branch, fetched before local', [remote('main')], 'main', { ref: remote('main'), name: 'origin/main' }],
    ['a named local branch', [], 'main', { ref: 'refs/heads/main', name: 'main' }],
    ['a full name', [remote('main')], 'refs/heads/main', { ref: 'refs/heads/main', name: 'main' }],
  ])('%s', async (_name, refs, configured, expected) => {
    for (const ref of refs)
      if (ref === 'HEAD') world.git('symbolic-ref', remote('HEAD'), remote('trunk'))
      else world.git('update-ref', ref, 'HEAD')
    expect(await readBase(repository, configured, 'origin')).toEqual(expected)
  })

  it('takes a commit', async () => {
    const name = world.git('rev-parse', 'HEAD').trim()
    expect(await readBase(repository, name, 'origin')).toEqual({ ref: name, name })
  })

  it.each(['nowhere', '--all', 'main; rm -rf /'])('refuses what is not here: %s', async (configured) => {
    await expect(readBase(repository, configured, 'origin')).rejects.toMatchObject({
      kind: 'unverifiable',
      code: 'base-missing',
    })
  })
})

describe('readApprovalRules', () => {
  const owners = { '.plans/OWNERS': '# who decides\ngit:Bob@Example.com github:Bob  # Bob\n\nssh:SHA256:AbC\n' }
  const solo: ApprovalRules = {
    preset: 'solo',
    required: 1,
    allowSelf: true,
    trust: 'local',
    owners: [],
    allowAuto: false,
    base: 'local',
  }
  const team: ApprovalRules = {
    ...solo,
    preset: 'team',
    allowSelf: false,
    trust: 'signed',
    owners: [['git:bob@example.com', 'github:bob'], ['ssh:SHA256:AbC']],
    base: 'origin/main',
  }
  const read = async (approvals?: Parameters<typeof readApprovalRules>[1]['approvals']): Promise<ApprovalRules> => {
    const base = await readBase(repository, 'auto', 'origin')
    return readApprovalRules(repository, { base, approvals, autoApprove: false })
  }

  it('is solo without a remote base, and without OWNERS on it', async () => {
    expect(await read()).toEqual(solo)
    world.write('.plans/OWNERS', 'git:eve@example.com\n')
    expect(await read()).toEqual(solo)
    world.git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    expect(await read()).toEqual(solo)
    expect(existsSync(join(repository.commonFolder, 'team'))).toBe(false)
  })

  it('is team with OWNERS on the base, whatever the work tree says', async () => {
    publish(owners)
    world.write('.plans/OWNERS', 'git:eve@example.com\n')
    expect(await read()).toEqual(team)
  })

  it.each([
    ['git@github.com:ada/app.git', 'forge'],
    ['https://github.com/ada/app.git', 'forge'],
    ['https://gitlab.example.com/ada/app.git', 'forge'],
    ['ssh://git@gitlab.com/ada/app.git', 'forge'],
    ['https://git.example.com/github.com', 'signed'],
    ['/srv/git/app.git', 'signed'],
  ] as const)('asks of %s for %s', async (url, trust) => {
    publish(owners)
    world.git('config', 'remote.origin.url', url)
    expect((await read()).trust).toBe(trust)
  })

  it('stays team in a clone that once was', async () => {
    publish(owners)
    await read()
    world.git('update-ref', '-d', 'refs/remotes/origin/main')
    expect(await read()).toEqual({ ...team, owners: [], trust: 'forge', base: 'local' })
    publish({ 'x.txt': 'x' })
    expect(await read()).toEqual({ ...team, owners: [] })
  })

  it('lets the work tree tighten and not loosen', async () => {
    expect(await read({ required: 2, allowSelf: false, trust: 'tty' })).toEqual({
      ...solo,
      required: 2,
      allowSelf: false,
      trust: 'tty',
    })
    publish(owners)
    expect(await read({ required: 1, allowSelf: true, trust: 'local' })).toEqual(team)
  })

  it.each([
    ['.plansrc.yaml', 'approvals:\n  required: 2\n  trust: local\n'],
    ['plans.config.json', '{"approvals":{"required":2,"trust":"local"}}'],
    ['package.json', '{"name":"app","plans":{"approvals":{"required":2,"trust":"local"}}}'],
  ])('takes what %s on the base says', async (name, text) => {
    publish({ ...owners, [name]: text })
    expect(await read()).toEqual({ ...team, required: 2, trust: 'local' })
  })

  it('says whether approvals without a dialog count', async () => {
    const rules = await readApprovalRules(repository, { base: null, approvals: undefined, autoApprove: true })
    expect(rules).toEqual({ ...solo, allowAuto: true })
  })

  it.each([
    ['a word that is no principal', { '.plans/OWNERS': 'git:bob@example.com\nbob\n' }, 'owners-unreadable'],
    ['configuration that cannot be parsed', { ...owners, '.plansrc.json': '{' }, 'base-unreadable'],
    [
      'approvals that cannot be right',
      { ...owners, '.plansrc.json': '{"approvals":{"required":0}}' },
      'base-unreadable',
    ],
  ])('refuses %s', async (_name, files, code) => {
    publish(files as Record<string, string>)
    await expect(read()).rejects.toMatchObject({ kind: 'unverifiable', code })
  })

  it('refuses a link in the place of OWNERS', async () => {
    world.write('.plans/x', '')
    symlinkSync('x', join(world.root, '.plans/OWNERS'))
    publish({})
    await expect(read()).rejects.toMatchObject({ code: 'base-unreadable' })
  })
})

describe('findAuthors', () => {
  const path = '.plans/main/plan [1].md'
  const authors = (baseRef: string | null): Promise<string[]> => findAuthors(repository, { baseRef, path })

  it('names author, committer and co-authors of commits since the base that touch the file', async () => {
    world.write(path, 'zero')
    commit('Before', 'Old <old@example.com>')
    world.git('branch', 'base')
    world.write(path, 'one')
    commit('One\n\nCo-authored-by: Cleo <Cleo@Example.com>\n\nmore text', 'Bob <bob@example.com>')
    world.write('other.txt', 'x')
    commit('Other', 'Eve <eve@example.com>')
    expect((await authors('base')).sort()).toEqual([
      'git:ada@example.com',
      'git:bob@example.com',
      'git:cleo@example.com',
    ])
    expect(await authors(null)).toContain('git:old@example.com')
  })

  it('follows the file through a rename', async () => {
    world.git('branch', 'base')
    world.write('.plans/old.md', '# A plan\n\nwith enough text to be known again\n')
    commit('Old', 'Bob <bob@example.com>')
    world.write(path, '')
    world.git('mv', '--force', '.plans/old.md', path)
    commit('Move')
    expect(await authors('base')).toContain('git:bob@example.com')
  })

  it('does not believe a mailmap', async () => {
    world.git('branch', 'base')
    world.write('.mailmap', 'Eve <eve@example.com> <bob@example.com>\n')
    world.write(path, 'one')
    commit('One', 'Bob <bob@example.com>')
    expect(await authors('base')).toContain('git:bob@example.com')
  })

  it('knows nobody before the first commit', async () => {
    const fresh = temporaryRepository({ commit: false })
    try {
      const unborn = await openRepository(fresh.root, fresh.environment)
      expect(await findAuthors(unborn, { baseRef: null, path })).toEqual([])
    } finally {
      fresh.remove()
    }
  })
})

describe('readChanges', () => {
  it('gives paths as they are, and both of a rename', async () => {
    world.write('long.txt', 'a\nb\nc\nd\ne\n')
    world.write('gone.txt', 'x')
    const from = commit()
    world.git('mv', 'long.txt', 'moved "ü"\t.txt')
    rmSync(join(world.root, 'gone.txt'))
    world.write('README.md', '# other\n')
    world.write('deep/new.txt', 'y')
    world.git('config', 'diff.renames', 'false')
    const changes = await readChanges(repository, from, commit())
    expect(changes.sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual([
      { path: 'README.md', status: 'M' },
      { path: 'deep/new.txt', status: 'A' },
      { path: 'gone.txt', status: 'D' },
      { path: 'moved "ü"\t.txt', from: 'long.txt', status: 'R' },
    ])
    expect(await readChanges(repository, from, from)).toEqual([])
  })
})

describe('readDiffStatistics', () => {
  it('counts files and lines', async () => {
    const from = world.git('rev-parse', 'HEAD').trim()
    world.write('README.md', '# app\none\ntwo\n')
    world.write('new.txt', 'x\n')
    expect(await readDiffStatistics(repository, from, commit())).toEqual({ files: 2, insertions: 3, deletions: 0 })
  })

  it('starts no foreign diff program', async () => {
    const from = world.git('rev-parse', 'HEAD').trim()
    world.write('README.md', '# other\n')
    world.git('config', 'diff.external', 'touch external-ran; true')
    expect(await readDiffStatistics(repository, from, commit())).toEqual({ files: 1, insertions: 1, deletions: 1 })
    expect(existsSync(join(world.root, 'external-ran'))).toBe(false)
  })
})
