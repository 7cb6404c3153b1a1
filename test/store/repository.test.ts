import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { findBranch, openRepository, readIdentity } from '../../src/store/repository.ts'
import { type TemporaryRepository, temporaryRepository } from '../helpers/temporary-repository.ts'

let world: TemporaryRepository
beforeEach(() => {
  world = temporaryRepository()
})
afterEach(() => world.remove())

const places = async (cwd: string): Promise<object> => {
  const { root, gitDir, commonDir, bare, stateFolder, commonFolder } = await openRepository(cwd, world.environment)
  return { root, gitDir, commonDir, bare, stateFolder, commonFolder }
}

describe('openRepository', () => {
  it('finds a work tree from its root and from below, and creates nothing', async () => {
    const git = join(world.root, '.git')
    const expected = {
      root: world.root,
      gitDir: git,
      commonDir: git,
      bare: false,
      stateFolder: join(git, 'plans'),
      commonFolder: join(git, 'plans'),
    }
    mkdirSync(join(world.root, 'deep/er'), { recursive: true })
    expect(await places(world.root)).toEqual(expected)
    expect(await places(join(world.root, 'deep/er'))).toEqual(expected)
    expect(existsSync(join(git, 'plans'))).toBe(false)
  })

  it('tells a linked work tree from what it shares', async () => {
    const linked = join(world.home, 'linked')
    world.git('worktree', 'add', '--quiet', linked, '-b', 'side')
    const git = join(world.root, '.git')
    expect(await places(linked)).toEqual({
      root: linked,
      gitDir: join(git, 'worktrees/linked'),
      commonDir: git,
      bare: false,
      stateFolder: join(git, 'worktrees/linked/plans'),
      commonFolder: join(git, 'plans'),
    })
  })

  it('opens a bare repository right where the person stands', async () => {
    const bare = join(world.home, 'app.git')
    world.git('clone', '--quiet', '--bare', world.root, bare)
    expect(await places(bare)).toMatchObject({ root: null, gitDir: bare, commonDir: bare, bare: true })
    const { git } = await openRepository(bare, world.environment)
    expect(await git.run(['log', '-1', '--format=%s', 'HEAD'])).toBe('Start\n')
  })

  it.each([
    ['a plain folder', (): string => world.home],
    ['a missing folder', (): string => join(world.home, 'none')],
    [
      'a bare repository that came with a checkout',
      (): string => {
        world.git('init', '--quiet', '--bare', 'vendored.git')
        return join(world.root, 'vendored.git')
      },
    ],
    [
      'a folder below a bare repository',
      (): string => {
        world.git('clone', '--quiet', '--bare', world.root, join(world.home, 'app.git'))
        return join(world.home, 'app.git/refs')
      },
    ],
  ])('refuses %s', async (_name, place) => {
    await expect(openRepository(place(), world.environment)).rejects.toMatchObject({
      kind: 'usage',
      code: 'not-a-repository',
    })
  })
})

describe('findBranch', () => {
  it.each([
    ['main', []],
    ['feature/a-b', ['switch', '--quiet', '--create', 'feature/a-b']],
    ['heads/odd', ['switch', '--quiet', '--create', 'heads/odd']],
    ['unborn', ['switch', '--quiet', '--orphan', 'unborn']],
    ['_detached', ['switch', '--quiet', '--detach']],
  ])('%s', async (branch, args) => {
    if (args.length > 0) world.git(...args)
    expect(await findBranch(await openRepository(world.root, world.environment))).toBe(branch)
  })

  it('takes the head branch that CI names, when detached only', async () => {
    const environment = { ...world.environment, GITHUB_HEAD_REF: 'feature/ci' }
    expect(await findBranch(await openRepository(world.root, environment))).toBe('main')
    world.git('switch', '--quiet', '--detach')
    expect(await findBranch(await openRepository(world.root, environment))).toBe('feature/ci')
  })
})

describe('readIdentity', () => {
  const without = (...names: string[]): Record<string, string> =>
    Object.fromEntries(Object.entries(world.environment).filter(([name]) => !names.includes(name)))
  const committer = ['GIT_COMMITTER_NAME', 'GIT_COMMITTER_EMAIL']
  const identity = async (environment: Record<string, string>): Promise<string> =>
    readIdentity(await openRepository(world.root, environment))

  it('lowers the address', async () => {
    expect(await identity({ ...world.environment, GIT_COMMITTER_EMAIL: 'Ada@Example.COM' })).toBe('git:ada@example.com')
  })

  it('reads the configuration', async () => {
    world.git('config', 'user.name', 'Ada')
    world.git('config', 'user.email', 'ada@work.example')
    expect(await identity(without(...committer))).toBe('git:ada@work.example')
  })

  it('needs no name', async () => {
    world.git('config', 'user.email', 'ada@work.example')
    expect(await identity(without(...committer))).toBe('git:ada@work.example')
  })

  it('takes EMAIL, as git does', async () => {
    expect(await identity({ ...without(...committer), EMAIL: 'ada@mail.example' })).toBe('git:ada@mail.example')
  })

  it('takes no address that git makes up', async () => {
    await expect(identity(without(...committer))).rejects.toMatchObject({
      kind: 'usage',
      code: 'identity-missing',
      remedy: expect.stringContaining('git config user.email'),
    })
  })

  it('works before the first commit', async () => {
    const fresh = temporaryRepository({ commit: false })
    try {
      const repository = await openRepository(fresh.root, fresh.environment)
      expect(await readIdentity(repository)).toBe('git:ada@example.com')
      expect(await findBranch(repository)).toBe('main')
    } finally {
      fresh.remove()
    }
  })
})
