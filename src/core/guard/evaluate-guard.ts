import { type Decision, type Finding, strictest } from '../decision.ts'
import type { GuardContext, StepTrace } from './context.ts'
import { formatDecisionId } from './decision-id.ts'
import type { Facts } from './facts.ts'
import { evaluateGateAndScope } from './steps/gate-and-scope.ts'
import { evaluateModeTable } from './steps/mode-table.ts'
import { evaluatePlanMode } from './steps/plan-mode.ts'
import { evaluateProtectedPaths } from './steps/protected-paths.ts'
import { evaluateReadOnly } from './steps/read-only.ts'
import { evaluateAllowRules, evaluateAskRules, evaluateDenials } from './steps/rules.ts'
import { evaluateSelfProtection } from './steps/self-protection.ts'

type Step = (facts: Facts, context: GuardContext) => Finding | undefined

/** Steps 1 to 6: each may stop the call; the strictest wins, the first that said it is named. */
const stopping: readonly [string, Step][] = [
  ['self-protection', evaluateSelfProtection],
  ['denials', evaluateDenials],
  ['plan-mode', evaluatePlanMode],
  ['protected-paths', evaluateProtectedPaths],
  ['gate-and-scope', evaluateGateAndScope],
  ['ask-rules', evaluateAskRules],
]

/** Steps 7 and 8: only where all before are silent, the first that speaks counts. */
const passing: readonly [string, Step][] = [
  ['allow-rules', evaluateAllowRules],
  ['read-only', evaluateReadOnly],
  ['mode-table', evaluateModeTable],
]

export interface Judgement {
  decision: Decision
  steps: StepTrace[]
}

/** The answer to "may this call run now?", and what each step said, for the hook and for `plans explain` alike. */
export function evaluateGuard(facts: Facts, context: GuardContext): Judgement {
  const steps: StepTrace[] = []
  const ask = ([step, evaluate]: readonly [string, Step]): Finding | undefined => {
    const finding = evaluate(facts, context)
    steps.push({ step, outcome: outcomeOf(finding), reason: finding?.reason ?? '' })
    return finding
  }
  const findings = stopping.map(ask).filter((finding) => finding !== undefined)
  const finding = strictest(findings) ?? firstOf(passing, ask)
  return { decision: decide(finding, facts), steps }
}

function firstOf(
  steps: typeof passing,
  ask: (step: readonly [string, Step]) => Finding | undefined,
): Finding | undefined {
  for (const step of steps) {
    const finding = ask(step)
    if (finding) return finding
  }
  return undefined
}

function outcomeOf(finding: Finding | undefined): StepTrace['outcome'] {
  return finding === undefined || finding.outcome === 'none' ? 'silent' : finding.outcome
}

function decide(finding: Finding | undefined, { action }: Facts): Decision {
  const id = formatDecisionId(`${action.session}\0${action.tool}\0${action.command ?? action.paths.join('\0')}`)
  if (!finding)
    return {
      outcome: 'none',
      rule: 'none',
      reason: "No opinion: the agent's own permissions decide.",
      evidence: [],
      id,
    }
  return { ...finding, id }
}
