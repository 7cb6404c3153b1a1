import type { Decision } from '../core/decision.ts'

interface Channel {
  /** The agent puts an `ask` of ours before a person. */
  canAsk: boolean
  allowIsSafe: boolean
  headless: boolean
}

/** The decision as this agent can carry it out: where nobody would be asked, `ask` becomes `deny` with a way out. */
export function deliverable(decision: Decision, channel: Channel): Decision {
  if (decision.outcome === 'allow' && !channel.allowIsSafe) return { ...decision, outcome: 'none' }
  if (decision.outcome !== 'ask' || (channel.canAsk && !channel.headless)) return decision
  const why = channel.headless ? 'nobody is there to be asked' : 'this agent would not ask a person'
  return {
    ...decision,
    outcome: 'deny',
    reason: `${decision.reason} Denied, since ${why}; ask the person to do it or to change the rule.`,
  }
}
