import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type InstalledPackage, installPackage } from '../helpers/installed-package.ts'
import type { Finished } from '../helpers/run-detached.ts'
import { sharedPath, sharedTitle } from '../helpers/shared.ts'

/** Outcome of each payload in a fresh repository; what is not named has no opinion. */
const outcomes: Record<string, 'deny' | 'ask' | 'allow'> = {
  'claude-code/PreToolUse-Write-planmode.json': 'deny',
  'claude-code/PreToolUse-ExitPlanMode.json': 'ask',
  // Its plan file is not there.
  'gemini-cli/BeforeTool-exit_plan_mode.json': 'deny',
  'gemini-cli/BeforeTool-exit_plan_mode-legacy.json': 'deny',
}

let installed: InstalledPackage

beforeAll(async () => {
  installed = installPackage()
  const init = await installed.run('plans', ['init', '--agent', 'claude-code', '--agent', 'gemini-cli', '--yes'])
  expect(init.exitCode, init.stderr).toBe(0)
}, 180_000)

afterAll(() => installed?.remove())

function send(agent: string, payload: string): Promise<Finished> {
  const text = payload.replaceAll('/home/dev/app', installed.root).replaceAll('/home/dev', installed.home)
  const environment: Record<string, string> =
    agent === 'gemini-cli'
      ? {
          GEMINI_SESSION_ID: 's',
          GEMINI_PROJECT_DIR: installed.root,
          GEMINI_PLANS_DIR: join(installed.home, '.gemini/tmp/app/5b0d2d7e/plans'),
        }
      : { CLAUDECODE: '1', CLAUDE_PROJECT_DIR: installed.root }
  return installed.run('plans-pre-tool-use', [agent], { input: text, environment })
}

/** The bytes of section 0.4 of the protocols: what is read on each channel, and no field more. */
function expectBytes(agent: string, outcome: string | undefined, answer: Finished): void {
  const parsed = answer.stdout === '' ? undefined : JSON.parse(answer.stdout)
  if (agent === 'gemini-cli') {
    if (outcome !== 'deny') {
      expect(answer).toEqual({ stdout: '{}\n', stderr: '', exitCode: 0 })
      return
    }
    expect(answer).toEqual({
      stdout: `${JSON.stringify({ decision: 'deny', reason: parsed.reason })}\n`,
      stderr: '',
      exitCode: 2,
    })
    expect(parsed.reason).not.toBe('')
    return
  }
  if (outcome === undefined) {
    expect(answer).toEqual({ stdout: '', stderr: '', exitCode: 0 })
    return
  }
  const reason = parsed.hookSpecificOutput.permissionDecisionReason
  const output = {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: outcome, permissionDecisionReason: reason },
  }
  const denied = outcome === 'deny'
  expect(answer).toEqual({
    stdout: `${JSON.stringify(output)}\n`,
    stderr: denied ? `${reason}\n` : '',
    exitCode: denied ? 2 : 0,
  })
  expect(reason).not.toBe('')
}

describe('the packed package answers the recorded payloads', () => {
  for (const [agent, prefix] of [
    ['claude-code', 'PreToolUse-'],
    ['gemini-cli', 'BeforeTool-'],
  ] as const) {
    const folder = sharedPath(`payloads/${agent}`)
    const names = folder ? readdirSync(folder).filter((name) => name.startsWith(prefix)) : []
    it.skipIf(!folder).for(names.length > 0 ? names : ['none'])(
      sharedTitle(`${agent} %s`, `payloads/${agent}`),
      async (name) => {
        // A session each: an exit call proves that a Gemini session plans, and the next call would be judged so.
        const payload = { ...JSON.parse(readFileSync(join(folder ?? '', name), 'utf8')), session_id: name }
        const answer = await send(agent, JSON.stringify(payload))
        expectBytes(agent, outcomes[`${agent}/${name}`], answer)
      },
    )
  }
})

describe('what goes wrong denies and says what to do', () => {
  const call = (): string =>
    JSON.stringify({
      session_id: 's',
      cwd: installed.root,
      permission_mode: 'default',
      hook_event_name: 'PreToolUse',
      tool_name: 'Read',
      tool_input: { file_path: `${installed.root}/a` },
    })
  const rows: [string, () => string, RegExp][] = [
    ['empty standard input', () => '', /empty/],
    ['no JSON', () => '{', /JSON/],
    ['a list', () => '[]', /not a JSON object/],
    ['9 MiB', () => JSON.stringify({ pad: 'x'.repeat(9 * 1024 * 1024) }), /8 MiB/],
    ['an unknown event', () => call().replace('PreToolUse', 'BeforeLunch'), /BeforeLunch/],
    ['no tool', () => call().replace('"tool_name":"Read",', ''), /tool_name/],
  ]
  for (const [name, input, message] of rows)
    it(name, async () => {
      const answer = await installed.run('plans-pre-tool-use', ['claude-code'], { input: input() })
      expectBytes('claude-code', 'deny', answer)
      expect(answer.stderr).toMatch(message)
      expect(answer.stderr).toMatch(/plans status/)
      expect(answer.stderr).not.toMatch(/\n\s+at /)
    })

  it('broken configuration denies, names file and key, and the mended one passes', async () => {
    const config = readFileSync(join(installed.root, '.plansrc.yaml'), 'utf8')
    installed.write('.plansrc.yaml', `${config}\nscop: {enforce: off}\n`)
    const broken = await installed.run('plans-pre-tool-use', ['claude-code'], { input: call() })
    installed.write('.plansrc.yaml', config)
    const mended = await installed.run('plans-pre-tool-use', ['claude-code'], { input: call() })
    expect(broken.exitCode).toBe(2)
    expect(broken.stderr).toMatch(/scop/)
    expect(broken.stderr).toMatch(/scope/)
    expect(mended.exitCode).toBe(0)
  })
})
