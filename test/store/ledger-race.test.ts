import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { afterEach, beforeEach, expect, it } from 'vitest'

import { auditLedger, readLedger } from '../../src/store/ledger.ts'
import { openRepository } from '../../src/store/repository.ts'
import { type TemporaryRepository, temporaryRepository } from '../helpers/temporary-repository.ts'
import { append, ledgerRef, untouched } from './ledger-world.ts'

let world: TemporaryRepository
beforeEach(() => {
  world = temporaryRepository()
})
afterEach(() => world.remove())

const project = resolve(import.meta.dirname, '../..')

interface Worker {
  /** Ids that the process said it had appended. */
  said(): string[]
  /** Kills the process and every git it started. */
  kill(): void
  ended: Promise<number | null>
}

function startWorker(plan: string, count: number, environment: Record<string, string> = {}): Worker {
  const worker = join(import.meta.dirname, 'append-worker.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', worker, world.root, plan, String(count)], {
    cwd: project,
    env: { ...world.environment, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  let errors = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  child.stderr.on('data', (data: Buffer) => (errors += data.toString()))
  const ended = once(child, 'close').then(([code]) => {
    if (code !== 0 && code !== null) throw new Error(errors)
    return code as number | null
  })
  return {
    said: () => output.split('\n').filter((line) => line.length === 64),
    kill: () => process.kill(-(child.pid ?? 0), 'SIGKILL'),
    ended,
  }
}

it('8 processes append 10 records each at once, and none is lost', async () => {
  const before = untouched(world)
  const workers = Array.from({ length: 8 }, (_, index) => startWorker(`plan0000000${index}`, 10))
  await Promise.all(workers.map(({ ended }) => ended))
  const repository = await openRepository(world.root, world.environment)
  const { entries, faults } = await auditLedger(repository, ledgerRef)
  expect(faults).toEqual([])
  expect(entries).toHaveLength(80)
  expect(entries.map(({ record }) => record.id).sort()).toEqual(workers.flatMap((worker) => worker.said()).sort())
  expect(entries.every(({ mine }) => mine)).toBe(true)
  expect(untouched(world)).toBe(before)
}, 180_000)

/** A `git` that waits before it works, so that a kill hits between any two steps. */
function slowGit(): Record<string, string> {
  const bin = join(world.home, 'slow')
  mkdirSync(bin)
  const real = (process.env['PATH'] ?? '')
    .split(':')
    .map((folder) => join(folder, 'git'))
    .find((path) => existsSync(path))
  writeFileSync(join(bin, 'git'), `#!/bin/sh\nsleep 0.03\n"${real}" "$@"\ncode=$?\nsleep 0.03\nexit $code\n`)
  chmodSync(join(bin, 'git'), 0o755)
  return { PATH: `${bin}:${world.environment['PATH']}` }
}

it('a process killed between any two steps leaves a whole chain that others append to', async () => {
  const environment = slowGit()
  const repository = await openRepository(world.root, world.environment)
  await append(repository, { plan: 'zzzzzzzzzzzz' })
  for (let round = 0; round < 12; round++) {
    const worker = startWorker(`plan000000${String(round).padStart(2, '0')}`, 50, environment)
    while (worker.said().length === 0) await sleep(5)
    // Spread evenly over the half second that one append takes here.
    await sleep((round * 500) / 12)
    worker.kill()
    await worker.ended
    const { entries, faults } = await auditLedger(repository, ledgerRef)
    expect(faults).toEqual([])
    const ids = entries.map(({ record }) => record.id)
    expect(ids).toEqual(expect.arrayContaining(worker.said()))
    expect(entries.every(({ mine }) => mine)).toBe(true)
  }
  const before = (await readLedger(repository, ledgerRef)).length
  const { record } = await append(repository, { plan: 'zzzzzzzzzzzz', kind: 'approve' })
  expect(record.seq).toBe(before + 1)
  expect((await auditLedger(repository, ledgerRef)).faults).toEqual([])
}, 180_000)
