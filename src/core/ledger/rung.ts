import { type Rung, rungs } from '../plan/plan.ts'
import type { LedgerEntry } from './record.ts'

/**
 * How far a record can be trusted, computed from how it came here and never read from it. A record that was fetched
 * says of itself what it likes, so it stays on the lowest rung.
 */
export function rungOf({ record: { actor }, mine }: LedgerEntry): Rung {
  return mine && actor.interactive && (actor.via === 'tty' || actor.via === 'page') ? 'tty' : 'local'
}

export function reachesRung(rung: Rung, required: Rung): boolean {
  return rungs.indexOf(rung) >= rungs.indexOf(required)
}
