import { describe, expect, it } from 'vitest'
import { findWire, wires } from '../../src/adapters/wires.ts'
import type { HookCall, HookEvent } from '../../src/core/action.ts'
import type { Decision } from '../../src/core/decision.ts'
import type { JsonObject } from '../../src/core/json.ts'

const none: Decision = { outcome: 'none', rule: 'none', reason: '', evidence: [], id: 'x' }
const common = { session_id: 's', cwd: '/app' }

describe('whom to answer', () => {
  const rows: [string, string | undefined, JsonObject, Record<string, string>, string][] = [
    ['the payload names its agent', 'claude-code', { hook_event_name: 'BeforeTool' }, {}, 'gemini-cli'],
    [
      'the payload wins over the other agent around',
      undefined,
      { hook_event_name: 'PreToolUse' },
      { GEMINI_SESSION_ID: 's' },
      'claude-code',
    ],
    [
      'the environment tells for shared events',
      'claude-code',
      { hook_event_name: 'SessionStart' },
      { GEMINI_SESSION_ID: 's' },
      'gemini-cli',
    ],
    [
      'a Gemini started by Claude is Gemini',
      undefined,
      { hook_event_name: 'SessionStart' },
      { GEMINI_SESSION_ID: 's', AI_AGENT: 'claude-code_2_agent' },
      'gemini-cli',
    ],
    [
      'the harness of Claude',
      'gemini-cli',
      { hook_event_name: 'SessionStart' },
      { AI_AGENT: 'claude-code_2.1.332_harness' },
      'claude-code',
    ],
    ['CLAUDE_PROJECT_DIR proves nothing', 'gemini-cli', {}, { CLAUDE_PROJECT_DIR: '/app' }, 'gemini-cli'],
    ['the argument, where nothing proves another', 'gemini-cli', {}, {}, 'gemini-cli'],
    ['neither: the shape of Claude', undefined, {}, {}, 'claude-code'],
    ['an unknown argument: the shape of Claude', 'hal', {}, {}, 'claude-code'],
  ]
  it.each(rows)('%s', (_title, name, payload, environment, expected) => {
    expect(findWire(name, payload, environment).id).toBe(expected)
  })
})

describe('payloads that are not ours', () => {
  const good = { ...common, hook_event_name: 'PreToolUse', tool_name: 'Write', tool_input: { file_path: '/app/a' } }
  const rows: [string, JsonObject, string][] = [
    ['no event', { ...good, hook_event_name: null }, 'hook_event_name'],
    ['another event', { ...good, hook_event_name: 'PostToolUse' }, 'hook_event_name'],
    ['no session', { ...good, session_id: '' }, 'session_id'],
    ['a relative folder', { ...good, cwd: 'app' }, 'cwd'],
    ['no tool', { ...good, tool_name: 7 }, 'tool_name'],
    ['input as text', { ...good, tool_input: '{}' }, 'tool_input'],
    ['input as a list', { ...good, tool_input: [] }, 'tool_input'],
    ['a write to nowhere', { ...good, tool_input: { content: 'x' } }, 'tool_input.file_path'],
  ]
  it.each(rows)('%s is refused by name', (_title, payload, field) => {
    const parse = () => wires['claude-code'].parse('before-tool', payload, {}, '/home/ada')
    expect(parse).toThrow(TypeError)
    expect(parse).toThrow(field)
  })
  it('the same with nothing wrong is read', () => {
    expect(wires['claude-code'].parse('before-tool', good, {}, '/home/ada').event).toBe('before-tool')
  })
  it('Gemini has no permission request', () => {
    const payload = { ...common, hook_event_name: 'BeforeTool', tool_name: 'glob', tool_input: {} }
    expect(() => wires['gemini-cli'].parse('permission-request', payload, {}, '/h')).toThrow(TypeError)
  })
})

describe('failure before anything is known', () => {
  const pre =
    '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"R"}}'
  const rows: [keyof typeof wires, HookEvent, string, string, number][] = [
    ['claude-code', 'before-tool', pre, 'R', 2],
    [
      'claude-code',
      'permission-request',
      '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"R"}}}',
      '',
      0,
    ],
    ['claude-code', 'after-tool', '{"decision":"block","reason":"R"}', '', 0],
    ['claude-code', 'prompt', '{"systemMessage":"R"}', '', 0],
    ['claude-code', 'session', '{"systemMessage":"R"}', '', 0],
    ['gemini-cli', 'before-tool', '{"decision":"deny","reason":"R"}', '', 2],
    ['gemini-cli', 'after-tool', '{"systemMessage":"R","hookSpecificOutput":{"additionalContext":"R"}}', '', 0],
    ['gemini-cli', 'prompt', '{"systemMessage":"R"}', '', 0],
  ]
  it.each(rows)('%s %s', (agent, event, stdout, stderr, exitCode) => {
    expect(wires[agent].formatFailure(event, 'R')).toEqual({ stdout, stderr, exitCode })
  })
  it('a reason is never empty and never longer than agents take', () => {
    const { stderr } = wires['claude-code'].formatFailure('before-tool', ' ')
    expect(stderr.length).toBeGreaterThan(10)
    expect(wires['claude-code'].formatFailure('before-tool', 'x'.repeat(20_000)).stderr.length).toBeLessThan(10_000)
  })
})

describe('what is said besides the decision', () => {
  const claude = (event: HookEvent, name: string, more: JsonObject = {}): HookCall =>
    wires['claude-code'].parse(event, { ...common, hook_event_name: name, ...more }, {}, '/h')
  const gemini = (event: HookEvent, name: string, more: JsonObject = {}): HookCall =>
    wires['gemini-cli'].parse(event, { ...common, hook_event_name: name, ...more }, {}, '/h')
  const claudeTool = { tool_name: 'Bash', tool_input: { command: 'ls' } }
  const geminiTool = { tool_name: 'run_shell_command', tool_input: { command: 'ls' } }
  const extras = { context: 'C', notice: 'N' }
  const specific = (name: string): object => ({
    systemMessage: 'N',
    hookSpecificOutput: { hookEventName: name, additionalContext: 'C' },
  })
  const rows: [string, keyof typeof wires, HookCall, object][] = [
    ['before a tool', 'claude-code', claude('before-tool', 'PreToolUse', claudeTool), specific('PreToolUse')],
    ['after a tool', 'claude-code', claude('after-tool', 'PostToolUse', claudeTool), specific('PostToolUse')],
    ['with a prompt', 'claude-code', claude('prompt', 'UserPromptSubmit'), specific('UserPromptSubmit')],
    ['at the start', 'claude-code', claude('session', 'SessionStart', { source: 'compact' }), specific('SessionStart')],
    ['before compaction', 'claude-code', claude('session', 'PreCompact'), { systemMessage: 'N' }],
    ['before a tool', 'gemini-cli', gemini('before-tool', 'BeforeTool', geminiTool), { systemMessage: 'N' }],
    [
      'after a tool',
      'gemini-cli',
      gemini('after-tool', 'AfterTool', geminiTool),
      { systemMessage: 'N', hookSpecificOutput: { additionalContext: 'C' } },
    ],
    [
      'with a prompt',
      'gemini-cli',
      gemini('prompt', 'BeforeAgent'),
      { systemMessage: 'N', hookSpecificOutput: { additionalContext: 'C' } },
    ],
    [
      'at the start',
      'gemini-cli',
      gemini('session', 'SessionStart', { source: 'startup' }),
      { systemMessage: 'N', hookSpecificOutput: { additionalContext: 'C' } },
    ],
  ]
  it.each(rows)('%s to %s', (_title, agent, call, expected) => {
    const reply = wires[agent].format(call, none, extras)
    expect(JSON.parse(reply.stdout)).toEqual(expected)
    expect(reply.exitCode).toBe(0)
  })
  it('a denial stands alone', () => {
    const deny: Decision = { ...none, outcome: 'deny', reason: 'R' }
    const call = claude('before-tool', 'PreToolUse', claudeTool)
    expect(wires['claude-code'].format(call, deny, extras)).toEqual(wires['claude-code'].format(call, deny))
  })
})

describe('asking', () => {
  const action = {} as never
  const session = { dialogSeen: false, planning: false, headless: 'auto' as const }
  it.each([
    ['claude-code', session, true],
    ['claude-code', { ...session, headless: true as const }, false],
    ['gemini-cli', session, false],
    ['gemini-cli', { ...session, dialogSeen: true }, true],
    ['gemini-cli', { ...session, headless: false as const }, true],
    ['gemini-cli', { ...session, dialogSeen: true, planning: true }, false],
    ['gemini-cli', { ...session, dialogSeen: true, headless: true as const }, false],
  ] as const)('%s %o: %s', (agent, state, expected) => {
    expect(wires[agent].canAsk(action, state)).toBe(expected)
  })
})
