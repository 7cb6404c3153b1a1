import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PlansWorld, plansWorld } from './plans-world.ts'

let world: PlansWorld
afterAll(() => world?.remove())

/** A clone whose base names owners and asks for that rung; the plan is somebody else's. */
function team(trust?: string): PlansWorld {
  world?.remove()
  const made = plansWorld()
  made.write('.plans/OWNERS', 'git:ada@example.com\ngit:grace@example.com\n')
  if (trust !== undefined) made.write('.plansrc.yaml', `${made.read('.plansrc.yaml')}approvals: {trust: ${trust}}\n`)
  made.git('add', '--all')
  made.git('commit', '--quiet', '--message', 'Owners')
  made.git('clone', '--quiet', '--bare', made.root, join(made.root, '../remote.git'))
  made.git('remote', 'add', 'origin', join(made.root, '../remote.git'))
  made.git('fetch', '--quiet', 'origin')
  return made
}

const author = { GIT_COMMITTER_EMAIL: 'bob@example.com', GIT_AUTHOR_EMAIL: 'bob@example.com' }

describe.each(['signed', 'forge'])('the base asks for %s, which this version cannot reach', (trust) => {
  beforeAll(() => {
    world = team(trust)
  })

  it('no remedy leads to an approval that would not count', async () => {
    const { path } = await world.submitted('Out of reach')
    const reach = /approvals\.trust/
    const status = JSON.parse((await world.plans('status', '--json')).stdout)
    expect(status.next).toMatch(reach)
    const submitted = await world.plans('submit', path)
    expect(submitted.stdout).toMatch(reach)
    world.git('add', '--all')
    world.git('commit', '--quiet', '--message', 'Plan')
    const verified = JSON.parse((await world.plans('verify', '--json')).stdout)
    expect(verified).toMatchObject({ exitCode: 1, remedy: expect.stringMatching(reach) })
    const plan = await world.json('show', path)
    const refused = JSON.parse((await world.plans('approve', `${plan.id}@${plan.digest}`, '--yes', '--json')).stdout)
    expect(refused.error).toMatchObject({ code: 'rung-too-low', remedy: expect.stringMatching(reach) })
    const started = JSON.parse((await world.plans('start', plan.id, '--json')).stdout)
    expect(started.error.remedy).toMatch(reach)
    for (const text of [status.next, submitted.stdout, verified.remedy, refused.error.remedy, started.error.remedy])
      expect(text).not.toMatch(/plans approve|[Aa]t a terminal/)
    expect(await world.kinds()).toEqual(['submit'])
  })
})

describe('the base asks for tty', () => {
  it('the remedy is the terminal', async () => {
    world = team('tty')
    const plan = await world.submitted('Within reach')
    const status = JSON.parse((await world.plans('status', '--json')).stdout)
    expect(status.next).toContain(`plans approve ${plan.id}@${plan.digest}`)
    const refused = JSON.parse((await world.plans('approve', `${plan.id}@${plan.digest}`, '--yes', '--json')).stdout)
    expect(refused.error).toMatchObject({ code: 'rung-too-low', remedy: expect.stringContaining('terminal') })
  })
})

describe('where authors do not approve', () => {
  it('an owner does not become the author by approving a draft', async () => {
    world = team('local')
    const made = await world.plansIn({ environment: author }, 'new', 'By Bob', '--json')
    const { id, digest } = JSON.parse(made.stdout)
    const refused = await world.plans('approve', `${id}@${digest}`, '--yes', '--json')
    expect(refused.exitCode).toBe(1)
    expect(JSON.parse(refused.stdout).error).toMatchObject({ code: 'not-submitted', remedy: `plans submit ${id}` })
    expect(await world.kinds()).toEqual([])
  })
})
