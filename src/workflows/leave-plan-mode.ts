import type { Action } from '../core/action.ts'
import type { Finding } from '../core/decision.ts'
import { PlansError } from '../core/errors.ts'
import type { SessionState } from '../core/session/session.ts'
import { readPlanFile } from '../store/plans.ts'
import { discardNotes } from '../store/session.ts'
import { importAgentPlan } from './import-agent-plan.ts'
import type { Project } from './project.ts'
import { projectStatusIfThere } from './project-status.ts'
import type { PlanStanding, PlansReading } from './read-plans.ts'
import { submitPlan } from './submit-plan.ts'

export interface Left {
  finding: Finding
  session: SessionState
}

/**
 * The agent asks to leave plan mode: its plan is taken over, checked and submitted before anybody sees a dialog. Where
 * others must approve the call is denied until they have; else a person is asked.
 */
export async function leavePlanMode(project: Project, session: SessionState, action: Action): Promise<Left> {
  const text = readAgentPlan(action)
  if (text === undefined) return { finding: noPlan(), session }
  const file = action.plan?.file
  const sessionPlan = file !== undefined && session.planAgentFile === file ? session.plan : undefined
  const { plan, reading } = await importAgentPlan(project, { text, file, sessionPlan })
  const { record, findings } = await submitPlan(project, reading, plan, { via: 'cli', agent: action.agent })
  discardNotes(project.repository.stateFolder, session.session)
  await projectStatusIfThere(project, plan.id)
  const { planAgentFile: _before, ...rest } = session
  const left: SessionState = {
    ...rest,
    plan: plan.id,
    ...(file === undefined ? {} : { planAgentFile: file }),
    // After a submit the session may begin another plan file.
    planFiles: {},
    exit: { plan: plan.id, request: record.id, digest: record.digest, at: record.at },
    updated: record.at,
  }
  const warnings = findings.map(({ detail }) => detail)
  return { finding: submitted(plan, reading, warnings, record.rev), session: left }
}

/** From storage where the client names a file; text counts only as the client itself put it into the call (C12). */
function readAgentPlan(action: Action): string | undefined {
  const { file, text } = action.plan ?? {}
  const stored = file === undefined ? undefined : readIfThere(file)
  const found = stored ?? text
  return found === undefined || found.trim() === '' ? undefined : found
}

function readIfThere(file: string): string | undefined {
  try {
    return readPlanFile(file)
  } catch (error) {
    if (error instanceof PlansError && error.code === 'plan-not-found') return undefined
    throw error
  }
}

function submitted(plan: PlanStanding, reading: PlansReading, warnings: string[], revision: number): Finding {
  const name = `${plan.id}@${plan.digest.slice(0, 12)}`
  const { rules } = reading.rules
  const base = { evidence: [], rule: 'plan-exit' }
  if (plan.derived.open) return { ...base, outcome: 'none', reason: `Plan ${name} is ${plan.derived.state}.` }
  if (!rules.allowSelf) {
    const names = rules.owners.map((person) => person[0] ?? '').join(', ') || `the owners on ${rules.base}`
    const reason = `Submitted as ${name}; waits for ${names}. Ask again to leave plan mode when \`plans status\` says approved.`
    return { ...base, outcome: 'deny', reason }
  }
  const scope = plan.scope ? `scope ${plan.scope.allow.join(', ')}` : 'no scope declared'
  const notes = warnings.length === 0 ? '' : ` Note: ${warnings.join('; ')}.`
  return { ...base, outcome: 'ask', reason: `Submitted as ${name} (revision ${revision}, ${scope}).${notes}` }
}

function noPlan(): Finding {
  return {
    outcome: 'deny',
    rule: 'plan-exit',
    reason: 'There is no plan text to approve. Write the plan to your plan file first, then leave plan mode.',
    evidence: [],
  }
}
