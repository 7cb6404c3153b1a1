import type { Action, AgentMode } from '../../src/core/action.ts'
import type { Decision } from '../../src/core/decision.ts'
import type { GuardContext } from '../../src/core/guard/context.ts'
import { evaluateGuard } from '../../src/core/guard/evaluate-guard.ts'
import { gatherFacts } from '../../src/core/guard/facts.ts'
import type { JsonObject } from '../../src/core/json.ts'
import type { CompiledPolicy, Rule } from '../../src/core/policy/policy.ts'
import { findEffectiveMode } from '../../src/core/session/modes.ts'
import type { PlanGate } from '../../src/core/session/session.ts'
import { analyzeShell } from '../../src/core/shell/analyze.ts'

export const root = '/home/dev/app'
export const home = '/home/dev'

export function rule(text: string): Rule {
  const open = text.indexOf('(')
  const base = { text, source: 'plans.config.yaml', line: 1 }
  return open < 0
    ? { ...base, tool: text }
    : { ...base, tool: text.slice(0, open), specifier: text.slice(open + 1, -1) }
}

export function policy(change: Partial<CompiledPolicy> = {}): CompiledPolicy {
  return {
    v: 1,
    directory: '.plans',
    ledgerRef: 'refs/plans/ledger',
    defaultMode: 'default',
    plan: {
      enabled: true,
      onMutation: 'deny',
      network: 'none',
      allow: [],
      mcpRead: [],
      subagents: [],
      autoAllowReadOnly: true,
      instructions: '',
    },
    modes: { auto: false },
    permissions: { deny: [], ask: [], allow: [] },
    protectedPaths: { add: [], outcome: 'ask' },
    gate: { requireApprovedPlan: [] },
    scope: { enforce: 'ask' },
    headless: { on: 'auto', returnMode: 'default', autoApprove: false },
    ownFiles: [`${root}/.plansrc.yaml`],
    notices: [],
    ...change,
  }
}

export function openPlan(change: Partial<PlanGate> = {}): PlanGate {
  return {
    id: 'aaaabbbbcccc',
    title: 'Tokens',
    branch: 'main',
    state: 'implementing',
    open: true,
    digest: 'd'.repeat(64),
    scope: { allow: ['src/**'], deny: ['src/secret/**'] },
    file: { path: `${root}/.plans/main/2026-01-02-tokens-aaaabb.md`, stamp: '' },
    ...change,
  }
}

export interface Case {
  tool?: string
  kind?: Action['kind']
  command?: string
  path?: string
  mode?: AgentMode
  action?: Partial<Action>
  policy?: CompiledPolicy
  plans?: PlanGate[]
  input?: JsonObject
  context?: Partial<GuardContext>
}

/** One call judged in a world without disk: paths are real as they are written. */
export function judge(each: Case): Decision {
  const action: Action = {
    agent: 'claude-code',
    event: 'before-tool',
    tool: each.tool ?? (each.command === undefined ? 'Write' : 'Bash'),
    kind: each.kind ?? (each.command === undefined ? 'write' : 'shell'),
    paths: each.path === undefined ? [] : [each.path],
    cwd: root,
    session: 'session',
    plansFolders: [`${home}/.claude/plans`],
    ...(each.command === undefined ? {} : { command: each.command }),
    ...(each.mode === undefined ? {} : { agentMode: each.mode }),
    ...each.action,
  }
  const compiled = each.policy ?? policy()
  const places = { home, root, temporaryFolders: () => ['/tmp'], resolvePath: (path: string) => path }
  const plans = each.plans ?? []
  const context: GuardContext = {
    ...places,
    branch: 'main',
    mode: findEffectiveMode({
      told: action.agentMode,
      session: undefined,
      hold: undefined,
      policy: compiled,
      environmentMode: undefined,
      gateOpen: plans.some((plan) => plan.open),
    }),
    policy: compiled,
    session: undefined,
    plans: { v: 1, tip: 'tip', branch: 'main', plans },
    input: each.input ?? {},
    ownPrograms: () => [`${root}/node_modules/git-plans`],
    stateFolders: () => [`${root}/.git/plans`],
    caseInsensitive: false,
    holdsOurHooks: (path, removed) =>
      path === `${root}/.claude/settings.json` || (removed && `${root}/.claude/settings.json`.startsWith(`${path}/`)),
    isRegularFileOrAbsent: () => true,
    isThere: () => false,
    isIgnored: (path) => path.startsWith(`${root}/build/`),
    ...each.context,
  }
  return evaluateGuard(
    gatherFacts(action, context, () => analyzeShell),
    context,
  ).decision
}
