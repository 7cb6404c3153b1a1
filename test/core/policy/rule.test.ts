import { describe, expect, it } from 'vitest'
import { findNearestName } from '../../../src/core/policy/nearest-name.ts'
import { findRuleFault, parseRule, type RuleList } from '../../../src/core/policy/rule.ts'

describe('a rule', () => {
  it.each([
    ['Bash', { tool: 'Bash' }],
    ['Bash(npm run *)', { tool: 'Bash', specifier: 'npm run *' }],
    ['Bash( make )', { tool: 'Bash', specifier: 'make' }],
    ['Bash(echo (a))', { tool: 'Bash', specifier: 'echo (a)' }],
    ['mcp__jira__get_*', { tool: 'mcp__jira__get_*' }],
  ])('%s', (text, parts) => {
    expect(parseRule(text, '/c.yaml', 3)).toEqual({ text, ...parts, source: '/c.yaml', line: 3 })
  })

  it('that is broken names its place', () => {
    expect(() => parseRule('Bash(', '/c.yaml', 3)).toThrow('/c.yaml:3: the rule "Bash("')
  })

  it.each<[string, RuleList, string | undefined]>([
    ['', 'deny', 'is empty'],
    [' Bash', 'deny', 'blank'],
    ['Bash(rm', 'deny', 'does not end with )'],
    ['Bash)', 'deny', 'nothing opened'],
    ['Bash()', 'deny', 'matches nothing'],
    ['Bash(:*)', 'deny', 'matches nothing'],
    ['Bash(*)', 'allow', undefined],
    ['(x)', 'deny', 'no tool name'],
    ['Bash(run_in_background:true)', 'deny', 'names a parameter'],
    ['Bash(npm run test:unit)', 'deny', undefined],
    ['Agent(Explore)', 'deny', undefined],
    ['Agent(model:opus)', 'deny', 'names a parameter'],
    ['Skill(deploy)', 'deny', 'has a specifier'],
    ['Agent', 'deny', undefined],
    ['mcp__a__b(x)', 'deny', 'has a specifier'],
    ['WebFetch(https://example.com)', 'allow', 'needs domain:'],
    ['WebFetch(domain:example.com)', 'allow', undefined],
    ['Write(docs/**)', 'allow', 'never consulted'],
    ['Write(docs/**)', 'deny', undefined],
    ['Edit(*)', 'allow', 'allows nothing'],
    ['Edit(*)', 'deny', undefined],
    ['Edit(**)', 'allow', undefined],
    ['Edit(!x)', 'deny', 'begins with !'],
    ['Read(../x)', 'deny', 'holds ..'],
    ['Read(a\\b)', 'deny', 'backslash'],
    ['Read(\\[a\\])', 'deny', undefined],
    ['Read([a)', 'deny', 'holds a ['],
    ['Read(//c/**)', 'allow', undefined],
    ['mcp__*', 'allow', 'pattern of tool names'],
    ['mcp__jira*', 'allow', 'pattern of tool names'],
    ['*', 'allow', 'pattern of tool names'],
    ['mcp__my_srv__*', 'allow', undefined],
    ['mcp__*', 'deny', undefined],
    ['*', 'deny', undefined],
  ])('%s under %s', (text, list, fault) => {
    if (fault === undefined) expect(findRuleFault(text, list)).toBeUndefined()
    else expect(findRuleFault(text, list)).toContain(fault)
  })
})

it.each([
  ['permision', 'permissions'],
  ['Base', 'base'],
  ['onmutation', undefined],
  ['x', undefined],
])('the nearest name to %s', (written, nearest) => {
  expect(findNearestName(written, ['permissions', 'base', 'ledger'])).toBe(nearest)
})
