import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { type AgentSession, agentSession } from '../helpers/agent-session.ts'

const text = '# Rotate tokens\n\n1. Rotate the token\n2. Test it\n'
const approved = 'Plan approved. Switching to Default mode (edits will require confirmation).'
let session: AgentSession

afterEach(() => session?.remove())

const exit = (event: string, more: JsonObject = {}): JsonObject => ({
  hook_event_name: event,
  timestamp: '2026-01-02T03:04:05.000Z',
  tool_name: 'exit_plan_mode',
  tool_input: { plan_filename: 'tokens.md' },
  ...more,
})
const answered = (words: string): JsonObject =>
  exit('AfterTool', { tool_response: { llmContent: words, returnDisplay: words } })
const notification: JsonObject = {
  hook_event_name: 'Notification',
  notification_type: 'ToolPermission',
  message: 'Tool requires confirmation',
  details: { type: 'exit_plan_mode', title: 'Plan Approval' },
}

function planFile(): string {
  return join(session.home, '.gemini/tmp/app/plans/tokens.md')
}

async function leave(): Promise<void> {
  session = agentSession('gemini-cli')
  session.writeFile(planFile(), text)
  // Gemini shows its own dialog: our answer is no opinion.
  expect(await session.hook('pre-tool-use', exit('BeforeTool'))).toEqual({ stdout: '{}\n', stderr: '', exitCode: 0 })
}

function kinds(): string[] {
  return session.records().map(({ kind }) => kind)
}

describe("an answer in Gemini's own dialog", () => {
  it('dialog, then yes', async () => {
    await leave()
    expect(await session.hook('session', notification)).toEqual({ stdout: '{}\n', stderr: '', exitCode: 0 })
    const answer = await session.hook('after-tool', answered(approved))
    expect(JSON.parse(answer.stdout).hookSpecificOutput.additionalContext).toMatch(/approved and recorded/)
    expect(kinds()).toEqual(['submit', 'approve', 'start'])
    expect((await session.list())[0]).toMatchObject({ state: 'implementing' })
  })

  const rows: [string, string, string[], string][] = [
    [
      'a no with words becomes a rejection',
      'Plan rejected. User feedback: split step one.',
      ['submit', 'reject'],
      'rejected',
    ],
    ['a no without words', 'Plan rejected. No feedback provided.', ['submit'], 'submitted'],
    ['27: a closed dialog', 'User cancelled the plan approval dialog.', ['submit'], 'submitted'],
    ['words of no known version', 'Plan accepted!', ['submit'], 'submitted'],
  ]
  for (const [name, words, records, state] of rows)
    it(name, async () => {
      await leave()
      await session.hook('session', notification)
      await session.hook('after-tool', answered(words))
      expect(kinds()).toEqual(records)
      expect((await session.list())[0]?.state).toBe(state)
    })

  it('the words of a rejection are kept, and a rejected plan is never archived (G18)', async () => {
    await leave()
    await session.hook('session', notification)
    await session.hook('after-tool', answered('Plan rejected. User feedback: split step one.'))
    expect(session.records().at(-1)?.note).toBe('split step one.')
    const [plan] = await session.list()
    expect((await session.plans('archive', plan?.id ?? '')).exitCode).toBe(1)
    expect(kinds()).not.toContain('archive')
  })

  it('G24: headless, nobody said yes', async () => {
    await leave()
    await session.hook('after-tool', answered('Plan approved. Switching to YOLO mode (auto-approves all tools).'))
    expect((await session.list())[0]?.state).toBe('auto-approved')
  })

  it('22: the file moved between display and yes', async () => {
    await leave()
    await session.hook('session', notification)
    session.writeFile(planFile(), text.replace('Rotate the', 'Delete the'))
    const answer = await session.hook('after-tool', answered(approved))
    expect(answer.stdout).toMatch(/nothing is approved/)
    expect(kinds()).not.toContain('approve')
  })
})

describe('the tracked mode (G17)', () => {
  const write = (path: string): JsonObject => ({
    hook_event_name: 'BeforeTool',
    tool_name: 'write_file',
    tool_input: { file_path: path, content: 'x' },
  })
  const enter = (words: string): JsonObject => ({
    hook_event_name: 'AfterTool',
    tool_name: 'enter_plan_mode',
    tool_input: {},
    tool_response: { llmContent: words, returnDisplay: words },
  })

  it('holds after the agent entered, and lets its plan file pass', async () => {
    session = agentSession('gemini-cli')
    expect((await session.hook('pre-tool-use', write('src/a.ts'))).stdout).toBe('{}\n')
    await session.hook('after-tool', enter('Switching to Plan mode.'))
    const denied = await session.hook('pre-tool-use', write('src/a.ts'))
    expect(denied.exitCode).toBe(2)
    expect(denied.stdout).toMatch(/plans exit --session s/)
    expect((await session.hook('pre-tool-use', write('tokens.md'))).stdout).toBe('{}\n')
    expect((await session.hook('pre-tool-use', write('../tokens.md'))).exitCode).toBe(2)
  })

  it('C01: a refusal to enter leaves the session as it was', async () => {
    session = agentSession('gemini-cli')
    await session.hook('after-tool', enter('User cancelled entering Plan Mode.'))
    expect((await session.hook('pre-tool-use', write('src/a.ts'))).stdout).toBe('{}\n')
  })

  it('an exit call proves that the agent plans, and the yes ends it', async () => {
    await leave()
    expect((await session.hook('pre-tool-use', write('src/a.ts'))).exitCode).toBe(2)
    await session.hook('session', notification)
    await session.hook('after-tool', answered(approved))
    expect((await session.hook('pre-tool-use', write('src/a.ts'))).stdout).toBe('{}\n')
  })
})
