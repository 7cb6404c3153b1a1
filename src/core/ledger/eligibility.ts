import { digestAlgorithm } from '../plan/digest.ts'
import type { Rung } from '../plan/plan.ts'
import type { ApprovalRules, Person } from './approval-rules.ts'
import type { LedgerEntry, LedgerRecord } from './record.ts'
import { reachesRung, rungOf } from './rung.ts'

/** What an approval is judged against. */
export interface Bench {
  rules: ApprovalRules
  /** Principals of all authors of the plan. */
  authors: ReadonlySet<string>
  /** Config `repository`. */
  repository: string
  /** Submits of the plan by id. */
  submits: ReadonlyMap<string, LedgerRecord>
  /** Ids that a `void` record took out of force. */
  voided: ReadonlySet<string>
}

/**
 * `other`: by somebody who is no author. `self`: by an author. `auto`: no dialog was proven, so perhaps by nobody.
 * `person` is the same for all principals of one person.
 */
export type Eligibility =
  | { eligible: true; as: 'other' | 'self' | 'auto'; person: string; rung: Rung }
  | { eligible: false; why: string; rung: Rung }

/** Whether one approval may count at all; how many are needed, and what came later, is for the caller. */
export function evaluateApproval(entry: LedgerEntry, bench: Bench): Eligibility {
  const { record } = entry
  const { rules } = bench
  const rung = rungOf(entry)
  const person = personOf(record.actor.id, rules.owners)
  const isAuthor = [...bench.authors].some((author) => personOf(author, rules.owners) === person)
  const why = findBindingFault(record, bench) ?? findActorFault(record.actor.id, { rung, isAuthor, rules })
  if (why !== undefined) return { eligible: false, why, rung }
  const unproven = record.actor.via === 'dialog' && !record.actor.interactive
  return { eligible: true, as: unproven ? 'auto' : isAuthor ? 'self' : 'other', person, rung }
}

/** An approval names what it approves; moved to another place, revision or text it is void. */
function findBindingFault(record: LedgerRecord, bench: Bench): string | undefined {
  if (bench.voided.has(record.id)) return 'it was declared void'
  if (record.subject.repo !== bench.repository) return 'it was given in another repository'
  if (record.alg !== digestAlgorithm) return `its digest algorithm ${record.alg} is unknown here`
  const submit = record.request === undefined ? undefined : bench.submits.get(record.request)
  if (!submit || submit.seq > record.seq) return 'it answers no submit'
  if (bench.voided.has(submit.id)) return 'it answers a submit that was declared void'
  if (submit.digest !== record.digest || submit.rev !== record.rev) return 'it does not match the submit it answers'
  return undefined
}

function findActorFault(
  actor: string,
  { rung, isAuthor, rules }: { rung: Rung; isAuthor: boolean; rules: ApprovalRules },
): string | undefined {
  if (isBot(actor)) return 'a bot cannot approve'
  if (!reachesRung(rung, rules.trust)) return `its rung ${rung} is below ${rules.trust}, which ${rules.base} asks for`
  if (isAuthor) return rules.allowSelf ? undefined : 'its approver is an author of the plan'
  if (rules.preset === 'team' && !rules.owners.some((owner) => owner.includes(actor)))
    return `its approver is not named in OWNERS on ${rules.base}`
  return undefined
}

function isBot(actor: string): boolean {
  return /\[bot\](?:@|$)/i.test(actor)
}

function personOf(principal: string, owners: Person[]): string {
  const index = owners.findIndex((owner) => owner.includes(principal))
  return index < 0 ? principal : `owner ${index}`
}
