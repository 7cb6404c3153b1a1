import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanView } from '../../src/core/plan/plan.ts'
import type { Verification } from '../../src/workflows/verify-plan.ts'
import type { Finished } from '../helpers/run-detached.ts'
import { type PlansWorld, plansWorld } from './plans-world.ts'

let world: PlansWorld
let plan: PlanView & { path: string }

/** Work on a branch of a clone, whose remote's main is the base. */
beforeAll(async () => {
  world = plansWorld()
  const remote = join(world.root, '../remote.git')
  world.git('clone', '--quiet', '--bare', world.root, remote)
  world.git('remote', 'add', 'origin', remote)
  world.git('fetch', '--quiet', 'origin')
  world.git('switch', '--quiet', '--create', 'feature/keys')
  plan = await world.submitted('Keys', '{allow: [src/**], deny: [src/secret/**]}')
  commit('Plan')
})
afterAll(() => world.remove())

function commit(message: string): void {
  world.git('add', '--all')
  world.git('commit', '--quiet', '--allow-empty', '--message', message)
}

async function verify(...args: string[]): Promise<Verification & { error?: { code: string; remedy: string } }> {
  const { stdout, exitCode } = await world.plans('verify', ...args, '--json')
  const found = JSON.parse(stdout)
  if (!found.error) expect(found.exitCode).toBe(exitCode)
  return { ...found, exitCode }
}

/** Every negative answer ends with what to do. */
function lastLine({ stdout, stderr }: Finished): string {
  return `${stdout}${stderr}`.trimEnd().split('\n').at(-1) ?? ''
}

describe('what an approval covers', () => {
  it('submitted is 1, approved is 0', async () => {
    const early = await world.plans('verify')
    expect(early.exitCode).toBe(1)
    expect(lastLine(early)).toBe(`Next: plans approve ${plan.id}@${plan.digest}`)
    expect((await world.approve(plan)).exitCode).toBe(0)
    expect(await verify()).toMatchObject({ exitCode: 0, status: 'self-approved', base: 'origin/main', remedy: null })
  })

  it('ticks, CRLF and status keep the digest, one word does not', async () => {
    const approved = world.read(plan.path)
    const ticked = approved.replace('- [ ]', '- [x]').replace('status: self-approved', 'status: draft')
    world.write(plan.path, ticked.replaceAll('\n', '\r\n'))
    commit('Tick')
    expect((await world.json('show', plan.id)).state).toBe('self-approved')
    expect((await verify()).exitCode).toBe(0)
    world.write(plan.path, approved.replace('quarter', 'month'))
    // The commit counts, not the work tree.
    expect((await world.json('show', plan.id)).state).toBe('stale')
    expect((await verify()).exitCode).toBe(0)
    commit('Change a word')
    const stale = await world.plans('verify')
    expect(stale.exitCode).toBe(4)
    expect(lastLine(stale)).toBe(`Next: plans submit ${plan.id}`)
    expect((await verify('HEAD~1')).exitCode).toBe(0)
    world.git('reset', '--quiet', '--hard', 'HEAD~1')
  })

  it('paths: inside, outside, exempt, both ends of a rename', async () => {
    world.write('src/a.ts', 'export const a = 1\n')
    commit('Inside')
    const inside = await verify()
    expect(inside.exitCode).toBe(0)
    expect(inside.plans[0]?.paths).toEqual([
      { path: plan.path, result: 'exempt' },
      { path: 'src/a.ts', result: 'in-scope' },
    ])
    world.write('src/secret/key.ts', 'export const key = 1\n')
    commit('Denied inside')
    expect((await verify()).exitCode).toBe(6)
    world.git('reset', '--quiet', '--hard', 'HEAD~1')
    world.git('mv', 'README.md', 'src/README.md')
    commit('Move in')
    const moved = await world.plans('verify')
    expect(moved.exitCode).toBe(6)
    expect(moved.stdout).toMatch(/out-of-scope {2}README\.md\n/)
    expect(moved.stdout).toMatch(/in-scope {6}src\/README\.md\n/)
    expect(lastLine(moved)).toMatch(/^Next: /)
    const github = await world.plans('verify', '--format', 'github')
    expect(github.exitCode).toBe(6)
    expect(github.stdout).toContain('::error file=README.md,title=Out of scope::')
    world.git('reset', '--quiet', '--hard', 'HEAD~1')
  })
})

describe('below the plans directory only plans are exempt', () => {
  const rows: [path: string, exitCode: number][] = [
    ['.plans/feature/keys/another.md', 0],
    ['.plans/other/branch/notes.md', 0],
    ['.plans/OWNERS', 6],
    ['.plans/README.md', 6],
    ['.plans/hooks/x.cjs', 6],
    ['.plans/feature/keys/notes.txt', 6],
  ]
  it.each(rows)('%s gives %i', async (path, exitCode) => {
    world.write(path, 'git:mallory@example.com\n')
    commit('Beside plans')
    const found = await verify('--plan', plan.id)
    expect(found.exitCode).toBe(exitCode)
    const result = exitCode === 0 ? 'exempt' : 'out-of-scope'
    expect(found.plans[0]?.paths).toContainEqual({ path, result })
    world.git('reset', '--quiet', '--hard', 'HEAD~1')
  })
})

describe('what may be asked for on top', () => {
  const rows: [args: string[], exitCode: number, code: string][] = [
    [['--require', 'local'], 0, ''],
    [['--require', 'tty'], 1, 'rung-too-low'],
    [['--require', 'signed'], 1, 'rung-too-low'],
    [['--require', 'forge'], 1, 'rung-too-low'],
    [['--require-scope'], 0, ''],
    [['--require-before-code'], 0, ''],
    [['--fresh'], 0, ''],
  ]
  it.each(rows)('%j gives %i', async (args, exitCode, code) => {
    const found = await verify(...args)
    expect(found.exitCode).toBe(exitCode)
    expect(found.plans[0]?.faults[0]?.code ?? '').toBe(code)
    expect(found.remedy === null).toBe(exitCode === 0)
  })

  it('the base moved in scope: only --fresh minds', async () => {
    const other = join(world.root, '../other')
    world.git('worktree', 'add', '--quiet', '-b', 'elsewhere', other, 'origin/main')
    const git = (...args: string[]): string => world.git('-C', other, ...args)
    world.write('../other/src/theirs.ts', 'export const b = 1\n')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'Theirs')
    git('push', '--quiet', 'origin', 'HEAD:main')
    expect((await verify()).exitCode).toBe(0)
    const found = await verify('--fresh')
    expect(found.exitCode).toBe(4)
    expect(found.plans[0]?.faults[0]).toMatchObject({ code: 'drift' })
  })

  it('no scope, and an approval after the code', async () => {
    world.git('switch', '--quiet', '--create', 'feature/late', 'main')
    world.write('src/early.ts', 'export const early = 1\n')
    commit('Code first')
    const late = await world.submitted('Late', '')
    commit('Plan')
    await world.approve(late)
    const plain = await world.plans('verify')
    expect(plain.exitCode).toBe(0)
    expect(plain.stdout).toContain('no scope declared')
    expect(plain.stdout).toContain('approved after 1 changed files')
    expect((await verify('--require-scope')).exitCode).toBe(1)
    expect((await verify('--require-before-code')).exitCode).toBe(1)
    world.git('switch', '--quiet', '--discard-changes', 'feature/keys')
  })
})

describe('two plans of one branch', () => {
  it('what either covers is in scope, and the worst of both counts', async () => {
    world.git('switch', '--quiet', '--create', 'feature/two', 'main')
    const one = await world.submitted('One', '{allow: [src/**]}')
    const two = await world.submitted('Two', '{allow: [docs/**]}')
    for (const path of ['src/one.ts', 'docs/two.md']) world.write(path, 'text\n')
    commit(`Both\n\nPlan-Id: ${one.id}\nPlan-Id: ${two.id}`)
    await world.approve(one)
    expect(await verify()).toMatchObject({ exitCode: 6, remedy: expect.stringContaining(one.id) })
    await world.approve(two)
    const both = await verify()
    expect(both.exitCode).toBe(0)
    expect(both.plans.map(({ id }) => id).sort()).toEqual([one.id, two.id].sort())
    world.git('switch', '--quiet', '--discard-changes', 'feature/keys')
  })

  it('what one of them denies the other cannot allow', async () => {
    world.git('switch', '--quiet', '--create', 'feature/denied', 'main')
    const wide = await world.submitted('Wide', '{allow: ["**"]}')
    const careful = await world.submitted('Careful', '{allow: [src/**], deny: [src/secret/**]}')
    for (const each of [wide, careful]) await world.approve(each)
    world.write('src/open.ts', 'text\n')
    commit(`Open\n\nPlan-Id: ${wide.id}\nPlan-Id: ${careful.id}`)
    expect((await verify()).exitCode).toBe(0)
    world.write('src/secret/key.ts', 'text\n')
    commit('Secret')
    const denied = await verify()
    expect(denied.exitCode).toBe(6)
    expect(denied.plans[0]?.paths).toContainEqual({ path: 'src/secret/key.ts', result: 'out-of-scope' })
    expect((await verify('--plan', wide.id)).exitCode).toBe(0)
    world.git('switch', '--quiet', '--discard-changes', 'feature/keys')
  })
})

describe('which plan', () => {
  it('a draft that only the work tree has is 1, not a wrong name', async () => {
    const draft = await world.json('new', 'Unborn', '--also')
    const found = await verify('--plan', draft.id)
    expect(found).toMatchObject({ exitCode: 1, status: 'draft', remedy: `plans submit ${draft.id}` })
    world.git('clean', '--quiet', '--force', '.plans')
    expect((await verify('--plan', draft.id)).exitCode).toBe(2)
  })

  it('a trailer goes before the files that changed', async () => {
    world.git('switch', '--quiet', '--create', 'feature/trailer')
    commit(`More\n\nPlan-Id: ${plan.id}`)
    expect((await verify()).plans.map(({ id }) => id)).toEqual([plan.id])
    world.git('switch', '--quiet', 'feature/keys')
  })

  it('none is 1, an unknown name is 2', async () => {
    world.git('switch', '--quiet', '--create', 'feature/none', 'origin/main')
    const none = await world.plans('verify')
    expect(none.exitCode).toBe(1)
    expect(lastLine(none)).toBe('Next: plans new "<title>"')
    expect(await verify()).toMatchObject({ exitCode: 1, status: 'none', plans: [] })
    expect((await verify('--plan', 'zzzz')).exitCode).toBe(2)
    world.git('switch', '--quiet', 'feature/keys')
  })
})

describe('a remedy that can work', () => {
  it('an archived plan takes no submit', async () => {
    world.git('switch', '--quiet', '--create', 'feature/done', 'main')
    const done = await world.submitted('Done', '{allow: [src/**]}')
    await world.approve(done)
    world.write('docs/outside.md', 'text\n')
    commit(`Outside\n\nPlan-Id: ${done.id}`)
    expect((await verify()).remedy).toContain(`plans submit ${done.id}`)
    await world.plans('archive', done.id)
    const outside = await verify()
    expect(outside).toMatchObject({ exitCode: 6, remedy: expect.stringContaining('plans new "<title>"') })
    expect((await world.plans('submit', done.id)).exitCode).toBe(1)
    const tty = await verify('--require', 'tty')
    expect(tty.plans[0]?.faults[0]).toMatchObject({ code: 'rung-too-low', remedy: 'plans verify --require local' })
    world.git('switch', '--quiet', '--discard-changes', 'feature/keys')
  })

  it('a rung that is too low: the answer is taken back first, since nobody answers twice', async () => {
    world.git('switch', '--quiet', '--create', 'feature/rung', 'main')
    const low = await world.submitted('Low')
    commit('Plan')
    await world.approve(low)
    expect((await verify('--require', 'tty')).remedy).toMatch(new RegExp(`^plans reject ${low.id} --reason ".+"$`))
    expect((await world.plans('reject', low.id, '--reason', 'To be approved at a terminal')).exitCode).toBe(0)
    await world.json('submit', low.id)
    expect((await world.approve(low)).exitCode).toBe(0)
    world.git('switch', '--quiet', '--discard-changes', 'feature/keys')
  })

  it('fetching a ledger that is missing never overwrites one that is there', async () => {
    world.git('switch', '--quiet', '--create', 'feature/unfetched', 'origin/main')
    world.git('switch', '--quiet', 'feature/keys')
    const clone = join(world.root, '../unfetched')
    world.git('clone', '--quiet', world.root, clone)
    const found = await world.plansIn({ cwd: clone }, 'verify', '--base', 'origin/main', '--json')
    expect(JSON.parse(found.stdout)).toMatchObject({
      status: 'draft',
      exitCode: 1,
    })
    world.git('-C', clone, 'switch', '--quiet', 'feature/unfetched')
    const none = JSON.parse((await world.plansIn({ cwd: clone }, 'verify', '--base', 'origin/main', '--json')).stdout)
    expect(none).toMatchObject({ status: 'none', remedy: 'git fetch origin refs/plans/ledger:refs/plans/ledger' })
    world.git('-C', clone, ...none.remedy.split(' ').slice(1))
    expect((await world.plansIn({ cwd: clone }, 'audit', 'verify')).exitCode).toBe(0)
  })
})

describe('what cannot be judged', () => {
  it('unreadable front matter is 3', async () => {
    world.git('switch', '--quiet', '--create', 'feature/unreadable', 'origin/main')
    world.write('.plans/feature/unreadable/plan.md', '---\nplan: 1\nplan: 2\n---\n\n# Plan\n')
    commit('Plan')
    const found = await verify()
    expect(found.exitCode).toBe(3)
    expect((await world.plans('check', '.plans/feature/unreadable/plan.md')).exitCode).toBe(3)
    world.git('switch', '--quiet', 'feature/keys')
  })

  it('a commit that is not here is 3', async () => {
    const found = await verify('0123456789')
    expect(found).toMatchObject({ exitCode: 3, error: { code: 'commit-missing', remedy: 'git fetch origin' } })
  })

  it('a shallow clone is 3, never a guess', async () => {
    const shallow = join(world.root, '../shallow')
    execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${world.root}`, shallow], { env: world.environment })
    const found = await world.plansIn({ cwd: shallow }, 'verify', '--json')
    expect(found.exitCode).toBe(3)
    expect(JSON.parse(found.stdout)).toMatchObject({ error: { code: 'shallow-clone' } })
  })

  it('a broken ledger is 5 for verify and audit verify', async () => {
    const tip = world.git('rev-parse', 'refs/plans/ledger').trim()
    expect((await world.plans('audit', 'verify')).exitCode).toBe(0)
    const forged = world.git('commit-tree', `${tip}^{tree}`, '-p', tip, '-m', 'plans: approve').trim()
    world.git('update-ref', 'refs/plans/ledger', forged)
    const found = await world.plans('verify')
    expect(found.exitCode).toBe(5)
    expect(lastLine(found)).toBe('Next: plans audit verify')
    const audit = await world.plans('audit', 'verify', '--json')
    expect(audit.exitCode).toBe(5)
    expect(JSON.parse(audit.stdout).faults.length).toBeGreaterThan(0)
    world.git('update-ref', 'refs/plans/ledger', tip)
    expect((await world.plans('audit', 'verify')).exitCode).toBe(0)
  })
})
