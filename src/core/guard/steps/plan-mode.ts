import type { Finding } from '../../decision.ts'
import { findAllowingRule } from '../../policy/match.ts'
import type { GuardContext } from '../context.ts'
import { describeMutations } from '../describe.ts'
import type { Facts } from '../facts.ts'
import { findPlanFile } from '../plan-file.ts'
import { matchContextOf } from './rules.ts'

/** Step 3: while the session plans, anything not proven read-only is stopped. No mode and no allow rule lifts it. */
export function evaluatePlanMode(facts: Facts, context: GuardContext): Finding | undefined {
  if (!context.mode.planning) return undefined
  const { action } = facts
  if (action.kind === 'fetch') return networkFinding(context)
  if (action.kind === 'subagent') return subagentFinding(facts, context)
  if (action.kind === 'mcp') return isReadByRule(facts, context) ? undefined : mcpFinding(facts, context)
  if (facts.changes === 'no' || isAllowedWhilePlanning(facts, context)) return undefined
  if (facts.action.kind === 'other') return otherFinding(facts, context)
  return mutationFinding(facts, context)
}

/** What the floor would stop; the gate asks the same question for branches that need an approved plan. */
export function isMutation(facts: Facts, context: GuardContext): boolean {
  return facts.changes !== 'no' && facts.action.kind !== 'mcp' && !isAllowedWhilePlanning(facts, context)
}

function isAllowedWhilePlanning(facts: Facts, context: GuardContext): boolean {
  return findPlanFile(facts, context).is || matchesPlanAllow(facts, context)
}

export function matchesPlanAllow(facts: Facts, context: GuardContext): boolean {
  const { allow } = context.policy.plan
  return findAllowingRule(allow, facts.action, facts.analysis, matchContextOf(facts, context)) !== undefined
}

function mutationFinding(facts: Facts, context: GuardContext): Finding {
  const evidence = describeMutations(facts)
  const file = findPlanFile(facts, context)
  const target = facts.writes[0]
  const hint =
    facts.analysis || file.is || target === undefined
      ? ''
      : ` Only the session's plan file may be written now (${file.why}: ${target.real}).`
  return {
    outcome: context.policy.plan.onMutation,
    rule: 'plan-mode',
    reason: `Plan mode is read-only: ${evidence[0]?.what ?? `${facts.action.tool} changes files`}.${hint} Finish the plan and leave plan mode for approval.${context.mode.because}`,
    evidence,
  }
}

function networkFinding(context: GuardContext): Finding | undefined {
  const outcome = context.policy.plan.network
  if (outcome === 'none') return undefined
  const reason = `Plan mode: network reads are set to ${outcome} (plan.network).${context.mode.because}`
  return { outcome, rule: 'plan-mode', reason, evidence: [] }
}

function subagentFinding(facts: Facts, context: GuardContext): Finding | undefined {
  const named = context.policy.plan.subagents
  const wanted = facts.action.subagentType
  // With no list every sub-agent may start: its own calls come to this guard as well.
  if (named.length === 0 || (wanted !== undefined && named.includes(wanted))) return undefined
  const reason = `Plan mode: only these sub-agents may start: ${named.join(', ')} (plan.subagents).${context.mode.because}`
  return { outcome: 'deny', rule: 'plan-mode', reason, evidence: [] }
}

function isReadByRule(facts: Facts, context: GuardContext): boolean {
  const { server, serverTool, tool, annotations } = facts.action
  if (annotations?.readOnly === true) return true
  const names = [server, `${server}/${serverTool}`, `${server}/*`, tool]
  return context.policy.plan.mcpRead.some((entry) => names.includes(entry)) || matchesPlanAllow(facts, context)
}

function mcpFinding(facts: Facts, context: GuardContext): Finding {
  const { server, serverTool, tool } = facts.action
  const name = server === undefined ? tool : `${server}/${serverTool}`
  const reason = `Plan mode: ${name} is not known to be read-only; if it only reads, add it to plan.mcp.read.${context.mode.because}`
  return { outcome: 'ask', rule: 'plan-mode', reason, evidence: [] }
}

function otherFinding(facts: Facts, context: GuardContext): Finding {
  const reason = `Plan mode: what ${facts.action.tool} does is not known here; if it only reads, add it to plan.allow.${context.mode.because}`
  return { outcome: 'ask', rule: 'plan-mode', reason, evidence: [] }
}
