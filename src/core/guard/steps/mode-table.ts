import type { Finding } from '../../decision.ts'
import type { GuardContext } from '../context.ts'
import type { Facts } from '../facts.ts'

/**
 * Step 8. Of the six modes only `dontAsk` speaks here, and only where a person holds it by configuration: an agent that
 * is itself in `dontAsk` denies by its own rules, which are more than ours.
 */
export function evaluateModeTable(facts: Facts, context: GuardContext): Finding | undefined {
  if (context.mode.mode !== 'dontAsk' || context.mode.heldBy !== 'person') return undefined
  if (facts.changes === 'no') return undefined
  const reason = 'Mode dontAsk: what no rule allows is denied. Add a rule to permissions.allow.'
  return { outcome: 'deny', rule: 'mode-dontAsk', reason, evidence: [] }
}
