import { chmodSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { openGit } from '../../src/store/git.ts'
import { type TemporaryRepository, temporaryRepository } from '../helpers/temporary-repository.ts'

let world: TemporaryRepository
beforeEach(() => {
  world = temporaryRepository()
})
afterEach(() => world.remove())

describe('run', () => {
  it('gives what git says, not trimmed', async () => {
    expect(await openGit(world.root, world.environment).run(['rev-parse', '--is-inside-work-tree'])).toBe('true\n')
  })

  it('feeds standard input', async () => {
    const git = openGit(world.root, world.environment)
    const file = world.write('crlf.txt', 'a\r\n')
    const hashed = await git.run(['hash-object', '--stdin'], { input: 'a\r\n' })
    expect(hashed).toBe(world.git('hash-object', '--no-filters', file))
  })

  it('fails with the command and the words of git', async () => {
    const failing = openGit(world.root, world.environment).run(['cat-file', '-t', 'f'.repeat(40)])
    await expect(failing).rejects.toMatchObject({
      kind: 'unverifiable',
      code: 'git-failed',
      message: expect.stringMatching(/git cat-file -t f+.* exit code 128: fatal/),
    })
  })

  it('takes an expected exit code for an answer', async () => {
    const git = openGit(world.root, world.environment)
    expect(await git.run(['rev-parse', '--verify', '--quiet', 'refs/heads/none'], { okExitCodes: [1] })).toBe('')
    expect(await git.succeeds(['rev-parse', '--verify', '--quiet', 'refs/heads/none'])).toBe(false)
    expect(await git.succeeds(['rev-parse', '--verify', '--quiet', 'refs/heads/main'])).toBe(true)
  })

  it.each([
    ['the folder is missing', (): [string, Record<string, string>] => [join(world.root, 'none'), world.environment]],
    [
      'git is missing',
      (): [string, Record<string, string>] => [world.root, { ...world.environment, PATH: world.home }],
    ],
  ])('says so when %s', async (_name, place) => {
    await expect(openGit(...place()).run(['version'])).rejects.toMatchObject({ kind: 'usage', code: 'git-not-started' })
  })
})

describe('what could bend a judgement', () => {
  const subject = ['log', '-1', '--format=%s', 'HEAD']

  it('does not follow replace refs', async () => {
    world.git('commit', '--quiet', '--allow-empty', '--message', 'Forged')
    const forged = world.git('rev-parse', 'HEAD').trim()
    world.git('reset', '--quiet', '--hard', 'HEAD^')
    world.git('replace', 'HEAD', forged)
    expect(world.git(...subject)).toBe('Forged\n')
    expect(await openGit(world.root, world.environment).run(subject)).toBe('Start\n')
  })

  it('does not follow grafts', async () => {
    world.git('commit', '--quiet', '--allow-empty', '--message', 'Second')
    world.write('.git/info/grafts', `${world.git('rev-parse', 'HEAD').trim()}\n`)
    expect(await openGit(world.root, world.environment).run(['rev-list', '--count', 'HEAD'])).toBe('2\n')
  })

  it.each([
    ['GIT_DIR', (): string => join(world.home, 'other.git')],
    ['GIT_WORK_TREE', (): string => world.home],
    ['GIT_OBJECT_DIRECTORY', (): string => world.home],
    ['GIT_INDEX_FILE', (): string => join(world.home, 'index')],
    ['GIT_NAMESPACE', (): string => 'elsewhere'],
    ['GIT_CONFIG_PARAMETERS', (): string => `'core.bare=true'`],
    ['GIT_EXEC_PATH', (): string => world.home],
    ['GIT_TRACE', (): string => '2'],
  ])('does not inherit %s', async (name, value) => {
    const git = openGit(world.root, { ...world.environment, [name]: value() })
    expect(await git.run(['rev-parse', '--show-toplevel'])).toBe(`${world.root}\n`)
    expect(await git.run(subject)).toBe('Start\n')
    expect((await git.porcelain.log()).latest?.message).toBe('Start')
  })

  it('does not inherit configuration by environment', async () => {
    const counted = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'user.email', GIT_CONFIG_VALUE_0: 'eve@example.com' }
    const git = openGit(world.root, { ...world.environment, ...counted })
    expect(await git.succeeds(['config', 'user.email'])).toBe(false)
  })

  it.each([
    ['GIT_COMMITTER_EMAIL', 'bob@example.com', /<bob@example\.com>/],
    ['GIT_COMMITTER_NAME', 'Bob', /^Bob </],
  ])('keeps the identity %s', async (name, value, expected) => {
    const git = openGit(world.root, { ...world.environment, [name]: value })
    expect(await git.run(['var', 'GIT_COMMITTER_IDENT'])).toMatch(expected)
  })

  it('runs no hook, from no place', async () => {
    const hook = world.write('.git/hooks/reference-transaction', '#!/bin/sh\ntouch hook-ran\n')
    chmodSync(hook, 0o755)
    world.git('config', 'core.hooksPath', join(world.root, '.git/hooks'))
    const git = openGit(world.root, world.environment)
    await git.run(['update-ref', 'refs/heads/made', 'HEAD'])
    expect(world.git('status', '--porcelain', '--untracked-files=all')).toBe('')
    expect((await git.porcelain.branch()).all).toContain('made')
  })

  it('starts no file system monitor', async () => {
    const monitor = world.write('.git/monitor', '#!/bin/sh\ntouch "$PWD/monitor-ran"\n')
    chmodSync(monitor, 0o755)
    world.git('config', 'core.fsmonitor', monitor)
    await openGit(world.root, world.environment).run(['status', '--porcelain'])
    world.git('config', '--unset', 'core.fsmonitor')
    expect(world.git('status', '--porcelain', '--untracked-files=all')).toBe('')
  })

  it('does not open a bare repository that lies in a work tree', async () => {
    world.git('init', '--quiet', '--bare', 'vendored.git')
    const git = openGit(join(world.root, 'vendored.git'), world.environment)
    expect(await git.succeeds(['rev-parse', '--git-dir'])).toBe(false)
  })
})
