import { hashPlanText } from '../store/ledger.ts'
import type { Project } from './project.ts'
import type { PlanStanding } from './read-plans.ts'

/** Lines that changed between the revision with that digest and the present text; empty where it is not known. */
export async function diffSince(project: Project, plan: PlanStanding, digest: string): Promise<string[]> {
  const shown = plan.entries.findLast(({ record }) => record.digest.startsWith(digest))?.record
  if (!shown) return []
  const present = await hashPlanText(project.repository, plan.text)
  const options = ['--no-color', '--no-ext-diff', '--no-textconv', '--unified=3']
  const output = await project.repository.git.run(['diff', ...options, shown.blob, present])
  const lines = output.trimEnd().split('\n')
  return lines.slice(lines.findIndex((line) => line.startsWith('@@')))
}
