import type { Finding } from '../../decision.ts'
import { matchesRule } from '../../policy/match.ts'
import type { Rule } from '../../policy/policy.ts'
import type { GuardContext } from '../context.ts'
import type { Facts } from '../facts.ts'

/** Step 2: a denial from any layer. */
export function evaluateDenials(facts: Facts, context: GuardContext): Finding | undefined {
  return firstMatch(facts, context, 'deny', context.policy.permissions.deny)
}

/** Step 6. */
export function evaluateAskRules(facts: Facts, context: GuardContext): Finding | undefined {
  return firstMatch(facts, context, 'ask', context.policy.permissions.ask)
}

/** Step 7, first half. Rules that would run arbitrary code are set aside while planning; the floor has spoken by then. */
export function evaluateAllowRules(facts: Facts, context: GuardContext): Finding | undefined {
  return firstMatch(facts, context, 'allow', context.policy.permissions.allow)
}

function firstMatch(
  facts: Facts,
  context: GuardContext,
  outcome: 'deny' | 'ask' | 'allow',
  rules: readonly Rule[],
): Finding | undefined {
  const place = { root: context.root, home: context.home, cwd: facts.action.cwd }
  const which = outcome === 'allow' ? 'every' : 'any'
  const rule = rules.find((each) => matchesRule(each, facts.action, facts.analysis, place, which))
  if (!rule) return undefined
  const where = rule.line === undefined ? rule.source : `${rule.source}:${rule.line}`
  return {
    outcome,
    rule: rule.text,
    reason: `The rule ${rule.text} says ${outcome} (${where}).`,
    evidence: [],
    source: where,
  }
}
