import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { digestAlgorithm, digestPlan } from '../../src/core/plan/digest.ts'
import { appendRecord, hashPlanText } from '../../src/store/ledger.ts'
import { openRepository } from '../../src/store/repository.ts'
import { sha256 } from '../../src/store/sha256.ts'
import { openProject } from '../../src/workflows/project.ts'
import { readPlans } from '../../src/workflows/read-plans.ts'
import { wrapGit } from '../helpers/git-wrapper.ts'
import { type TemporaryRepository, temporaryRepository } from '../helpers/temporary-repository.ts'
import { workflowWorld } from './project-world.ts'

let world: TemporaryRepository
beforeAll(() => {
  world = temporaryRepository()
  world.write('.plansrc.yaml', 'repository: "0123456789ab"\n')
})
afterAll(() => world.remove())

/** A plan that nobody has a file of, as after its branch was deleted. */
async function submitStored(id: string): Promise<void> {
  const repository = await openRepository(world.root, world.environment)
  const text = `---\nplan: 1\nid: ${id}\ntitle: Plan ${id}\n---\n\n# Plan\n\nText of ${id}.\n`
  const draft = {
    v: 1 as const,
    kind: 'submit' as const,
    plan: id,
    rev: 1,
    alg: digestAlgorithm,
    digest: digestPlan(text, sha256),
    blob: await hashPlanText(repository, text),
    actor: { id: 'git:ada@example.com', via: 'cli' as const, interactive: false },
    subject: { repo: '0123456789ab', branch: 'gone' },
    at: '2026-01-02T03:04:05.000Z',
  }
  await appendRecord(repository, 'refs/plans/ledger', draft, text)
}

it('many plans that only the ledger has cost no more git processes than one', async () => {
  const log = join(world.root, '../calls')
  const environment = wrapGit(join(world.root, '..'), world.environment, `echo "$*" >>'${log}'\nexec "$GIT" "$@"`)
  const count = async (): Promise<number> => {
    const project = await openProject(workflowWorld(world.root, environment))
    writeFileSync(log, '')
    const { plans } = await readPlans(project)
    for (const { id, text, title } of plans) expect([title, text]).toEqual([`Plan ${id}`, expect.stringContaining(id)])
    return readFileSync(log, 'utf8').trim().split('\n').length
  }
  await submitStored('000000000001')
  const one = await count()
  for (let number = 2; number <= 6; number++) await submitStored(`00000000000${number}`)
  expect(await count()).toBe(one)
})
