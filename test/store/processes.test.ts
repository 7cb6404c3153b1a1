import { mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runDetached } from '../helpers/run-detached.ts'

const script = resolve(import.meta.dirname, '../fixtures/print-ancestors.ts')
const tsx = resolve(import.meta.dirname, '../../node_modules/tsx/dist/cli.mjs')
const shown = process.platform === 'linux' || process.platform === 'darwin'

interface Printed {
  pids: number[]
  inToolShell: boolean
  refusal: string
}

/** Runs the script as a child of the given shell words, away from our own parents. */
async function run(words: string[], environment: Record<string, string> = {}): Promise<Printed> {
  const result = await runDetached([...words, process.execPath, tsx, script], {
    cwd: tmpdir(),
    environment: { PATH: process.env['PATH'] ?? '', ...environment },
  })
  expect(result.stderr).toBe('')
  return JSON.parse(result.stdout) as Printed
}

/** A shell that stays as a parent, having taken a variable out of what its children see. */
const unsetting = (name: string): string[] => ['sh', '-c', `unset ${name}; "$@"; exit $?`, 'sh']

describe.skipIf(!shown)('parents of a process', () => {
  let folder = ''
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'git-plans-')))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('are walked from the nearest up, each once', async () => {
    const { pids } = await run(['sh', '-c', '"$@"; exit $?', 'sh'])
    expect(pids.length).toBeGreaterThanOrEqual(2)
    expect(new Set(pids).size).toBe(pids.length)
  })

  it('without a mark anywhere nothing is refused', async () => {
    expect(await run([])).toMatchObject({ inToolShell: false, refusal: '' })
  })

  it('a mark of our own environment is named', async () => {
    const printed = await run([], { GEMINI_CLI: '1' })
    expect(printed.inToolShell).toBe(true)
    expect(printed.refusal).toContain('GEMINI_CLI=1')
  })

  it('unsetting the mark leaves it in the parent', async () => {
    const printed = await run(unsetting('GEMINI_CLI'), { GEMINI_CLI: '1' })
    expect(printed.inToolShell).toBe(true)
    expect(printed.refusal).toMatch(/process \d+, a parent, carries GEMINI_CLI=1/)
  })

  it('the environment of a hook is no tool shell', async () => {
    const hook = { CLAUDECODE: '1', AI_AGENT: 'claude-code_2.1.332_harness', CLAUDE_PROJECT_DIR: '/app' }
    expect((await run([], hook)).inToolShell).toBe(false)
    expect((await run([], { ...hook, AI_AGENT: 'claude-code_2.1.332_agent' })).inToolShell).toBe(true)
  })

  it('a parent that is an agent is refused, but is no tool shell', async () => {
    const claude = join(folder, 'claude')
    symlinkSync('/bin/sh', claude)
    const printed = await run([claude, '-c', '"$@"; exit $?', 'sh'])
    expect(printed.inToolShell).toBe(false)
    expect(printed.refusal).toMatch(/process \d+, a parent, is Claude Code/)
  })
})
