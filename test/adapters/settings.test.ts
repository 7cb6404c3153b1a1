import { describe, expect, it } from 'vitest'
import type { LauncherPaths } from '../../src/adapters/adapter.ts'
import { adapters } from '../../src/adapters/adapters.ts'
import { agentIds } from '../../src/core/action.ts'

const launcher: LauncherPaths = { folder: 'node_modules/git-plans/hooks', form: 'exec', remedy: 'npm install' }

const restored: [string, string][] = [
  ['an empty object', '{}\n'],
  ['one line', '{ "model": "x" }'],
  ['no blanks at all', '{"model":"x"}'],
  ['a comment behind the last value', '{\n  "model": "x" // mine\n}\n'],
  ['tabs, comments and a trailing comma', '{\n\t// top\n\t"a": [1, 2],\n\t"b": 2, // two\n}\n'],
  ['only a comment', '// top\n{\n  // nothing yet\n}\n'],
  ['CRLF', '{\r\n  "a": 1\r\n}\r\n'],
  [
    'hooks of others',
    '{\n  "hooks": {\n    "PreToolUse": [\n      { "hooks": [{ "type": "command", "command": "x" }] } // x\n    ],\n    "BeforeTool": [{"hooks": []}]\n  },\n  "z": 1\n}\n',
  ],
  [
    'a hook that merely names us',
    '{\n  "hooks": {\n    "PreToolUse": [{ "hooks": [{ "type": "command", "command": "git-plans status" }] }]\n  }\n}\n',
  ],
]

describe.each(agentIds)('settings of %s', (agent) => {
  const adapter = adapters[agent]

  it.each(restored)('%s: added once, kept, and given back', (_title, text) => {
    const added = adapter.addHooks(text, launcher)
    expect(adapter.hasHooks(text)).toBe(false)
    expect(adapter.hasHooks(added)).toBe(true)
    expect(adapter.addHooks(added, launcher)).toBe(added)
    for (const line of text.split(/\r?\n/).filter((each) => each.includes('//')))
      expect(added).toContain(line.trim().replace(/,$/, '').split(' // ')[1] ?? line.trim())
    expect(adapter.removeHooks(added)).toBe(text)
    const moved = adapter.addHooks(added, { ...launcher, folder: '/data/hooks' })
    expect(moved).not.toContain(launcher.folder)
    expect(adapter.removeHooks(moved)).toBe(text)
  })

  it('empty text becomes an object', () => {
    expect(adapter.removeHooks(adapter.addHooks('', launcher))).toBe('{}\n')
    expect(adapter.removeHooks('')).toBe('')
  })

  it('a group that others share loses only our handler', () => {
    const other = { type: 'command', command: 'other' }
    const settings = JSON.parse(adapter.addHooks('{}', launcher)) as { hooks: Record<string, { hooks: unknown[] }[]> }
    for (const groups of Object.values(settings.hooks)) groups[0]?.hooks.unshift(other)
    const left = JSON.parse(adapter.removeHooks(JSON.stringify(settings))) as typeof settings
    for (const groups of Object.values(left.hooks)) expect(groups[0]?.hooks).toEqual([other])
  })

  it.each([
    ['a missing brace', '{\n  "a": 1,\n  "b": {\n', 'line 4'],
    ['a list', '[]', 'line 1'],
    ['hooks of another kind', '{\n  "hooks": []\n}', 'line 2'],
    ['hooks twice', '{\n  "hooks": {},\n  "hooks": {}\n}', 'line 3'],
  ])('%s is refused with its line', (_title, text, line) => {
    expect(() => adapter.addHooks(text, launcher)).toThrow(SyntaxError)
    expect(() => adapter.addHooks(text, launcher)).toThrow(line)
  })
})

it('Claude: the hooks that decide count as a denial when they fail', () => {
  const { hooks } = JSON.parse(adapters['claude-code'].addHooks('', launcher)) as {
    hooks: Record<string, [{ matcher?: string; hooks: [{ command: string; args: string[]; onFailure?: string }] }]>
  }
  const closed = Object.entries(hooks).filter(([, [group]]) => group.hooks[0].onFailure === 'block')
  expect(closed.map(([event, [group]]) => [event, group.matcher])).toEqual([
    ['PreToolUse', '*'],
    ['PermissionRequest', 'ExitPlanMode'],
  ])
  expect(hooks['PreToolUse']?.[0].hooks[0].args.slice(2)).toEqual([
    'node_modules/git-plans/hooks/pre-tool-use.cjs',
    'claude-code',
    'npm install',
  ])
})

it('Gemini: time-outs are milliseconds, commands one line', () => {
  const { hooks } = JSON.parse(adapters['gemini-cli'].addHooks('', launcher)) as {
    hooks: Record<string, [{ hooks: [{ command: string; timeout: number }] }]>
  }
  expect(Object.keys(hooks)).toEqual(['BeforeTool', 'AfterTool', 'BeforeAgent', 'SessionStart', 'Notification'])
  for (const [group] of Object.values(hooks)) {
    expect(group.hooks[0].timeout).toBeGreaterThanOrEqual(10_000)
    expect(group.hooks[0].command).not.toMatch(/[\n$`%\\]/)
  }
})

it('hooks that are switched off altogether are noticed', () => {
  expect(adapters['claude-code'].findHindrance('{"disableAllHooks": true}')).toContain('disableAllHooks')
  expect(adapters['claude-code'].findHindrance('{"disableAllHooks": false}')).toBeUndefined()
  expect(adapters['gemini-cli'].findHindrance('{"hooksConfig": {"enabled": false}}')).toContain('hooksConfig')
  expect(adapters['gemini-cli'].findHindrance('{}')).toBeUndefined()
})
