import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { type AgentSession, agentSession } from '../helpers/agent-session.ts'

const text = '---\nscope:\n  allow: [src/**]\n---\n# Rotate tokens\n\n1. Rotate the token\n2. Test it\n'
let session: AgentSession

afterEach(() => session?.remove())

function planFile(): string {
  return join(session.home, '.claude/plans/otter.md')
}

const asked = (plan = text, mode = 'plan'): JsonObject => ({
  hook_event_name: 'PreToolUse',
  permission_mode: mode,
  tool_name: 'ExitPlanMode',
  tool_input: { plan, planFilePath: planFile() },
  tool_use_id: 't',
})
const permission = (plan = text): JsonObject => ({
  hook_event_name: 'PermissionRequest',
  permission_mode: 'plan',
  tool_name: 'ExitPlanMode',
  tool_input: { plan, planFilePath: planFile() },
})
const answered = (response: JsonObject): JsonObject => ({
  hook_event_name: 'PostToolUse',
  permission_mode: 'default',
  tool_name: 'ExitPlanMode',
  tool_input: {},
  tool_response: { isAgent: false, filePath: planFile(), ...response },
  tool_use_id: 't',
})

async function leave(): Promise<string> {
  session.writeFile(planFile(), text)
  const answer = await session.hook('pre-tool-use', asked())
  return JSON.parse(answer.stdout).hookSpecificOutput.permissionDecision
}

function kinds(): string[] {
  return session.records().map(({ kind }) => kind)
}

describe("a yes in Claude's own dialog", () => {
  it('dialog, then yes: an approval of exactly the text shown, and work begins', async () => {
    session = agentSession('claude-code')
    expect(await leave()).toBe('ask')
    const dialog = await session.hook('permission-request', permission())
    expect(dialog).toEqual({ stdout: '', stderr: '', exitCode: 0 })
    const answer = await session.hook('after-tool', answered({ plan: text }))
    expect(JSON.parse(answer.stdout).hookSpecificOutput.additionalContext).toMatch(/approved and recorded.*src/)
    expect(kinds()).toEqual(['submit', 'approve', 'start'])
    const [plan] = await session.list()
    expect(plan).toMatchObject({
      state: 'implementing',
      revision: 1,
      title: 'Rotate tokens',
      scope: { allow: ['src/**'] },
    })
    expect(plan?.approvals).toMatchObject([{ rung: 'local', digest: plan?.digest }])
    expect(readFileSync(planFile(), 'utf8')).toBe(text)
    expect(readFileSync(join(session.root, plan?.path ?? ''), 'utf8')).toContain('1. Rotate the token')
  })

  it('an instant yes is heard before its dialog is proven', async () => {
    session = agentSession('claude-code')
    await leave()
    const [, answer] = await Promise.all([
      new Promise((done) => setTimeout(done, 100)).then(() => session.hook('permission-request', permission())),
      session.hook('after-tool', answered({ plan: text })),
    ])
    expect(answer.stdout).toMatch(/approved and recorded/)
    expect((await session.list())[0]?.state).toBe('implementing')
  })

  it("26: a yes without a dialog is nobody's; a later proof of the same digest makes it somebody's", async () => {
    session = agentSession('claude-code')
    await leave()
    await session.hook('after-tool', answered({ plan: text }))
    expect((await session.list())[0]?.state).toBe('auto-approved')
    await session.hook('permission-request', permission())
    expect((await session.list())[0]?.state).toBe('implementing')
  })

  it("26: headless.autoApprove opens the gate for nobody's yes", async () => {
    session = agentSession('claude-code')
    session.writeFile(join(session.home, '.config/git-plans/config.yaml'), 'headless:\n  autoApprove: true\n')
    await leave()
    await session.hook('after-tool', answered({ plan: text }))
    expect((await session.list())[0]?.state).toBe('implementing')
  })

  it("edited in the dialog: the person's own revision, approved and marked", async () => {
    session = agentSession('claude-code')
    await leave()
    await session.hook('permission-request', permission())
    const edited = text.replace('Test it', 'Test it twice')
    await session.hook('after-tool', answered({ plan: edited, planWasEdited: true }))
    expect(session.records().map(({ kind, rev, edited: mark }) => [kind, rev, mark])).toEqual([
      ['submit', 1, undefined],
      ['submit', 2, true],
      ['approve', 2, true],
      ['start', 2, undefined],
    ])
    expect((await session.list())[0]).toMatchObject({ state: 'implementing', revision: 2 })
  })

  const nothing: [string, JsonObject, Record<string, string>, RegExp][] = [
    ['19: another text and no edit', { plan: text.replace('Rotate the', 'Delete the') }, {}, /nothing is approved/],
    ['waiting for a team lead', { plan: text, awaitingLeaderApproval: true }, {}, /waits/],
    ['27: an exit without a plan', { plan: null }, {}, /^$/],
    [
      '30: played from a tool shell',
      { plan: text },
      { AI_AGENT: 'claude-code_2.1.332_agent', CLAUDE_CODE_EXECPATH: '/x' },
      /not believed/,
    ],
  ]
  for (const [name, response, environment, words] of nothing)
    it(`approves nothing: ${name}`, async () => {
      session = agentSession('claude-code')
      await leave()
      await session.hook('permission-request', permission())
      const answer = await session.hook('after-tool', answered(response), environment)
      expect(answer.stdout).toMatch(words)
      expect(kinds()).not.toContain('approve')
      expect((await session.list())[0]?.state).toBe('submitted')
    })

  it('27: a refusal fires no hook: still submitted, and asking again writes nothing twice', async () => {
    session = agentSession('claude-code')
    await leave()
    await session.hook('permission-request', permission())
    expect(await leave()).toBe('ask')
    expect(kinds()).toEqual(['submit'])
  })
})

describe('asking to leave plan mode', () => {
  const refused: [string, () => JsonObject, RegExp][] = [
    ['C19: outside plan mode', () => asked(text, 'default'), /not in plan mode/],
    ['without a plan', () => ({ ...asked(), tool_input: {} }), /no plan text/],
    ['a plan of headings alone', () => asked('# Plan\n\n## Steps\n'), /cannot be submitted/],
    ['C32: a private key in it', () => asked(`# Plan\n\nUse ghp_${'a1B2'.repeat(9)}\n`), /cannot be submitted/],
  ]
  for (const [name, payload, reason] of refused)
    it(`denied: ${name}`, async () => {
      session = agentSession('claude-code')
      const answer = await session.hook('pre-tool-use', payload())
      expect(answer.exitCode).toBe(2)
      expect(answer.stderr).toMatch(reason)
      expect(session.records()).toEqual([])
      // Nothing of a refused text comes into the work tree.
      expect(session.git('status', '--porcelain')).not.toContain('.plans/')
    })

  it('a plan that a person approved in a terminal is left without another question', async () => {
    session = agentSession('claude-code')
    await leave()
    const [plan] = await session.list()
    await session.plans('approve', plan?.id ?? '', '--digest', plan?.digest ?? '', '--yes')
    expect(await session.hook('pre-tool-use', asked())).toEqual({ stdout: '', stderr: '', exitCode: 0 })
    expect(await session.list()).toHaveLength(1)
  })

  it('C03: a sub-agent cannot enter plan mode; the main conversation can', async () => {
    session = agentSession('claude-code')
    const enter = {
      hook_event_name: 'PreToolUse',
      permission_mode: 'default',
      tool_name: 'EnterPlanMode',
      tool_input: {},
      tool_use_id: 't',
    }
    expect((await session.hook('pre-tool-use', { ...enter, agent_id: 'a1', agent_type: 'Explore' })).exitCode).toBe(2)
    expect(await session.hook('pre-tool-use', enter)).toEqual({ stdout: '', stderr: '', exitCode: 0 })
  })

  it('1: the next task of the same session does not overwrite an approved plan', async () => {
    session = agentSession('claude-code')
    await leave()
    await session.hook('permission-request', permission())
    await session.hook('after-tool', answered({ plan: text }))
    const second = '# Another task\n\n1. Do it\n'
    session.writeFile(planFile(), second)
    await session.hook('pre-tool-use', asked(second))
    const plans = await session.list()
    expect(plans.map(({ title, state }) => [title, state]).sort()).toEqual([
      ['Another task', 'submitted'],
      ['Rotate tokens', 'implementing'],
    ])
  })

  it('1: while it is not approved the same file is the next revision', async () => {
    session = agentSession('claude-code')
    await leave()
    const better = text.replace('Test it', 'Test it well')
    session.writeFile(planFile(), better)
    await session.hook('pre-tool-use', asked(better))
    expect(await session.list()).toMatchObject([{ revision: 2, state: 'submitted' }])
  })

  it('the scope holds after approval: inside passes, outside is asked', async () => {
    session = agentSession('claude-code')
    await leave()
    await session.hook('permission-request', permission())
    await session.hook('after-tool', answered({ plan: text }))
    const edit = (path: string): JsonObject => ({
      hook_event_name: 'PreToolUse',
      permission_mode: 'default',
      tool_name: 'Edit',
      tool_input: { file_path: join(session.root, path), old_string: 'a', new_string: 'b' },
      tool_use_id: 't',
    })
    expect((await session.hook('pre-tool-use', edit('src/a.ts'))).stdout).toBe('')
    expect((await session.hook('pre-tool-use', edit('README.md'))).stdout).toMatch(/"ask".*outside the approved scope/)
  })
})
