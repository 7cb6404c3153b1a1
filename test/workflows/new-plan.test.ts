import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newPlan } from '../../src/workflows/new-plan.ts'
import { openProject } from '../../src/workflows/project.ts'
import { type TemporaryRepository, temporaryRepository } from '../helpers/temporary-repository.ts'
import { workflowWorld } from './project-world.ts'

let repository: TemporaryRepository
beforeAll(() => {
  repository = temporaryRepository()
  repository.write('.plansrc.yaml', 'repository: "0123456789ab"\n')
  repository.git('add', '--all')
  repository.git('commit', '--quiet', '--message', 'Name')
})
afterAll(() => repository.remove())

const plain = { also: false, isTerminal: false }

it('14: eight clones write plans of one title apart from each other, and merge without a conflict', async () => {
  const clones = Array.from({ length: 8 }, (_, index) => join(repository.root, `../clone-${index}`))
  const ids = await Promise.all(
    clones.map(async (clone) => {
      repository.git('clone', '--quiet', repository.root, clone)
      const project = await openProject(workflowWorld(clone, repository.environment))
      const made: string[] = []
      for (let count = 0; count < 12; count++) made.push((await newPlan(project, { ...plain, title: 'Same' })).id)
      repository.git('-C', clone, 'add', '--all')
      repository.git('-C', clone, 'commit', '--quiet', '--message', 'Plans')
      return made
    }),
  )
  expect(new Set(ids.flat()).size).toBe(96)
  for (const clone of clones) repository.git('pull', '--quiet', '--no-rebase', '--no-edit', clone, 'main')
  const files = repository.git('ls-files', '.plans').trim().split('\n')
  expect(files).toHaveLength(96)
})

describe('a title', () => {
  const rows: [title: string, shown: string][] = [
    ['  Two\nlines\t', 'Two lines'],
    ['"Quoted": and # more', '"Quoted": and # more'],
    ['Schlüssel drehen', 'Schlüssel drehen'],
    ['{{id}} $& \\1', '{{id}} $& \\1'],
  ]
  it.each(rows)('%j', async (title, shown) => {
    const project = await openProject(workflowWorld(repository.root, repository.environment))
    const plan = await newPlan(project, { ...plain, title })
    expect(plan.title).toBe(shown)
    expect(readFileSync(join(repository.root, plan.file?.path ?? ''), 'utf8')).toContain(`\n# ${shown}\n`)
  })

  it.each(['', ' \n'])('%j is none', async (title) => {
    const project = await openProject(workflowWorld(repository.root, repository.environment))
    await expect(newPlan(project, { ...plain, title })).rejects.toMatchObject({ code: 'title-missing' })
  })
})
