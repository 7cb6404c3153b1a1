import type { Finding } from '../../decision.ts'
import type { GuardContext } from '../context.ts'
import type { Facts } from '../facts.ts'
import { isInside } from '../places.ts'

const localReads: ReadonlySet<string> = new Set(['read'])

/**
 * Step 7, second half, `plan.autoAllowReadOnly`: while planning, a read inside the working directories without secret
 * or network effect needs no prompt. The hook drops this `allow` for agents where it could lift another hook's deny.
 */
export function evaluateReadOnly(facts: Facts, context: GuardContext): Finding | undefined {
  if (!context.mode.planning || !context.policy.plan.autoAllowReadOnly || context.root === undefined) return undefined
  if (facts.changes !== 'no' || !readsLocally(facts)) return undefined
  const root = context.root
  if (!facts.reads.every((read) => isInside(read.real, root, context))) return undefined
  return {
    outcome: 'allow',
    rule: 'read-only',
    reason: 'Reads inside the project need no question while planning.',
    evidence: [],
  }
}

function readsLocally(facts: Facts): boolean {
  if (!facts.analysis) return facts.action.kind === 'read' || facts.action.kind === 'search'
  const { effects, commands } = facts.analysis
  // A `cd` out of the project is seen by the directory that later commands run in.
  return (
    commands.length > 0 &&
    effects.every((effect) => localReads.has(effect.kind) && 'path' in effect && effect.path !== undefined)
  )
}
