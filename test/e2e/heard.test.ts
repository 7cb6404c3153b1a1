import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import type { JsonObject } from '../../src/core/json.ts'
import { type AgentSession, agentSession } from '../helpers/agent-session.ts'

let session: AgentSession
afterEach(() => session?.remove())

const text = '---\nstatus: draft\nscope:\n  allow: [src/**]\n---\n# Rotate tokens\n\n1. Rotate the token\n'

/** The payload of a hook about the plan in that file. */
function call(file: string, event: string, rest: JsonObject = {}): JsonObject {
  return {
    hook_event_name: event,
    permission_mode: 'plan',
    tool_name: 'ExitPlanMode',
    tool_input: { plan: text, planFilePath: file },
    tool_use_id: 't',
    ...rest,
  }
}

function yes(file: string): JsonObject {
  const response = { isAgent: false, filePath: file, plan: text }
  return call(file, 'PostToolUse', { permission_mode: 'default', tool_response: response })
}

it('a yes in the dialog, after somebody rejected that text elsewhere, is no approval', async () => {
  session = agentSession('claude-code')
  const file = join(session.home, '.claude/plans/otter.md')
  session.writeFile(file, text)
  await session.hook('pre-tool-use', call(file, 'PreToolUse'))
  expect((await session.plans('reject', '--reason', 'Not this quarter')).exitCode).toBe(0)
  await session.hook('permission-request', call(file, 'PermissionRequest'))
  const answer = await session.hook('after-tool', yes(file))
  expect(answer).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('is rejected') })
  expect(session.records().map(({ kind }) => kind)).toEqual(['submit', 'reject'])
})

it('a plan that was heard from an agent shows its state in front matter, as one that was submitted by hand', async () => {
  session = agentSession('claude-code')
  const file = join(session.home, '.claude/plans/otter.md')
  session.writeFile(file, text)
  const status = async (): Promise<string | undefined> => {
    const [plan] = await session.list()
    return /^status: (.*)$/m.exec(readFileSync(join(session.root, plan?.path ?? ''), 'utf8'))?.[1]
  }
  await session.hook('pre-tool-use', call(file, 'PreToolUse'))
  expect(await status()).toBe('submitted')
  await session.hook('permission-request', call(file, 'PermissionRequest'))
  await session.hook('after-tool', yes(file))
  expect(await status()).toBe('implementing')
  expect((await session.list())[0]?.state).toBe('implementing')
  expect(readFileSync(file, 'utf8')).toBe(text)
})
