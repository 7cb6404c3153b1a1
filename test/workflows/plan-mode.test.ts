import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newSession } from '../../src/core/session/modes.ts'
import { openRepository } from '../../src/store/repository.ts'
import { readHold, readSession, writeSession } from '../../src/store/session.ts'
import { enterPlanMode, enterSession } from '../../src/workflows/enter-plan-mode.ts'
import { exitPlanMode, exitSession } from '../../src/workflows/exit-plan-mode.ts'
import type { World } from '../../src/workflows/world.ts'
import { type TemporaryRepository, temporaryRepository } from '../helpers/temporary-repository.ts'
import { workflowWorld } from './project-world.ts'

let repository: TemporaryRepository
let world: World
let stateFolder: string
beforeAll(async () => {
  repository = temporaryRepository()
  world = workflowWorld(repository.root, repository.environment)
  stateFolder = (await openRepository(repository.root, repository.environment)).stateFolder
})
afterAll(() => repository.remove())

describe('the hold of a work tree', () => {
  it('entering twice keeps the first, leaving twice is nothing to leave', async () => {
    const hold = await enterPlanMode(world)
    expect(await enterPlanMode({ ...world, now: () => new Date() })).toEqual(hold)
    expect(readHold(stateFolder)).toEqual(hold)
    await exitPlanMode(world)
    expect(readHold(stateFolder)).toBeUndefined()
    await expect(exitPlanMode(world)).rejects.toMatchObject({ code: 'not-in-plan-mode', exitCode: 1 })
  })

  it('an agent may enter, and not leave', async () => {
    const inside = { ...world, environment: { ...world.environment, GEMINI_CLI: '1' } }
    await enterPlanMode(inside)
    await expect(exitPlanMode(inside)).rejects.toMatchObject({ code: 'inside-agent', exitCode: 7 })
    expect(readHold(stateFolder)).toBeDefined()
    await exitPlanMode(world)
  })
})

describe('the tracked mode of a session', () => {
  it('goes to plan and to default, others stay', async () => {
    for (const id of ['one', 'two']) writeSession(stateFolder, newSession('gemini-cli', id, '2026-01-01T00:00:00.000Z'))
    expect(await enterSession(world, 'one')).toMatchObject({ mode: 'plan', prePlanMode: 'default' })
    expect(readSession(stateFolder, 'two')).toMatchObject({ mode: 'default' })
    const left = await exitSession(world, 'one')
    expect(left).toMatchObject({ mode: 'default', modeBy: 'plans exit' })
    expect(left).not.toHaveProperty('prePlanMode')
    await expect(exitSession(world, 'one')).rejects.toMatchObject({ code: 'not-in-plan-mode' })
    await expect(exitSession(world, 'three')).rejects.toMatchObject({ code: 'session-unknown' })
  })
})
