import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { digestAlgorithm } from '../../src/core/plan/digest.ts'
import { appendRecord, hashPlanText } from '../../src/store/ledger.ts'
import { openRepository } from '../../src/store/repository.ts'
import { type PlansWorld, plansWorld, repositoryId } from './plans-world.ts'

let world: PlansWorld
beforeAll(() => {
  world = plansWorld()
})
afterAll(() => world.remove())

describe('a submit in the ledger whose front matter cannot be read', () => {
  const id = 'zzzzzzzzzzzz'
  beforeAll(async () => {
    const text = '---\nplan: 1\nplan: 2\n---\n\n# Plan\n'
    const repository = await openRepository(world.root, world.environment)
    const draft = {
      v: 1 as const,
      kind: 'submit' as const,
      plan: id,
      rev: 1,
      alg: digestAlgorithm,
      digest: 'a'.repeat(64),
      blob: await hashPlanText(repository, text),
      actor: { id: 'git:ada@example.com', via: 'cli' as const, interactive: false },
      subject: { repo: repositoryId, branch: 'main' },
      at: '2026-01-02T03:04:05.000Z',
    }
    await appendRecord(repository, 'refs/plans/ledger', draft, text)
  })

  it('takes no other plan along: list, status, new and show go on and name it', async () => {
    const plan = await world.submitted('Beside it')
    const list = await world.plans('list')
    expect(list.exitCode).toBe(0)
    expect(list.stdout).toContain(plan.id)
    expect(list.stderr).toContain(`${id} is left out`)
    const status = JSON.parse((await world.plans('status', '--json')).stdout)
    expect(status).toMatchObject({ id: plan.id })
    expect(status.notices.join()).toContain(id)
    expect((await world.approve(plan)).exitCode).toBe(0)
    await world.plans('archive', plan.id)
  })

  it.each([
    ['show', id],
    ['show', 'zzzz'],
    ['submit', id],
    ['approve', `${id}@${'a'.repeat(64)}`, '--yes'],
  ])('%s %s is 3', async (...args) => {
    const found = await world.plans(...args, '--json')
    expect(found.exitCode).toBe(3)
    expect(JSON.parse(found.stdout).error).toMatchObject({ code: 'front-matter-unreadable' })
  })

  it('a readable file of that id takes its place', async () => {
    const path = '.plans/main/mended.md'
    world.write(path, `---\nplan: 1\nid: ${id}\n---\n\n# Mended\n\nText.\n`)
    expect(await world.json('submit', path)).toMatchObject({ id, revision: 2, state: 'submitted' })
    expect((await world.plans('list')).stderr).toBe('')
    world.git('clean', '--quiet', '--force', '.plans')
    expect(await world.json('show', id)).toMatchObject({ revision: 2, path: null })
  })
})

describe('damaged state', () => {
  const folder = (): string => join(world.root, '.git/plans')

  const holds: [name: string, text: string][] = [
    ['half written', '{"v":1,"since":"20'],
    ['empty', ''],
    ['of another version', '{"v":2}'],
  ]
  it.each(holds)('a hold that is %s stands until a person leaves', async (_name, text) => {
    mkdirSync(folder(), { recursive: true })
    writeFileSync(join(folder(), 'hold.json'), text)
    const status = await world.plans('status', '--json')
    expect(status.exitCode).toBe(0)
    expect(JSON.parse(status.stdout).held).toContain('since unknown by unknown')
    expect(await world.json('enter')).toMatchObject({ mode: 'plan', since: 'unknown', by: 'unknown' })
    expect((await world.plans('exit')).exitCode).toBe(0)
    expect(JSON.parse((await world.plans('status', '--json')).stdout).held).toBeNull()
  })

  it.each(['{"v":1,', '{"v":1}', 'null'])('a session file that holds %s is no session', async (text) => {
    mkdirSync(join(folder(), 'sessions'), { recursive: true })
    writeFileSync(join(folder(), 'sessions/one.json'), text)
    for (const command of ['enter', 'exit']) {
      const found = await world.plans(command, '--session', 'one', '--json')
      expect(found.exitCode).toBe(2)
      expect(JSON.parse(found.stdout).error).toMatchObject({ code: 'session-unknown' })
    }
  })
})
