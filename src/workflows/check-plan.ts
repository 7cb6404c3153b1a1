import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type CheckFinding, checkPlan } from '../core/plan/check.ts'
import { readPlanFile } from '../store/plans.ts'
import { findPlan } from './find-plan.ts'
import { openProject } from './project.ts'
import { readPlans } from './read-plans.ts'
import type { World } from './world.ts'

interface Checked {
  /** As the person calls it, or relative to the repository. */
  path: string
  findings: CheckFinding[]
}

/** A path is checked wherever it lies, with or without a repository around it. */
export async function checkNamedPlan(world: World, named: string | undefined): Promise<Checked> {
  if (named !== undefined && existsSync(resolve(world.cwd, named)))
    return findingsOf(named, readPlanFile(resolve(world.cwd, named)))
  const project = await openProject(world)
  const plan = await findPlan(project, await readPlans(project), { named })
  return findingsOf(plan.file?.path ?? plan.id, plan.text)
}

function findingsOf(path: string, text: string): Checked {
  return { path, findings: checkPlan(text, { fileName: path }) }
}
