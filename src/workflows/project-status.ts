import { PlansError } from '../core/errors.ts'
import { setStatus } from '../core/plan/document.ts'
import { readPlanFile, replacePlanFile } from '../store/plans.ts'
import type { Project } from './project.ts'
import { type PlanStanding, readPlans } from './read-plans.ts'

/**
 * Writes the state into the working file for readers, where the file has a `status` key. Nothing depends on it: a file
 * that moved or cannot be written stays as it is.
 */
function writeStatus(plan: PlanStanding): void {
  if (!plan.file) return
  try {
    const text = readPlanFile(plan.file.absolute)
    const written = setStatus(text, plan.derived.state)
    if (written !== text) replacePlanFile(plan.file.absolute, written, text)
  } catch (error) {
    if (!(error instanceof PlansError)) throw error
  }
}

/** The plan as it stands after a record was appended, with its state written to the working file. */
export async function projectStatus(project: Project, id: string): Promise<PlanStanding> {
  const plan = (await readPlans(project)).plans.find((each) => each.id === id)
  if (!plan) throw new PlansError('unverifiable', 'plan-lost', `Plan ${id} is gone.`, 'plans list')
  writeStatus(plan)
  return plan
}

/** After a hook's record, which stands whatever becomes of the working file. */
export async function projectStatusIfThere(project: Project, id: string): Promise<void> {
  try {
    await projectStatus(project, id)
  } catch (error) {
    if (!(error instanceof PlansError)) throw error
  }
}
