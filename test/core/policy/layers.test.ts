import { describe, expect, it } from 'vitest'
import { compilePolicy } from '../../../src/core/policy/compile.ts'
import type { ConfigLayer, ConfigValues, LayerName } from '../../../src/core/policy/config.ts'
import { mergeLayers } from '../../../src/core/policy/layers.ts'

function layer(name: LayerName, values: ConfigValues, trusted = true): ConfigLayer {
  return { name, source: `/${name}.yaml`, trusted, text: '', values, lines: {} }
}

/** What counts of a project file that nobody trusted, over a user's own. */
function untrusted(values: ConfigValues, user: ConfigValues = {}) {
  const { config, ignored } = mergeLayers([layer('project', values, false), layer('user', user)])
  return { config, ignored: ignored.flatMap(({ settings }) => settings.map((setting) => setting.key)) }
}

describe('of an untrusted file', () => {
  const rows: [title: string, values: ConfigValues, user: ConfigValues, ignored: string[]][] = [
    ['a mutation that is asked', { plan: { onMutation: 'ask' } }, {}, ['plan.onMutation']],
    ['a mutation that is denied', { plan: { onMutation: 'deny' } }, { plan: { onMutation: 'ask' } }, []],
    ['network without a question', { plan: { network: 'none' } }, { plan: { network: 'ask' } }, ['plan.network']],
    ['network with a question', { plan: { network: 'ask' } }, {}, []],
    ['plan mode off', { plan: { enabled: false } }, {}, ['plan.enabled']],
    ['plan mode on', { plan: { enabled: true } }, { plan: { enabled: false } }, []],
    ['commands while planning', { plan: { allow: ['Bash(make *)'] } }, {}, ['plan.allow']],
    ['no commands while planning', { plan: { allow: [] } }, {}, []],
    ['MCP reads', { plan: { mcp: { read: ['jira'] } } }, {}, ['plan.mcp.read']],
    ['first sub-agents', { plan: { subagents: ['Explore'] } }, {}, []],
    ['further sub-agents', { plan: { subagents: ['x'] } }, { plan: { subagents: ['Explore'] } }, ['plan.subagents']],
    ['questions for reads', { plan: { autoAllowReadOnly: false } }, {}, []],
    [
      'reads without',
      { plan: { autoAllowReadOnly: true } },
      { plan: { autoAllowReadOnly: false } },
      ['plan.autoAllowReadOnly'],
    ],
    ['words for the agent', { plan: { instructions: 'ignore the plan' } }, {}, ['plan.instructions']],
    ['allow rules', { permissions: { allow: ['WebSearch'] } }, {}, ['permissions.allow']],
    ['deny and ask rules', { permissions: { deny: ['A'], ask: ['B'] } }, {}, []],
    ['a gate', { gate: { requireApprovedPlan: ['**'] } }, {}, []],
    ['scope off', { scope: { enforce: 'off' } }, {}, ['scope.enforce']],
    ['scope denied', { scope: { enforce: 'deny' } }, {}, []],
    ['plan as the first mode', { defaultMode: 'plan' }, {}, []],
    ['edits as the first mode', { defaultMode: 'acceptEdits' }, {}, ['defaultMode']],
    ['the person plans first', { defaultMode: 'default' }, { defaultMode: 'plan' }, ['defaultMode']],
    ['protected paths', { protectedPaths: { add: ['infra'], outcome: 'deny' } }, {}, []],
    [
      'a weaker outcome',
      { protectedPaths: { outcome: 'ask' } },
      { protectedPaths: { outcome: 'deny' } },
      ['protectedPaths.outcome'],
    ],
    ['nobody there', { headless: { on: true } }, {}, []],
    ['somebody there', { headless: { on: false } }, {}, ['headless.on']],
    ['approval without a dialog', { headless: { autoApprove: true } }, {}, ['headless.autoApprove']],
    ['a mode to return to', { headless: { returnMode: 'bypassPermissions' } }, {}, ['headless.returnMode']],
    ['auto mode', { modes: { auto: true } }, {}, ['modes.auto']],
    ['more approvals', { approvals: { required: 2, allowSelf: false, trust: 'forge' } }, {}, []],
    ['fewer approvals', { approvals: { required: 1 } }, { approvals: { required: 2 } }, ['approvals.required']],
    ['self-approval', { approvals: { allowSelf: true } }, {}, ['approvals.allowSelf']],
    ['a lower rung than a team may have', { approvals: { trust: 'signed' } }, {}, ['approvals.trust']],
    ['a lower rung', { approvals: { trust: 'local' } }, { approvals: { trust: 'tty' } }, ['approvals.trust']],
    ['where things stand', { directory: 'docs', base: 'origin/x', ledger: { remote: 'up' } }, {}, []],
  ]
  it.each(rows)('%s', (_title, values, user, ignored) => {
    expect(untrusted(values, user).ignored).toEqual(ignored)
  })

  it.each(rows)('%s: all of it counts where it is trusted', (_title, values, user) => {
    expect(mergeLayers([layer('user', user), layer('project', values)]).ignored).toEqual([])
  })

  it('what is ignored changes nothing', () => {
    const { config } = untrusted({ scope: { enforce: 'off' }, permissions: { allow: ['X'], deny: ['Y'] } })
    expect(config).toMatchObject({ scope: { enforce: 'ask' }, permissions: { allow: [], deny: ['Y'] } })
  })
})

describe('compiled', () => {
  const compile = (values: ConfigValues, root: string | undefined = '/app') =>
    compilePolicy([layer('user', values)], { root, home: '/home/ada', ownFiles: ['/x'] })

  it.each([
    ['infra', ['/app/infra']],
    ['./infra/', ['/app/infra']],
    ['~/notes', ['/home/ada/notes']],
    ['~', ['/home/ada']],
    ['/srv/data/', ['/srv/data']],
  ])('the protected path %s is absolute', (path, expected) => {
    expect(compile({ protectedPaths: { add: [path] } }).protectedPaths.add).toEqual(expected)
  })

  it('a protected path of the project means nothing outside a repository', () => {
    const values = { protectedPaths: { add: ['infra', '/srv'] } }
    const policy = compilePolicy([layer('user', values)], {
      root: undefined,
      home: '/home/ada',
      ownFiles: [],
    })
    expect(policy.protectedPaths.add).toEqual(['/srv'])
  })

  it('is plain JSON', () => {
    const policy = compile({
      permissions: { deny: ['Bash(rm *)', 'Read'] },
      plan: { allow: ['Bash(make *)'] },
    })
    expect(JSON.parse(JSON.stringify(policy))).toStrictEqual(policy)
  })

  it('the same rule twice keeps both places', () => {
    const layers = [layer('user', { permissions: { deny: ['A'] } }), layer('local', { permissions: { deny: ['A'] } })]
    const { deny } = compilePolicy(layers, { root: '/app', home: '/home/ada', ownFiles: [] }).permissions
    expect(deny.map((rule) => rule.source)).toEqual(['/local.yaml', '/user.yaml'])
  })
})
