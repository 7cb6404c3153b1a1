import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Launcher, loaderArguments, loaderCommand } from '../../src/adapters/loader.ts'
import type { AgentId } from '../../src/core/action.ts'

const project = resolve(import.meta.dirname, '../..')
let folder = ''
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'git-plans-')))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Started {
  stdout: string
  stderr: string
  exitCode: number | null
}

function start(program: string, args: string[], environment: Record<string, string> = {}): Started {
  const env = { PATH: process.env['PATH'] ?? '', ...environment }
  const { stdout, stderr, status } = spawnSync(program, args, { cwd: folder, env, encoding: 'utf8', input: '{}' })
  return { stdout: stdout.trim(), stderr: stderr.trim(), exitCode: status }
}

function paths(launchers: string): Parameters<typeof loaderArguments>[2] {
  return { folder: launchers, form: 'exec', remedy: 'npx --yes git-plans@1.2.3 init' }
}

const missing = /^git-plans denies this call.*MODULE_NOT_FOUND.*A person runs: npx --yes git-plans@1\.2\.3 init$/

describe('a clone without the hooks', () => {
  it('Claude: before a tool, on every channel', () => {
    const { stdout, stderr, exitCode } = start('node', loaderArguments('pre-tool-use', 'claude-code', paths('gone')))
    expect(exitCode).toBe(2)
    expect(stderr).toMatch(missing)
    const answer = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: stderr }
    expect(JSON.parse(stdout)).toEqual({ hookSpecificOutput: answer })
  })
  it('Claude: at a permission request', () => {
    const { stdout, exitCode } = start('node', loaderArguments('permission-request', 'claude-code', paths('gone')))
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { decision: { behavior: 'deny' } } })
  })
  it.each(['sh', 'bash'])('Gemini: before a tool, started by %s', (shell) => {
    const result = start(shell, ['-c', loaderCommand('pre-tool-use', 'gemini-cli', paths('gone'))])
    expect(result.exitCode).toBe(2)
    const answer = JSON.parse(result.stdout) as { decision: string; reason: string }
    expect(answer.decision).toBe('deny')
    expect(answer.reason).toMatch(missing)
  })
  it.each(['after-tool', 'prompt', 'session'] as const)('%s stays quiet', (launcher) => {
    for (const agent of ['claude-code', 'gemini-cli'] as const)
      expect(start('node', loaderArguments(launcher, agent, paths('gone')))).toEqual({
        stdout: '',
        stderr: '',
        exitCode: 0,
      })
  })
})

describe('hooks that are there', () => {
  const place = (name: string): string => {
    const hooks = join(folder, name)
    mkdirSync(hooks, { recursive: true })
    writeFileSync(join(hooks, 'prompt.cjs'), 'console.log(JSON.stringify([__filename, process.argv[2]]))')
    return hooks
  }
  const rows: [string, AgentId][] = [
    ['plain/hooks', 'claude-code'],
    ['with a blank/hooks', 'gemini-cli'],
    ['$HOME and `date` & "quotes" it\'s/hooks', 'gemini-cli'],
  ]
  it.each(rows)('in %s are loaded in both forms', (name, agent) => {
    const hooks = place(name)
    const expected = [join(hooks, 'prompt.cjs'), agent]
    const launcher: Launcher = 'prompt'
    const direct = start('node', loaderArguments(launcher, agent, paths(hooks)))
    const shell = start('sh', ['-c', loaderCommand(launcher, agent, paths(hooks))])
    expect(JSON.parse(direct.stdout)).toEqual(expected)
    expect(JSON.parse(shell.stdout)).toEqual(expected)
  })
  it('relative to the project, wherever the agent stands', () => {
    place('app/node_modules/git-plans/hooks')
    const words = loaderArguments('prompt', 'claude-code', paths('node_modules/git-plans/hooks'))
    const { stdout } = start('node', words, { CLAUDE_PROJECT_DIR: join(folder, 'app') })
    expect(stdout).toContain('app/node_modules/git-plans/hooks/prompt.cjs')
  })
})

describe('launchers without their bundle', () => {
  const run = (name: string, args: string[], environment: Record<string, string> = {}): Started => {
    cpSync(join(project, 'hooks'), join(folder, 'alone/hooks'), { recursive: true })
    return start('node', [join(folder, `alone/hooks/${name}.cjs`), ...args], environment)
  }
  it('deny in the shape of Claude', () => {
    const { stdout, stderr, exitCode } = run('pre-tool-use', ['claude-code', 'npm ci'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain('npm ci')
    expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } })
  })
  it('deny in the shape of Gemini, by argument or by environment', () => {
    for (const result of [run('pre-tool-use', ['gemini-cli']), run('pre-tool-use', [], { GEMINI_SESSION_ID: 's' })]) {
      expect(result).toMatchObject({ exitCode: 2, stderr: '' })
      expect(JSON.parse(result.stdout)).toMatchObject({ decision: 'deny' })
    }
  })
  it('refuse a permission request', () => {
    expect(run('permission-request', []).stdout).toContain('"behavior":"deny"')
  })
  it.each(['after-tool', 'prompt', 'session'])('%s stays quiet', (name) => {
    expect(run(name, [])).toEqual({ stdout: '', stderr: '', exitCode: 0 })
  })
})
