import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runDetached } from '../helpers/run-detached.ts'
import { temporaryEnvironment } from '../helpers/temporary-repository.ts'
import { type PlansWorld, plansWorld, program } from './plans-world.ts'

let world: PlansWorld
beforeAll(() => {
  world = plansWorld()
})
afterAll(() => world.remove())

describe('10: a linked work tree', () => {
  it('gets its plan and its hold, from a folder below too', async () => {
    const tree = join(world.root, '../wt')
    world.git('worktree', 'add', '--quiet', '-b', 'feature/keys', tree)
    const below = join(tree, 'sub/folder')
    mkdirSync(below, { recursive: true })
    const made = await world.plansIn({ cwd: below }, 'new', 'In a work tree', '--json')
    const { path } = JSON.parse(made.stdout)
    expect(path).toMatch(/^\.plans\/feature\/keys\/[\d-]+in-a-work-tree-[0-9a-z]{6}\.md$/)
    expect(statSync(join(tree, path)).isFile()).toBe(true)
    expect(readdirSync(below)).toEqual([])
    expect(world.git('status', '--porcelain')).toBe('')
    await world.plansIn({ cwd: below }, 'enter')
    expect((await world.plans('exit')).exitCode).toBe(1)
    expect((await world.plansIn({ cwd: tree }, 'exit')).exitCode).toBe(0)
  })
})

describe('11: no repository, or a bare one', () => {
  it('outside git nothing is created', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'git-plans-none-')))
    try {
      for (const args of [['new', 'Nowhere'], ['list'], ['status'], ['verify'], ['enter'], ['exit'], ['audit']]) {
        const environment = temporaryEnvironment(folder)
        const found = await runDetached([process.execPath, program, ...args, '--json'], { cwd: folder, environment })
        expect(found.exitCode, args[0]).toBe(2)
        expect(JSON.parse(found.stdout)).toMatchObject({ error: { code: 'not-a-repository' } })
        expect(found.stderr).toBe('')
      }
      expect(readdirSync(folder)).toEqual([])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('a bare repository verifies and audits, and has no place for a plan', async () => {
    const plan = await world.submitted('Seen from a bare repository')
    world.git('add', '--all')
    world.git('commit', '--quiet', '--message', 'Plan')
    await world.approve(plan)
    const bare = join(world.root, '../bare.git')
    world.git('clone', '--quiet', '--bare', world.root, bare)
    world.git('--git-dir', bare, 'fetch', '--quiet', world.root, 'refs/plans/ledger:refs/plans/ledger')
    const verified = await world.plansIn({ cwd: bare }, 'verify', 'main', '--plan', plan.id)
    expect(verified).toMatchObject({ exitCode: 0, stderr: '' })
    expect((await world.plansIn({ cwd: bare }, 'audit')).stdout).toContain(plan.id)
    expect((await world.plansIn({ cwd: bare }, 'audit', 'verify')).exitCode).toBe(0)
    const made = await world.plansIn({ cwd: bare }, 'new', 'Here?', '--json')
    expect(made.exitCode).toBe(2)
    expect(JSON.parse(made.stdout)).toMatchObject({ error: { code: 'bare-repository' } })
    await world.plans('archive', plan.id)
    world.git('add', '--all')
    world.git('commit', '--quiet', '--message', 'Archive')
  })
})

describe('13: nothing but plans, state and ledger is written', () => {
  /** Everything of git that somebody works with: HEAD, index, every ref but the ledger, and the rest of the tree. */
  function snapshot(): unknown {
    const index = join(world.root, '.git/index')
    return {
      head: readFileSync(join(world.root, '.git/HEAD'), 'utf8'),
      index: readFileSync(index).toString('base64'),
      indexTime: statSync(index, { bigint: true }).mtimeNs,
      refs: world
        .git('for-each-ref')
        .split('\n')
        .filter((line) => !line.includes('refs/plans/')),
      stash: world.git('stash', 'list'),
      tree: world
        .git('--no-optional-locks', 'status', '--porcelain', '--untracked-files=all')
        .split('\n')
        .filter((line) => !line.includes('.plans/')),
    }
  }

  it('by submit, reject, approve, start, archive', async () => {
    world.write('src/dirty.ts', 'staged\n')
    world.git('add', 'src/dirty.ts')
    world.write('src/dirty.ts', 'and changed again\n')
    const before = snapshot()
    const plan = await world.submitted('Thirteen')
    expect(snapshot()).toEqual(before)
    expect((await world.plans('reject', plan.id, '--reason', 'Wider.')).exitCode).toBe(0)
    expect(snapshot()).toEqual(before)
    world.write(plan.path, world.read(plan.path).replace('quarter', 'month'))
    const again = await world.json('submit', plan.id)
    expect(again.revision).toBe(2)
    for (const run of [
      () => world.approve(again),
      () => world.plans('start', plan.id),
      () => world.plans('archive', plan.id, '--remove'),
    ]) {
      expect(await run()).toMatchObject({ exitCode: 0 })
      expect(snapshot()).toEqual(before)
    }
    expect(await world.kinds()).toEqual(expect.arrayContaining(['submit', 'reject', 'approve', 'start', 'archive']))
    expect(() => world.read(plan.path)).toThrow()
  })
})
