import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runDetached } from '../helpers/run-detached.ts'
import { type PlansWorld, plansWorld, program } from './plans-world.ts'

let world: PlansWorld
beforeAll(() => {
  world = plansWorld()
})
afterAll(() => world.remove())

describe('errors', () => {
  const rows: [name: string, args: string[], exitCode: number, code: string][] = [
    ['an unknown flag', ['list', '--nope'], 2, 'usage'],
    ['a missing argument', ['new'], 2, 'usage'],
    ['a flag out of its options', ['verify', '--require', 'luck'], 2, 'usage'],
    ['a folder that is not there', ['list', '--cwd', '/nowhere/at/all'], 2, 'folder-missing'],
    ['an unknown command', ['lst'], 2, 'command-unknown'],
    ['an unknown command that is a flag', ['--cwd', '.', 'list'], 2, 'command-unknown'],
    ['an unknown plan', ['show', 'zzzz'], 2, 'plan-unknown'],
    ['no plan', ['submit'], 2, 'plan-none'],
    ['an unknown session', ['enter', '--session', 'nobody'], 2, 'session-unknown'],
    ['nothing to leave', ['exit'], 1, 'not-in-plan-mode'],
  ]
  it.each(rows)('%s', async (_name, args, exitCode, code) => {
    const forScripts = await world.plans(...args, '--json')
    expect(forScripts).toMatchObject({ exitCode, stderr: '' })
    const { error } = JSON.parse(forScripts.stdout)
    expect(error).toMatchObject({ code, message: expect.any(String), remedy: expect.stringMatching(/./) })
    const forPeople = await world.plans(...args)
    expect(forPeople).toMatchObject({ exitCode, stdout: '' })
    expect(forPeople.stderr).toContain('Error: ')
    expect(forPeople.stderr).not.toMatch(/^\s+at /m)
  })

  const typed: [words: string[], nearest: string][] = [
    [['lst'], 'plans list'],
    [['aprove', 'x', '--help'], 'plans approve'],
    [['audti', 'verify'], 'plans audit'],
    [['help', 'sumbit'], 'plans submit'],
    [['zzzzzzzz'], 'plans --help'],
  ]
  it.each(typed)('an unknown command names the nearest: %j', async (words, nearest) => {
    const forScripts = await world.plans(...words, '--json')
    expect(forScripts).toMatchObject({ exitCode: 2, stderr: '' })
    expect(JSON.parse(forScripts.stdout).error.remedy).toContain(`\`${nearest}`)
    const forPeople = await world.plans(...words)
    expect(forPeople).toMatchObject({ exitCode: 2, stdout: '' })
    expect(forPeople.stderr).toContain(`\`${nearest}`)
  })

  it('a current folder that was removed is 2', async () => {
    const script = 'mkdir gone && cd gone && rmdir ../gone && exec "$NODE" "$PROGRAM" list --json'
    const environment = { ...world.environment, NODE: process.execPath, PROGRAM: program }
    const found = await runDetached(['sh', '-c', script], { cwd: world.root, environment })
    expect(found.exitCode).toBe(2)
    expect(JSON.parse(found.stdout)).toMatchObject({ error: { code: 'folder-missing' } })
  })

  it('a broken configuration is 2 for every command, status too', async () => {
    world.write('plans.config.yaml', 'directory: .plans\n')
    const found = await world.plans('status', '--json')
    expect(found.exitCode).toBe(2)
    expect(JSON.parse(found.stdout)).toMatchObject({ error: { code: 'config-twice' } })
    world.git('clean', '--quiet', '--force')
    expect((await world.plans('status')).exitCode).toBe(0)
  })
})

describe('a plan from its beginning to its end', () => {
  it('status always names the one next step', async () => {
    const next = async (): Promise<string> => JSON.parse((await world.plans('status', '--json')).stdout).next
    expect(await next()).toBe('plans new "<title>"')
    const plan = await world.submitted('Life')
    expect(await next()).toBe(`plans approve ${plan.id}@${plan.digest}`)
    await world.approve(plan)
    expect(await next()).toBe(`plans start ${plan.id}`)
    const refused = await world.plans('new', 'Beside it', '--json')
    expect(refused.exitCode).toBe(1)
    expect(JSON.parse(refused.stdout)).toMatchObject({ error: { code: 'plan-unfinished' } })
    await world.plans('start', plan.id)
    expect(await next()).toBe(`plans verify --plan ${plan.id}`)
    const after = await world.json('new', 'After it', '--supersede', plan.id)
    expect((await world.json('show', plan.id)).state).toBe('superseded')
    expect((await world.plans('archive', plan.id)).exitCode).toBe(1)
    expect(await next()).toBe(`plans submit ${after.id}`)
  })

  it('with several open plans there is one command, and it is not two', async () => {
    world.git('switch', '--quiet', '--create', 'several')
    for (const title of ['One', 'Two']) await world.submitted(title)
    const { next, notices } = JSON.parse((await world.plans('status', '--json')).stdout)
    expect(next).toBe('plans status <plan>')
    expect(notices).toHaveLength(2)
    world.git('switch', '--quiet', 'main')
  })

  it('a text that went back to an older submit waits for its approval, not for another submit', async () => {
    const plan = await world.submitted('Back and forth')
    const first = world.read(plan.path)
    world.write(plan.path, first.replace('quarter', 'year'))
    await world.approve(await world.json('submit', plan.id))
    world.write(plan.path, first)
    const status = JSON.parse((await world.plans('status', plan.id, '--json')).stdout)
    expect(status).toMatchObject({ state: 'stale', next: `plans approve ${plan.id}@${plan.digest}` })
    const before = await world.kinds()
    await world.json('submit', plan.id)
    expect(await world.kinds()).toEqual(before)
    expect((await world.approve(plan)).exitCode).toBe(0)
    expect((await world.json('show', plan.id)).state).toBe('self-approved')
    await world.plans('archive', plan.id)
  })

  it('submitting twice appends once', async () => {
    const plan = await world.submitted('Twice')
    const before = await world.kinds()
    expect(await world.json('submit', plan.id)).toMatchObject({ revision: 1, digest: plan.digest })
    expect(await world.kinds()).toEqual(before)
  })

  it('a list has the view of every plan', async () => {
    const plans = JSON.parse((await world.plans('list', '--json')).stdout)
    expect(plans.length).toBeGreaterThan(2)
    for (const plan of plans)
      expect(Object.keys(plan).sort()).toEqual(
        ['alg', 'approvals', 'branch', 'digest', 'id', 'path', 'revision', 'scope', 'state', 'title'].sort(),
      )
  })

  it('a commit tells its plan after the archive', async () => {
    world.git('switch', '--quiet', '--create', 'work')
    const plan = await world.submitted('Archived')
    await world.approve(plan)
    expect((await world.plans('audit', 'HEAD')).exitCode).toBe(1)
    world.write('src/work.ts', 'export const work = 1\n')
    world.git('add', '--all')
    world.git('commit', '--quiet', '--message', 'Work')
    const archived = JSON.parse((await world.plans('archive', plan.id, '--pr', '7', '--json')).stdout)
    expect(archived).toMatchObject({
      state: 'archived',
      removed: false,
      archived: { commits: [world.git('rev-parse', 'HEAD').trim()], approvers: ['git:ada@example.com'] },
    })
    const audit = await world.plans('audit', 'HEAD')
    expect(audit.exitCode).toBe(0)
    expect(audit.stdout).toContain(plan.id)
    expect(audit.stdout).toContain('approved by git:ada@example.com')
    expect((await world.plans('archive', plan.id)).exitCode).toBe(1)
  })
})

describe('foreign text', () => {
  it('does not reach the terminal as it is', async () => {
    const path = '.plans/work/hidden.md'
    world.write(
      path,
      '---\nplan: 1\nid: 0123456789ab\ntitle: "A \\e[31mred\\u202e title"\n---\n\n# A\n\nTe\u001b]0;x\u0007xt\u202e.\n',
    )
    for (const args of [['show', path], ['list'], ['status', path]]) {
      const { stdout, exitCode } = await world.plans(...args)
      expect(exitCode).toBe(0)
      expect(stdout).toContain('<U+202E>')
      expect(stdout).not.toMatch(/[\u001b\u0007\u202e]/)
    }
  })
})
