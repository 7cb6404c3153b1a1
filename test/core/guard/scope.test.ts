import { describe, expect, it } from 'vitest'
import { type Case, judge, openPlan, policy, root, rule } from '../../helpers/guard-world.ts'

type Row = [string, Case, string]

const approved = [openPlan()]
const scope: Row[] = [
  ['in scope', { path: `${root}/src/a.ts`, plans: approved }, 'none'],
  ['out of scope', { path: `${root}/package.json`, plans: approved }, 'ask'],
  ['denied inside the allowed', { path: `${root}/src/secret/key.ts`, plans: approved }, 'ask'],
  ['by a command with a known write', { command: 'echo x > notes.txt', plans: approved }, 'ask'],
  ['by a command of unknown effect: left to verify', { command: 'make generate', plans: approved }, 'none'],
  ['an ignored file', { path: `${root}/build/out.js`, plans: approved }, 'none'],
  ['the temporary folder', { path: '/tmp/x', plans: approved }, 'none'],
  ['outside the repository', { path: '/srv/data', plans: approved }, 'ask'],
  ['a plan of another branch', { path: `${root}/package.json`, plans: [openPlan({ branch: 'other' })] }, 'none'],
  ['no scope declared', { path: `${root}/package.json`, plans: [openPlan({ scope: null })] }, 'none'],
  ['not approved', { path: `${root}/package.json`, plans: [openPlan({ open: false })] }, 'none'],
  [
    'enforce off',
    { path: `${root}/package.json`, plans: approved, policy: policy({ scope: { enforce: 'off' } }) },
    'none',
  ],
  [
    'enforce deny',
    { path: `${root}/package.json`, plans: approved, policy: policy({ scope: { enforce: 'deny' } }) },
    'deny',
  ],
  [
    'two plans: one covers it',
    { path: `${root}/docs/a.md`, plans: [openPlan(), openPlan({ id: 'x', scope: { allow: ['docs/**'], deny: [] } })] },
    'none',
  ],
]

describe('step 5, the approved scope holds', () => {
  for (const [name, each, outcome] of scope) it(`${outcome}: ${name}`, () => expect(judge(each).outcome).toBe(outcome))
})

const gated = policy({ gate: { requireApprovedPlan: ['main', 'release/*'] } })
const gate: Row[] = [
  ['a write without a plan', { path: `${root}/src/a.ts`, policy: gated }, 'deny'],
  ['a command without a plan', { command: 'npm test', policy: gated }, 'deny'],
  ['a read', { command: 'git status', policy: gated }, 'none'],
  ['with an open gate', { path: `${root}/src/a.ts`, policy: gated, plans: approved }, 'none'],
  [
    'with a plan of another branch',
    { path: `${root}/src/a.ts`, policy: gated, plans: [openPlan({ branch: 'other' })] },
    'deny',
  ],
  [
    'on a branch that needs none',
    { path: `${root}/src/a.ts`, policy: gated, context: { branch: 'feature/x' } },
    'none',
  ],
  ['a plan file is how one begins', { path: `${root}/.plans/main/a.md`, policy: gated }, 'none'],
]

describe('step 5, the gate', () => {
  for (const [name, each, outcome] of gate) it(`${outcome}: ${name}`, () => expect(judge(each).outcome).toBe(outcome))
})

const rules = policy({
  permissions: {
    deny: [rule('Bash(curl:*)'), rule('Read(./.env)')],
    ask: [rule('Bash(npm publish:*)')],
    allow: [rule('Bash(npm test:*)')],
  },
})
const order: Row[] = [
  ['a denial', { command: 'curl https://example.com', policy: rules }, 'deny'],
  ['a denial in any part', { command: 'npm test && curl https://example.com', policy: rules }, 'deny'],
  ['P08: a read denial covers cat', { command: 'cat .env', policy: rules }, 'deny'],
  ['cat of another file', { command: 'cat README.md', policy: rules }, 'none'],
  ['an ask rule', { command: 'npm publish', policy: rules }, 'ask'],
  ['an allow rule', { command: 'npm test', policy: rules }, 'allow'],
  ['an allow rule needs every part', { command: 'npm test; make', policy: rules }, 'none'],
  ['dontAsk by the person denies the rest', { command: 'make', policy: { ...rules, defaultMode: 'dontAsk' } }, 'deny'],
  ['dontAsk leaves what a rule allows', { command: 'npm test', policy: { ...rules, defaultMode: 'dontAsk' } }, 'allow'],
]

describe('steps 2, 6, 7 and 8: rules in their order (P01)', () => {
  for (const [name, each, outcome] of order) it(`${outcome}: ${name}`, () => expect(judge(each).outcome).toBe(outcome))
})
