import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PlansWorld, plansWorld } from '../cli/plans-world.ts'

let world: PlansWorld
beforeAll(() => {
  world = plansWorld()
})
afterAll(() => world.remove())

it('18: after a squash merge, a deleted branch and a garbage collection, the audit is whole and the text is there', async () => {
  world.git('switch', '--quiet', '--create', 'feature/keys')
  const plan = await world.submitted('Keys')
  world.write(plan.path, world.read(plan.path).replace('quarter', 'month'))
  const second = await world.json('submit', plan.id)
  expect((await world.approve(second)).exitCode).toBe(0)
  world.write('src/keys.ts', 'export const keys = 1\n')
  world.git('add', '--all')
  world.git('commit', '--quiet', '--message', 'Work')
  const head = world.git('rev-parse', 'HEAD').trim()
  expect((await world.plans('archive', plan.id)).exitCode).toBe(0)
  const before = (await world.plans('audit', '--json')).stdout

  world.git('switch', '--quiet', '--discard-changes', 'main')
  world.git('merge', '--quiet', '--squash', 'feature/keys')
  world.git('rm', '--quiet', '-r', '--force', '.plans')
  world.git('commit', '--quiet', '--message', `Keys (#7)\n\nPlan-Id: ${plan.id}`)
  world.git('branch', '--quiet', '--delete', '--force', 'feature/keys')
  world.git('reflog', 'expire', '--expire=now', '--expire-unreachable=now', '--all')
  world.git('gc', '--quiet', '--prune=now')
  expect(() => world.git('cat-file', '-e', head)).toThrow()
  expect(existsSync(join(world.root, plan.path))).toBe(false)

  expect((await world.plans('audit', 'verify')).exitCode).toBe(0)
  expect((await world.plans('audit', '--json')).stdout).toBe(before)
  expect(await world.kinds()).toEqual(['submit', 'submit', 'approve', 'archive'])
  const shown = await world.plans('show', plan.id)
  expect(shown.exitCode).toBe(0)
  expect(shown.stdout).toContain('Rotate them once a month.')
  expect(await world.json('show', plan.id)).toMatchObject({
    state: 'archived',
    path: null,
    branch: 'feature/keys',
    digest: second.digest,
    approvals: [{ digest: second.digest }],
  })
  const audit = await world.plans('audit', 'HEAD')
  expect(audit.exitCode).toBe(0)
  expect(audit.stdout).toContain('approved by git:ada@example.com')
})
