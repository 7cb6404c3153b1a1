import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { type AgentSession, agentSession } from '../helpers/agent-session.ts'
import type { Finished } from '../helpers/run-detached.ts'

let session: AgentSession

afterEach(() => session?.remove())

const call = (tool: string, input: JsonObject, more: JsonObject = {}): JsonObject => ({
  hook_event_name: 'PreToolUse',
  permission_mode: 'default',
  tool_name: tool,
  tool_input: input,
  tool_use_id: 't',
  ...more,
})
const bash = (command: string, more: JsonObject = {}): JsonObject => call('Bash', { command }, more)
const write = (path: string, more: JsonObject = {}): JsonObject =>
  call('Write', { file_path: path, content: 'x' }, more)
const plan = { permission_mode: 'plan' }

/** `deny`, `ask` and `allow` as the agent reads them; `none` is silence. */
function outcomeOf(answer: Finished): string {
  if (answer.stdout === '') return answer.exitCode === 0 && answer.stderr === '' ? 'none' : `exit ${answer.exitCode}`
  return JSON.parse(answer.stdout).hookSpecificOutput.permissionDecision
}

async function ask(payload: JsonObject, environment: Record<string, string> = {}): Promise<string> {
  return outcomeOf(await session.hook('pre-tool-use', payload, environment))
}

describe('who holds the mode', () => {
  it('plans enter holds the work tree until plans exit', async () => {
    session = agentSession('claude-code')
    expect(await ask(bash('npm test'))).toBe('none')
    await session.plans('enter')
    expect(await ask(bash('npm test'))).toBe('deny')
    expect(await ask(bash('git log'))).not.toBe('deny')
    await session.plans('exit')
    expect(await ask(bash('npm test'))).toBe('none')
  })

  it('C02: PLANS_MODE=plan holds, another value frees nothing', async () => {
    session = agentSession('claude-code')
    expect(await ask(bash('npm test'), { PLANS_MODE: 'plan' })).toBe('deny')
    expect(await ask(bash('npm test', plan), { PLANS_MODE: 'default' })).toBe('deny')
  })

  it('G24: headless, an ask becomes a denial', async () => {
    session = agentSession('claude-code')
    const out = write(join(session.root, '.git/hooks/pre-commit'))
    expect(await ask(out)).toBe('ask')
    expect(await ask(out, { PLANS_HEADLESS: '1' })).toBe('deny')
  })
})

describe('where a call happens', () => {
  it("11: outside a repository the payload's own mode and self-protection hold", async () => {
    session = agentSession('claude-code')
    const outside = { cwd: session.home }
    expect(await ask(bash('npm test', { ...plan, ...outside }))).toBe('deny')
    expect(await ask(bash('npm test', outside))).toBe('none')
    expect(await ask(bash('plans approve x', outside))).toBe('deny')
  })

  it('10: a linked work tree and a folder below it have their own state', async () => {
    session = agentSession('claude-code')
    session.git('worktree', 'add', '--quiet', '-b', 'other', join(session.home, 'other'))
    mkdirSync(join(session.home, 'other/deep'))
    await session.plans('enter', '--cwd', join(session.home, 'other/deep'))
    expect(await ask(bash('npm test', { cwd: join(session.home, 'other/deep') }))).toBe('deny')
    expect(await ask(bash('npm test'))).toBe('none')
  })
})

describe('files as they really are', () => {
  it('12: a linked plans folder is the same folder', async () => {
    session = agentSession('claude-code')
    mkdirSync(join(session.home, 'elsewhere/plans'), { recursive: true })
    symlinkSync(join(session.home, 'elsewhere'), join(session.home, '.claude'))
    expect(await ask(write(join(session.home, '.claude/plans/otter.md'), plan))).toBe('none')
  })

  const links: [string, (root: string) => string][] = [
    ['a link to a file outside', () => '/etc/hosts'],
    ['a link to nothing yet', (root) => join(root, 'src/new.ts')],
  ]
  for (const [name, target] of links)
    it(`C13: ${name} is no plan file`, async () => {
      session = agentSession('claude-code')
      mkdirSync(join(session.home, '.claude/plans'), { recursive: true })
      symlinkSync(target(session.root), join(session.home, '.claude/plans/otter.md'))
      expect(await ask(write(join(session.home, '.claude/plans/otter.md'), plan))).toBe('deny')
    })

  it('a write through a link into .git is a write into .git', async () => {
    session = agentSession('claude-code')
    symlinkSync(join(session.root, '.git/hooks'), join(session.root, 'scripts'))
    expect(await ask(write(join(session.root, 'scripts/pre-commit')))).toBe('ask')
    expect(await ask(write(join(session.root, 'src/pre-commit')))).toBe('none')
  })

  it('a session is bound to its first plan file, each sub-agent to its own', async () => {
    session = agentSession('claude-code')
    const file = (name: string): string => join(session.home, '.claude/plans', name)
    expect(await ask(write(file('one.md'), plan))).toBe('none')
    expect(await ask(write(file('one.md'), plan))).toBe('none')
    expect(await ask(write(file('two.md'), plan))).toBe('deny')
    expect(await ask(write(file('two.md'), { ...plan, agent_id: 'a1', agent_type: 'Plan' }))).toBe('none')
  })
})

describe('configuration', () => {
  it('what a repository loosens does not count before a person trusts it, what it tightens does', async () => {
    session = agentSession(
      'claude-code',
      'plan:\n  allow: ["Bash(npm test *)"]\npermissions:\n  deny: ["Bash(curl *)"]\n',
    )
    expect(await ask(bash('npm test', plan))).toBe('deny')
    expect(await ask(bash('curl https://example.com'))).toBe('deny')
    expect((await session.plans('trust', '--yes')).exitCode).toBe(0)
    expect(await ask(bash('npm test', plan))).toBe('none')
  })

  it('an edit of the configuration is seen by the next call', async () => {
    session = agentSession('claude-code')
    expect(await ask(bash('make'))).toBe('none')
    session.write('.plansrc.yaml', 'repository: test00000000\npermissions:\n  deny: ["Bash(make *)", "Bash(make)"]\n')
    expect(await ask(bash('make'))).toBe('deny')
  })

  it('the gate of a branch opens with an approved plan', async () => {
    session = agentSession('claude-code', 'gate:\n  requireApprovedPlan: [main]\n')
    const file = write(join(session.root, 'src/a.ts'))
    expect(await ask(file)).toBe('deny')
    session.write('.gitignore', 'build/\n')
    expect(await ask(write(join(session.root, 'build/a.js')))).toBe('none')
    const made = JSON.parse((await session.plans('new', 'Work', '--json')).stdout)
    writeFileSync(join(session.root, made.path), `---\nplan: 1\nid: ${made.id}\ntitle: Work\n---\n# Work\n\nDo it.\n`)
    await session.plans('submit', made.id)
    expect(await ask(file)).toBe('deny')
    const [{ digest } = { digest: '' }] = await session.list()
    await session.plans('approve', made.id, '--digest', digest, '--yes')
    expect(await ask(file)).toBe('none')
  })
})

describe('what it keeps beside the repository', () => {
  const damaged: [string, (folder: string) => void][] = [
    ['the compiled policy', (state) => writeFileSync(join(state, 'policy.json'), '{"v":1')],
    ["the plans' state", (state) => writeFileSync(join(state, 'state.json'), 'nonsense')],
  ]
  for (const [name, damage] of damaged)
    it(`${name}, damaged, is made anew`, async () => {
      session = agentSession('claude-code')
      expect(await ask(bash('git log', plan))).toBe('allow')
      damage(join(session.root, '.git/plans'))
      expect(await ask(bash('git log', plan))).toBe('allow')
      expect(await ask(bash('npm test', plan))).toBe('deny')
    })

  it('a damaged code cache is made anew', async () => {
    session = agentSession('claude-code')
    await ask(bash('git log', plan))
    const folder = join(session.home, '.local/state/git-plans/code')
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), 'nonsense')
    expect(await ask(bash('git log', plan))).toBe('allow')
    expect(await ask(bash('npm test', plan))).toBe('deny')
  })

  it('git sees none of it, and no index, HEAD or branch moves', async () => {
    session = agentSession('claude-code')
    const look = (): string =>
      session.git('status', '--porcelain') + session.git('for-each-ref') + session.git('rev-parse', 'HEAD')
    const before = look()
    await ask(bash('git log', plan))
    await ask(write(join(session.root, 'src/a.ts')))
    expect(look()).toBe(before)
  })
})

describe('after a tool has run', () => {
  const ran = (command: string): JsonObject => ({
    ...bash(command),
    hook_event_name: 'PostToolUse',
    tool_response: {},
  })

  it('a call that would have been denied is told to the person; an ordinary one is not', async () => {
    session = agentSession('claude-code')
    await ask(bash('git log'))
    const told = await session.hook('after-tool', ran('plans approve x'))
    expect(JSON.parse(told.stdout).systemMessage).toMatch(/would have been denied/)
    expect(await session.hook('after-tool', ran('git log'))).toEqual({ stdout: '', stderr: '', exitCode: 0 })
  })
})
