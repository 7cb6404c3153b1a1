import { describe, expect, it } from 'vitest'
import { findToolShellMark } from '../../../src/core/agents/marks.ts'
import { parseAppendedEnvironment, parseProcessTable } from '../../../src/core/agents/process-table.ts'
import { findAgentProgram } from '../../../src/core/agents/programs.ts'

describe('marks of tool shells', () => {
  const rows: [string, Record<string, string>, string | undefined][] = [
    ['an empty environment', {}, undefined],
    [
      'Claude: tool shell',
      { CLAUDECODE: '1', AI_AGENT: 'claude-code_2.1.332_agent', CLAUDE_CODE_EXECPATH: '/c' },
      'Claude Code',
    ],
    ['Claude: tool shell before AI_AGENT', { CLAUDECODE: '1' }, 'Claude Code'],
    [
      'Claude: hook',
      { CLAUDECODE: '1', AI_AGENT: 'claude-code_2.1.332_harness', CLAUDE_PROJECT_DIR: '/app' },
      undefined,
    ],
    ['Claude: hook before AI_AGENT', { CLAUDECODE: '1', CLAUDE_PROJECT_DIR: '/app' }, undefined],
    [
      'Claude: tool shell dressed as a hook',
      { CLAUDECODE: '1', CLAUDE_PROJECT_DIR: '/app', CLAUDE_CODE_EXECPATH: '/c' },
      'Claude Code',
    ],
    [
      'Claude: the same by its role',
      { CLAUDECODE: '1', CLAUDE_PROJECT_DIR: '/a', AI_AGENT: 'claude-code_2_agent' },
      'Claude Code',
    ],
    ['Gemini: tool shell', { GEMINI_CLI: '1' }, 'Gemini CLI'],
    ['Gemini: hook', { GEMINI_SESSION_ID: 's', GEMINI_PROJECT_DIR: '/a', CLAUDE_PROJECT_DIR: '/a' }, undefined],
    ['Qwen', { QWEN_CODE: '1' }, 'Qwen Code'],
    ['Codex', { CODEX_THREAD_ID: 't' }, 'Codex'],
    ['Codex in a sandbox', { CODEX_SANDBOX: 'seatbelt' }, 'Codex'],
    ['Copilot', { COPILOT_AGENT: '1' }, 'Copilot CLI'],
    ['Cursor agent', { CURSOR_AGENT: '1' }, 'Cursor'],
    ['a terminal of Cursor', { CURSOR_TRACE_ID: 'abc', TERM_PROGRAM: 'vscode' }, undefined],
    ['OpenCode', { OPENCODE: '1', AGENT: '1' }, 'OpenCode'],
    ['Crush', { CRUSH: '1', AGENT: 'crush', AI_AGENT: 'crush' }, 'crush'],
    ['Goose', { GOOSE_TERMINAL: '1' }, 'Goose'],
    ['Amp by the neutral mark', { AGENT: 'amp' }, 'an agent'],
    ['AGENT of somebody else', { AGENT: 'build-07' }, undefined],
    ['switched off', { GEMINI_CLI: '0', CLAUDECODE: 'false', AI_AGENT: '' }, undefined],
  ]
  it.each(rows)('%s', (_title, environment, agent) => {
    expect(findToolShellMark(environment)?.agent).toBe(agent)
  })
  it('names the variable', () => {
    expect(findToolShellMark({ GEMINI_CLI: '1' })?.mark).toBe('GEMINI_CLI=1')
  })
})

describe('programs of agents', () => {
  const rows: [string[], string | undefined][] = [
    [['claude', '--resume'], 'Claude Code'],
    [['/usr/local/bin/claude'], 'Claude Code'],
    [['node', '--require', './x.js', '/lib/node_modules/@anthropic-ai/claude-code/cli.js'], 'Claude Code'],
    [['/usr/bin/node', '/usr/bin/gemini'], 'Gemini CLI'],
    [['node', '/lib/node_modules/@google/gemini-cli/dist/index.js'], 'Gemini CLI'],
    [['C:\\bin\\codex.exe', 'exec'], 'Codex'],
    [['/bin/sh', '/home/ada/bin/opencode'], 'OpenCode'],
    [['bash', '-c', 'claude --version'], undefined],
    [['-zsh'], undefined],
    [['vim', '/home/ada/claude'], undefined],
    [['node', '/home/ada/claude-notes/server.js'], undefined],
    [['/usr/share/code/code', '--type=utility'], undefined],
    [['/opt/Cursor/cursor'], undefined],
    [['node', '-e', 'claude'], undefined],
    [['constructor'], undefined],
    [[], undefined],
  ]
  it.each(rows)('%j', (commandLine, agent) => {
    expect(findAgentProgram(commandLine)).toBe(agent)
  })
})

describe('the process table of ps', () => {
  it('is read by line', () => {
    const table = parseProcessTable(
      '    1     0     0 /sbin/launchd\n  501   1  501 node /usr/local/bin/gemini --x\nrubbish\n',
    )
    expect([...table.values()]).toEqual([
      { pid: 1, parent: 0, user: 0, command: '/sbin/launchd' },
      { pid: 501, parent: 1, user: 501, command: 'node /usr/local/bin/gemini --x' },
    ])
  })
  it('gives the environment behind the command', () => {
    const long = 'node x A=1 PATH=/a b:/c GEMINI_CLI=1 EMPTY='
    expect(parseAppendedEnvironment(long, 'node x')).toEqual({ A: '1', PATH: '/a b:/c', GEMINI_CLI: '1', EMPTY: '' })
    expect(parseAppendedEnvironment(long, 'other')).toEqual({})
  })
})
