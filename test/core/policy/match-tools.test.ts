import { describe, expect, it } from 'vitest'
import type { Action } from '../../../src/core/action.ts'
import { matchesRule } from '../../../src/core/policy/match.ts'
import type { MatchMode } from '../../../src/core/policy/match-context.ts'
import { parseRule } from '../../../src/core/policy/rule.ts'

const context = { root: '/app', home: '/home/ada', cwd: '/app' }

function action(parts: Partial<Action>): Action {
  return {
    agent: 'claude-code',
    event: 'before-tool',
    tool: 'Read',
    kind: 'read',
    paths: [],
    cwd: '/app',
    session: 's',
    plansFolders: [],
    ...parts,
  }
}

const matches = (rule: string, call: Action, mode: MatchMode): boolean =>
  matchesRule(parseRule(rule, '/c.yaml'), call, undefined, context, mode)

const calls = {
  read: action({}),
  grep: action({ tool: 'Grep', kind: 'search' }),
  write: action({ tool: 'Write', kind: 'write', paths: ['/app/a'] }),
  edit: action({ tool: 'Edit', kind: 'edit', paths: ['/app/a'] }),
  bash: action({ tool: 'Bash', kind: 'shell', command: 'ls' }),
  monitor: action({ tool: 'Monitor', kind: 'shell', command: 'ls' }),
  agent: action({ tool: 'Agent', kind: 'subagent', subagentType: 'Explore' }),
  exit: action({ tool: 'ExitPlanMode', kind: 'plan-exit' }),
  question: action({ tool: 'AskUserQuestion', kind: 'ask-user' }),
  search: action({ tool: 'WebSearch', kind: 'fetch' }),
  mcp: action({ tool: 'mcp__my_srv__get_issue', kind: 'mcp', server: 'my_srv', serverTool: 'get_issue' }),
  geminiShell: action({ agent: 'gemini-cli', tool: 'run_shell_command', kind: 'shell', command: 'ls' }),
  geminiRead: action({ agent: 'gemini-cli', tool: 'read_file', kind: 'read' }),
  geminiReplace: action({ agent: 'gemini-cli', tool: 'replace', kind: 'edit', paths: ['/app/a'] }),
  geminiPatch: action({ agent: 'gemini-cli', tool: 'patch', kind: 'patch', paths: ['/app/a'] }),
  geminiMcp: action({
    agent: 'gemini-cli',
    tool: 'mcp_jira_get',
    kind: 'mcp',
    server: 'jira',
    serverTool: 'get',
  }),
}

describe('a bare name', () => {
  it.each<[string, keyof typeof calls, stop: boolean, allow: boolean]>([
    ['Read', 'read', true, true],
    ['Read', 'grep', false, false],
    ['Read', 'write', true, false],
    ['Read', 'bash', false, false],
    ['Edit', 'edit', true, true],
    ['Edit', 'write', false, false],
    ['Write', 'write', true, true],
    ['Bash', 'bash', true, true],
    ['Bash', 'monitor', true, true],
    ['bash', 'bash', false, false],
    ['Task', 'agent', true, true],
    ['Agent(Explore)', 'agent', true, true],
    ['Task(Explore)', 'agent', true, true],
    ['Agent(Expl)', 'agent', false, false],
    ['ExitPlanMode', 'exit', true, false],
    ['AskUserQuestion', 'question', true, false],
    ['WebFetch', 'search', false, false],
    ['Bash', 'geminiShell', true, true],
    ['run_shell_command', 'geminiShell', true, true],
    ['Read', 'geminiRead', true, true],
    ['Edit', 'geminiReplace', true, true],
    ['Write', 'geminiReplace', false, false],
    ['Edit', 'geminiPatch', true, false],
    ['toString', 'read', false, false],
  ])('%s and %s', (rule, call, stop, allow) => {
    expect([matches(rule, calls[call], 'any'), matches(rule, calls[call], 'every')]).toEqual([stop, allow])
  })
})

describe('MCP', () => {
  it.each<[string, keyof typeof calls, stop: boolean, allow: boolean]>([
    ['mcp__my_srv', 'mcp', true, true],
    ['mcp__my', 'mcp', false, false],
    ['mcp__my_srv__*', 'mcp', true, true],
    ['mcp__my_srv__get_*', 'mcp', true, true],
    ['mcp__my_srv__set_*', 'mcp', false, false],
    ['mcp__my_srv__get_issue', 'mcp', true, true],
    ['mcp__my_srv__get', 'mcp', false, false],
    ['mcp__*', 'mcp', true, false],
    ['mcp__*__get_*', 'mcp', true, false],
    ['*', 'mcp', true, false],
    ['W*', 'write', true, false],
    ['W*', 'read', false, false],
    ['mcp__jira__get', 'geminiMcp', true, true],
    ['mcp__jira', 'geminiMcp', true, true],
    ['mcp_jira_get', 'geminiMcp', true, true],
    ['mcp__jir', 'geminiMcp', false, false],
  ])('%s and %s', (rule, call, stop, allow) => {
    expect([matches(rule, calls[call], 'any'), matches(rule, calls[call], 'every')]).toEqual([stop, allow])
  })
})

describe('domains', () => {
  it.each<[string, string | undefined, stop: boolean, allow: boolean]>([
    ['example.com', 'https://example.com/x', true, true],
    ['example.com', 'https://EXAMPLE.com.:443?x', true, true],
    ['Example.com.', 'http://user:pass@example.com', true, true],
    ['example.com', 'example.com/path', true, true],
    ['example.com', 'example.com:8080/path', true, true],
    ['example.com', 'https://sub.example.com', false, false],
    ['example.com', 'https://example.com.evil.org', false, false],
    ['example.com', 'https://example.com@evil.org', false, false],
    ['example.com', 'https://evil.org\\@example.com', false, false],
    ['example.com', 'https:\\\\example.com', true, true],
    ['example.com', 'ht\ntps://exam\tple.com', true, true],
    ['example.com', 'https://evil.org/?https://example.com', false, false],
    ['*.example.com', 'https://a.b.example.com', true, true],
    ['*.example.com', 'https://example.com', false, false],
    ['*.example.com', 'https://badexample.com', false, false],
    ['docs-*.example.com', 'https://docs-x.example.com', true, true],
    ['docs-*.example.com', 'https://docs-x.y.example.com', false, false],
    ['*', 'https://example.com', true, true],
    // What a browser would turn into another host is stopped by any rule and allowed by none.
    ['example.com', 'https://ex%61mple.com', true, false],
    ['example.com', 'https://exämple.com', true, false],
    ['example.com', undefined, true, false],
  ])('%s and %s', (pattern, url, stop, allow) => {
    const call = action({ tool: 'WebFetch', kind: 'fetch', ...(url === undefined ? {} : { url }) })
    const rule = `WebFetch(domain:${pattern})`
    expect([matches(rule, call, 'any'), matches(rule, call, 'every')]).toEqual([stop, allow])
  })
})
