import { PlansError } from '../core/errors.ts'
import type { LedgerRecord } from '../core/ledger/record.ts'
import { reachesRung } from '../core/ledger/rung.ts'
import { digestPlan } from '../core/plan/digest.ts'
import { readPlanFile } from '../store/plans.ts'
import { readIdentity } from '../store/repository.ts'
import { removeHold } from '../store/session.ts'
import { sha256 } from '../store/sha256.ts'
import { appendDecision, isSubmitted, submitOf } from './decide-plan.ts'
import { describeReach, isReachable } from './next-step.ts'
import type { Project } from './project.ts'
import { type PlanStanding, type PlansReading, readPlans } from './read-plans.ts'
import { refuseInsideAgent } from './refuse-inside-agent.ts'
import { submitPlan } from './submit-plan.ts'

export interface ApproveOptions {
  /** `tty` at our terminal, `cli` without one, `dialog` heard from an agent. */
  via: 'tty' | 'cli' | 'dialog'
  /** Of what was shown; at least 32 hex digits where it is typed. */
  digest: string
  /** A dialog was proven; always for `tty`. */
  proven?: boolean
  agent?: string
  mode?: string
  note?: string
  edited?: boolean
}

/** A person approves in a terminal or by `--digest --yes`; refused inside an agent. */
export function refuseDecisionInsideAgent(project: Project, what: string): void {
  const { environment, ancestors } = project.world
  refuseInsideAgent(what, { environment, ancestors: ancestors() })
}

/** A text that nobody has submitted is submitted by whoever approves it, where an author may do both. */
export async function submitAndApprove(
  project: Project,
  reading: PlansReading,
  plan: PlanStanding,
  options: ApproveOptions & { via: 'tty' | 'cli' },
): Promise<LedgerRecord> {
  if (isSubmitted(plan) || !reading.rules.rules.allowSelf) return approvePlan(project, reading, plan, options)
  await throwOnRefused(project, reading, plan, options)
  await submitPlan(project, reading, plan, { via: options.via })
  const now = await readPlans(project)
  const submitted = now.plans.find(({ id }) => id === plan.id)
  if (!submitted) throw moved(plan, options.digest, 'none')
  return approvePlan(project, now, submitted, options)
}

/** What is approved is what was shown: a file that moved since is refused. */
export async function approvePlan(
  project: Project,
  reading: PlansReading,
  plan: PlanStanding,
  options: ApproveOptions,
): Promise<LedgerRecord> {
  const submit = submitOf(plan)
  await throwOnRefused(project, reading, plan, options)
  const record = await appendDecision(project, reading, submit, {
    kind: 'approve',
    via: options.via,
    interactive: options.via === 'cli' ? false : (options.proven ?? true),
    ...(options.agent === undefined ? {} : { agent: options.agent }),
    extra: {
      ...(options.mode === undefined ? {} : { mode: options.mode }),
      ...(options.note === undefined ? {} : { note: options.note }),
      ...(options.edited ? { edited: true } : {}),
    },
  })
  // `plans enter` holds a work tree until the next approval there.
  removeHold(project.repository.stateFolder)
  return record
}

async function throwOnRefused(
  project: Project,
  reading: PlansReading,
  plan: PlanStanding,
  options: ApproveOptions,
): Promise<void> {
  throwOnWithheld(plan)
  throwOnMoved(plan, options.digest)
  throwOnDecided(plan)
  await throwOnIneligible(project, reading, plan, options)
}

/** One request, one answer: after a no only a new submit asks again, and a closed plan asks nothing. */
export function throwOnDecided(plan: PlanStanding): void {
  const { id, derived } = plan
  if (derived.state === 'archived' || derived.state === 'withdrawn' || derived.state === 'superseded')
    throw refused(
      'plan-closed',
      `Plan ${id} is ${derived.state}; an approval of it would not count.`,
      derived.state === 'archived' ? 'Begin another one with `plans new "<title>"`.' : `plans submit ${id}`,
    )
  if (derived.state !== 'rejected') return
  const no = plan.entries.findLast(({ record }) => record.kind === 'reject' && record.digest === plan.digest)?.record
  throw refused(
    'already-answered',
    `The present text of plan ${id} was rejected by ${no?.actor.id} (record ${no?.id.slice(0, 12)}); an approval of it would not count.`,
    `Submit it again: plans submit ${id}`,
  )
}

/** Nobody reads more at once; the plan stays where it is. */
const longestPlan = 200_000

export function throwOnWithheld(plan: PlanStanding): void {
  const length = [...plan.text].length
  if (length > longestPlan)
    throw new PlansError(
      'refused',
      'plan-too-long',
      `Approval is withheld: plan ${plan.id} has ${length} characters, at most ${longestPlan} can be approved.`,
      'Split it into several plans.',
    )
}

/** Reads the file again, since it may have moved while the person was reading. */
function throwOnMoved(plan: PlanStanding, shown: string): void {
  const now = plan.file ? digestPlan(readPlanFile(plan.file.absolute), sha256) : plan.digest
  if (shown.length < 32 || !now.startsWith(shown) || plan.digest !== now) throw moved(plan, shown, now)
}

function moved({ id }: PlanStanding, shown: string, now: string): PlansError {
  return new PlansError(
    'stale',
    'plan-moved',
    `Expected the text with digest ${shown.slice(0, 12)} that was shown, the plan now has ${now.slice(0, 12)}.`,
    `Look again with \`plans show ${id}\`; to approve this text: plans approve ${id}@${now}`,
  )
}

async function throwOnIneligible(
  project: Project,
  reading: PlansReading,
  plan: PlanStanding,
  options: ApproveOptions,
): Promise<void> {
  const { rules } = reading.rules
  const actor = await readIdentity(project.repository)
  const answered = plan.derived.approvals.find(
    (approval) => approval.counted && approval.actor === actor && isProven(plan, approval.id),
  )
  if (answered && options.proven !== false)
    throw refused(
      'already-answered',
      `${actor} has approved this text already (record ${answered.id.slice(0, 12)}).`,
      'Nothing is left to do.',
    )
  if (rules.preset === 'team' && rules.owners.length > 0 && !rules.owners.some((person) => person.includes(actor)))
    throw refused(
      'not-eligible',
      `${actor} is not named in OWNERS on ${rules.base}.`,
      'Ask one of the owners to approve.',
    )
  const rung = options.via === 'tty' ? 'tty' : 'local'
  // What is heard from a dialog is recorded in any case: it tells what the person said.
  if (options.via === 'dialog' || reachesRung(rung, rules.trust)) return
  throw refused(
    'rung-too-low',
    `${rung === 'tty' ? 'At' : 'Without'} a terminal the rung is ${rung}, and ${rules.base} asks for ${rules.trust}.`,
    isReachable(rules) ? `At a terminal, without --yes: plans approve ${plan.id}` : describeReach(rules),
  )
}

function isProven(plan: PlanStanding, id: string): boolean {
  const actor = plan.entries.find(({ record }) => record.id === id)?.record.actor
  return actor !== undefined && (actor.via !== 'dialog' || actor.interactive)
}

function refused(code: string, message: string, remedy: string): PlansError {
  return new PlansError('refused', code, message, remedy)
}
