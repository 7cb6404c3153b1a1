export type Outcome = 'deny' | 'ask' | 'allow' | 'none'

/** A piece of what led to a decision: words of the command (character offsets) or a path, and what was found there. */
export interface Evidence {
  what: string
  /** Offsets into the command text, end exclusive. */
  span?: [number, number]
  path?: string
}

/**
 * `none` is no opinion: the agent's own permission flow goes on.
 * `rule` is the id of the step that spoke (`plan-mode`, `protected-path`, …) or the text of a person's rule.
 */
export interface Decision {
  outcome: Outcome
  rule: string
  reason: string
  evidence: Evidence[]
  /** Short id, for `plans why` and `plans log`; made of the call, so that the same call has the same one. */
  id: string
  /** File, line of the rule, where a person wrote it. */
  source?: string
}

/** What one guard step says. */
export type Finding = Omit<Decision, 'id'>

const strictness: Record<Outcome, number> = { deny: 3, ask: 2, allow: 1, none: 0 }

/** The strictest wins; of two that are alike the first that spoke is named. */
export function strictest(findings: readonly Finding[]): Finding | undefined {
  let best: Finding | undefined
  for (const finding of findings) if (!best || strictness[finding.outcome] > strictness[best.outcome]) best = finding
  return best
}
