import type { Finding } from '../../decision.ts'
import { findAllowingRule, matchesRule } from '../../policy/match.ts'
import type { MatchContext } from '../../policy/match-context.ts'
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
  const { allow } = context.policy.permissions
  const rule = findAllowingRule(allow, facts.action, facts.analysis, matchContextOf(facts, context))
  return rule && findingOf(rule, 'allow')
}

export function matchContextOf(facts: Facts, context: GuardContext): MatchContext {
  const { root, home, resolvePath, isThere } = context
  return { root, home, cwd: facts.action.cwd, resolvePath, isThere }
}

function firstMatch(
  facts: Facts,
  context: GuardContext,
  outcome: 'deny' | 'ask',
  rules: readonly Rule[],
): Finding | undefined {
  const place = matchContextOf(facts, context)
  const rule = rules.find((each) => matchesRule(each, facts.action, facts.analysis, place, 'any'))
  return rule && findingOf(rule, outcome)
}

function findingOf(rule: Rule, outcome: 'deny' | 'ask' | 'allow'): Finding {
  const where = rule.line === undefined ? rule.source : `${rule.source}:${rule.line}`
  const reason = `The rule ${rule.text} says ${outcome} (${where}).`
  return { outcome, rule: rule.text, reason, evidence: [], source: where }
}
