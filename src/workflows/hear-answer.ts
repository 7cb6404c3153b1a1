import { setTimeout as sleep } from 'node:timers/promises'
import type { Action, PlanExitOutcome } from '../core/action.ts'
import { PlansError } from '../core/errors.ts'
import { digestPlan } from '../core/plan/digest.ts'
import { adoptFrontMatter } from '../core/plan/document.ts'
import type { SessionState } from '../core/session/session.ts'
import { readPlanFile } from '../store/plans.ts'
import { discardNotes, readProof, readUnproven, writeProof, writeUnproven } from '../store/session.ts'
import { sha256 } from '../store/sha256.ts'
import { approvePlan } from './approve-plan.ts'
import { importAgentPlan } from './import-agent-plan.ts'
import type { Project } from './project.ts'
import { projectStatusIfThere } from './project-status.ts'
import { type PlanStanding, type PlansReading, readPlans } from './read-plans.ts'
import { rejectPlan } from './reject-plan.ts'
import { startPlan } from './start-plan.ts'
import { submitPlan } from './submit-plan.ts'

/** Longest wait of the after-tool hook for the proof of its dialog, which the agent runs beside it. */
const proofMilliseconds = 2000

type Yes = Extract<PlanExitOutcome, { kind: 'approved' }>
type Exit = NonNullable<SessionState['exit']>

/** A dialog for the plan of the last exit call was shown: the proof that a yes needs. */
export async function hearDialog(project: Project, session: SessionState, digest: string): Promise<void> {
  const { stateFolder } = project.repository
  const at = project.world.now().toISOString()
  if (session.exit?.digest === digest) writeProof(stateFolder, session.session, { v: 1, digest, at })
  const yes = readUnproven(stateFolder, session.session)
  if (yes?.digest !== digest) return
  // The yes came first and was recorded as nobody's; now it is somebody's.
  await recordYes(project, {
    agent: session.agent,
    plan: yes.plan,
    digest: yes.digest,
    edited: yes.edited,
    mode: yes.mode,
    proven: true,
  })
  discardNotes(stateFolder, session.session)
}

/** Digest of what the dialog shows, under the front matter of the submit that it is about. */
export async function digestShown(project: Project, id: string, action: Action): Promise<string | undefined> {
  const text = action.plan?.text ?? readIfNamed(action)
  if (text === undefined) return undefined
  const { plans } = await readPlans(project)
  const plan = plans.find((each) => each.id === id)
  return plan && digestPlan(adoptFrontMatter(text, plan.text), sha256)
}

/** What the person answered in the agent's own dialog. Returns the words for the agent; empty: nothing to say. */
export async function hearAnswer(
  project: Project,
  session: SessionState,
  action: Action,
  outcome: PlanExitOutcome,
): Promise<string> {
  const { exit } = session
  if (outcome.kind === 'rejected') return exit ? hearNo(project, session, exit, outcome.feedback) : ''
  if (outcome.kind === 'awaiting-others')
    return 'The plan is submitted and waits for approval; keep planning, change nothing.'
  if (outcome.kind !== 'approved') return ''
  if (!exit)
    return 'A plan was approved that was never submitted here; nothing is recorded. Ask the person to run `plans approve`.'
  const { plans, reading } = await readWith(project)
  const plan = plans.find(({ id }) => id === exit.plan)
  const heard = outcome.text ?? readIfNamed(action)
  if (!plan || heard === undefined) return 'The approved text could not be read; nothing is recorded.'
  const text = adoptFrontMatter(heard, plan.text)
  const digest = digestPlan(text, sha256)
  if (digest === exit.digest) return hearYes(project, session, { exit, yes: outcome, digest })
  return hearOther(project, session, {
    exit,
    yes: outcome,
    text,
    reading,
    agent: action.agent,
    file: action.plan?.file,
  })
}

async function readWith(project: Project): Promise<{ plans: PlanStanding[]; reading: PlansReading }> {
  const reading = await readPlans(project)
  return { plans: reading.plans, reading }
}

async function hearYes(
  project: Project,
  session: SessionState,
  { exit, yes, digest }: { exit: Exit; yes: Yes; digest: string },
): Promise<string> {
  const proven = await waitForProof(project, session, exit.digest)
  const said = { agent: session.agent, plan: exit.plan, digest, edited: yes.edited, mode: yes.mode, proven }
  const words = await recordYes(project, said)
  if (proven) return words
  const at = project.world.now().toISOString()
  writeUnproven(project.repository.stateFolder, session.session, {
    v: 1,
    plan: exit.plan,
    digest,
    edited: yes.edited,
    at,
    ...(yes.mode === undefined ? {} : { mode: yes.mode }),
  })
  // The proof may have come between the last look and the note.
  if (readProof(project.repository.stateFolder, session.session)?.digest !== exit.digest) return words
  return recordYes(project, { ...said, proven: true })
}

/** Another text than the one submitted: a person's edit is their own revision; without an edit nothing is approved. */
async function hearOther(
  project: Project,
  session: SessionState,
  other: { exit: Exit; yes: Yes; text: string; reading: PlansReading; agent: string; file: string | undefined },
): Promise<string> {
  const { exit, yes, text } = other
  const proven = await waitForProof(project, session, exit.digest)
  const { plan, reading } = await importAgentPlan(project, { text, file: other.file, sessionPlan: exit.plan })
  const edited = yes.edited ? { edited: true } : { agent: other.agent }
  const { record } = await submitPlan(project, reading, plan, { via: 'cli', ...edited })
  await projectStatusIfThere(project, plan.id)
  if (!yes.edited)
    return `The approved text is not the one that was submitted (${exit.digest.slice(0, 12)}); it is submitted as ${plan.id}@${record.digest.slice(0, 12)}, and nothing is approved. Ask the person to approve it.`
  const said = { agent: session.agent, plan: plan.id, digest: record.digest, edited: true, mode: yes.mode, proven }
  return recordYes(project, said)
}

interface Said {
  agent: string
  plan: string
  digest: string
  edited: boolean
  mode: string | undefined
  proven: boolean
}

async function recordYes(project: Project, said: Said): Promise<string> {
  const reading = await readPlans(project)
  const plan = reading.plans.find(({ id }) => id === said.plan)
  if (!plan) return ''
  const approval = {
    via: 'dialog' as const,
    digest: said.digest,
    proven: said.proven,
    agent: said.agent,
    edited: said.edited,
    ...(said.mode === undefined ? {} : { mode: said.mode }),
  }
  try {
    await approvePlan(project, reading, plan, approval)
  } catch (error) {
    // The other hook of the same dialog was quicker.
    if (!(error instanceof PlansError) || error.code !== 'already-answered') throw error
  }
  const begun = await begin(project, said)
  await projectStatusIfThere(project, said.plan)
  return describe(begun, said)
}

async function begin(project: Project, { plan: id, agent }: Said): Promise<PlanStanding | undefined> {
  const reading = await readPlans(project)
  const plan = reading.plans.find((each) => each.id === id)
  if (!plan?.derived.open) return plan
  await startPlan(project, reading, plan, { via: 'dialog', agent })
  return plan
}

function describe(plan: PlanStanding | undefined, said: Said): string {
  if (!plan) return ''
  const name = `${plan.id}@${plan.digest.slice(0, 12)}`
  if (!plan.derived.open)
    return `Plan ${name} is ${plan.derived.state}: ${plan.derived.notices.join('; ') || 'its gate is closed'}.`
  const scope = plan.scope ? ` Stay inside its scope: ${plan.scope.allow.join(', ')}.` : ''
  return `Plan ${name} is approved${said.edited ? ', edited by the person' : ''} and recorded.${scope}`
}

async function hearNo(project: Project, session: SessionState, exit: Exit, feedback: string): Promise<string> {
  discardNotes(project.repository.stateFolder, session.session)
  if (feedback === '') return ''
  const reading = await readPlans(project)
  const plan = reading.plans.find(({ id }) => id === exit.plan)
  if (!plan || plan.derived.submitted?.digest !== exit.digest) return ''
  await rejectPlan(project, reading, plan, { via: 'dialog', reason: feedback, agent: session.agent })
  await projectStatusIfThere(project, plan.id)
  return ''
}

/** Claude runs the permission hook beside the dialog: an instant yes may be heard before its proof. */
async function waitForProof(project: Project, session: SessionState, digest: string): Promise<boolean> {
  const end = Date.now() + proofMilliseconds
  for (;;) {
    const proof = readProof(project.repository.stateFolder, session.session)
    if (proof?.digest === digest) return true
    if (Date.now() >= end) return false
    await sleep(25)
  }
}

function readIfNamed(action: Action): string | undefined {
  try {
    return action.plan?.file === undefined ? undefined : readPlanFile(action.plan.file)
  } catch (error) {
    if (error instanceof PlansError) return undefined
    throw error
  }
}
