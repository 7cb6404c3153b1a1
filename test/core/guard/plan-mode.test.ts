import { describe, expect, it } from 'vitest'
import { type Case, home, judge, openPlan, policy, root, rule } from '../../helpers/guard-world.ts'

type Row = [string, Case, string]

const planning = (each: Case): Case => ({ mode: 'plan', ...each })

const rows: Row[] = [
  ['a read inside the project', { kind: 'read', tool: 'Read', path: `${root}/src/a.ts` }, 'allow'],
  ['a read outside it is left to the agent', { kind: 'read', tool: 'Read', path: '/etc/hosts' }, 'none'],
  ['a read-only command', { command: 'git status && grep -rn token src' }, 'allow'],
  ['the same command with a write behind it', { command: 'git status && grep -rn token src > found.txt' }, 'deny'],
  ['rm', { command: 'rm -rf build' }, 'deny'],
  ['sed in place', { command: "sed -i 's/a/b/' src/a.ts" }, 'deny'],
  ['sed to standard output', { command: "sed 's/a/b/' src/a.ts" }, 'allow'],
  ['a program nobody knows', { command: 'frobnicate --all' }, 'deny'],
  ['PowerShell is closed', { command: 'Get-ChildItem', tool: 'PowerShell', action: { shell: 'powershell' } }, 'deny'],
  ['a shell call without text', { kind: 'shell', tool: 'Bash' }, 'deny'],
  ['a write', { path: `${root}/src/a.ts` }, 'deny'],
  ["the session's plan file", { path: `${home}/.claude/plans/otter.md` }, 'none'],
  ['C13: not Markdown in the plans folder', { path: `${home}/.claude/plans/otter.sh` }, 'deny'],
  ['C13: below the plans folder', { path: `${home}/.claude/plans/deep/otter.md` }, 'deny'],
  [
    'C13: a link in the plans folder',
    { path: `${home}/.claude/plans/otter.md`, context: { isRegularFileOrAbsent: () => false } },
    'deny',
  ],
  [
    'a plan under its branch folder',
    { path: `${root}/.plans/main/2026-01-02-tokens-aaaabb.md`, plans: [openPlan({ open: false })] },
    'none',
  ],
  [
    'an approved plan is no plan file any more',
    { path: `${root}/.plans/main/2026-01-02-tokens-aaaabb.md`, plans: [openPlan()] },
    'deny',
  ],
  ['OWNERS is not a plan', { path: `${root}/.plans/OWNERS` }, 'deny'],
  [
    'an MCP tool that may do anything',
    { kind: 'mcp', tool: 'mcp__github__create_issue', action: { server: 'github', serverTool: 'create_issue' } },
    'ask',
  ],
  [
    'an MCP tool that says it only reads',
    {
      kind: 'mcp',
      tool: 'mcp__github__get_issue',
      action: { server: 'github', serverTool: 'get_issue', annotations: { readOnly: true } },
    },
    'none',
  ],
  ['a tool nobody knows', { kind: 'other', tool: 'Workflow' }, 'ask'],
  ['a fetch by the tool', { kind: 'fetch', tool: 'WebFetch' }, 'none'],
  ['a todo list', { kind: 'internal', tool: 'TodoWrite' }, 'none'],
]

describe('plan mode is read-only (C13, C14, G08)', () => {
  for (const [name, each, outcome] of rows)
    it(`${outcome}: ${name}`, () => expect(judge(planning(each)).outcome).toBe(outcome))
})

const mcpRead = policy({ plan: { ...policy().plan, mcpRead: ['github/create_issue'] } })
const planAllow = policy({ plan: { ...policy().plan, allow: [rule('Bash(npm test *)'), rule('Write(/notes/**)')] } })
const lifted: Row[] = [
  [
    'plan.mcp.read names the tool',
    {
      kind: 'mcp',
      tool: 'mcp__github__create_issue',
      action: { server: 'github', serverTool: 'create_issue' },
      policy: mcpRead,
    },
    'none',
  ],
  [
    'plan.mcp.read names another',
    { kind: 'mcp', tool: 'mcp__github__merge', action: { server: 'github', serverTool: 'merge' }, policy: mcpRead },
    'ask',
  ],
  ['plan.allow lets a command run', { command: 'npm test -- --run', policy: planAllow }, 'none'],
  ['plan.allow does not cover what stands behind it', { command: 'npm test && rm -rf .', policy: planAllow }, 'deny'],
  [
    'an allow rule does not lift the floor',
    { command: 'npm test', policy: policy({ permissions: { deny: [], ask: [], allow: [rule('Bash(npm test:*)')] } }) },
    'deny',
  ],
  ['onMutation ask', { command: 'npm test', policy: policy({ plan: { ...policy().plan, onMutation: 'ask' } }) }, 'ask'],
  [
    'network deny',
    { kind: 'fetch', tool: 'WebFetch', policy: policy({ plan: { ...policy().plan, network: 'deny' } }) },
    'deny',
  ],
  [
    'G10: a sub-agent that is not named',
    {
      kind: 'subagent',
      tool: 'Agent',
      action: { subagentType: 'coder' },
      policy: policy({ plan: { ...policy().plan, subagents: ['Explore'] } }),
    },
    'deny',
  ],
  [
    'G10: one that is named',
    {
      kind: 'subagent',
      tool: 'Agent',
      action: { subagentType: 'Explore' },
      policy: policy({ plan: { ...policy().plan, subagents: ['Explore'] } }),
    },
    'none',
  ],
  [
    'C07: reads are left to the agent when autoAllowReadOnly is off',
    { command: 'git status', policy: policy({ plan: { ...policy().plan, autoAllowReadOnly: false } }) },
    'none',
  ],
  [
    'G01: plan.enabled off',
    { command: 'rm -rf build', policy: policy({ plan: { ...policy().plan, enabled: false } }) },
    'none',
  ],
]

describe('what configuration changes of the floor', () => {
  for (const [name, each, outcome] of lifted)
    it(`${outcome}: ${name}`, () => expect(judge(planning(each)).outcome).toBe(outcome))
})

describe('defaultMode plan holds a session until its gate opens (C02)', () => {
  const held = policy({ defaultMode: 'plan' })
  const table: Row[] = [
    ['no plan', { command: 'npm test', policy: held }, 'deny'],
    ['a plan that is not approved', { command: 'npm test', policy: held, plans: [openPlan({ open: false })] }, 'deny'],
    ['an approved plan', { command: 'npm test', policy: held, plans: [openPlan()] }, 'none'],
  ]
  for (const [name, each, outcome] of table) it(`${outcome}: ${name}`, () => expect(judge(each).outcome).toBe(outcome))
})

it('a denial says what, and where to go', () => {
  const { reason } = judge({ mode: 'plan', path: `${root}/src/a.ts` })
  expect(reason).toContain('/home/dev/app/src/a.ts')
  expect(reason).toContain('leave plan mode for approval')
})
