import type { PlansState } from '../core/session/session.ts'
import { readTip } from '../store/ledger.ts'
import { stampOf, writePlansState } from '../store/plans-state.ts'
import type { Project } from './project.ts'
import { type PlanStanding, readPlans } from './read-plans.ts'

/** What the guard must know of plans, worked out from the ledger and kept for the calls that follow. */
export async function rebuildPlansState(project: Project): Promise<PlansState> {
  // Taken first: what moves afterwards makes the cache stale, not wrong.
  const tip = await readTip(project.repository, project.ref)
  const { plans } = await readPlans(project)
  const state: PlansState = {
    v: 1,
    tip,
    branch: project.branch,
    plans: plans.filter(hasApproval).map(gateOf),
  }
  writePlansState(project.repository.stateFolder, state)
  return state
}

/** Closed plans stay in while they hold an approval: a file that is put back opens the gate again. */
function hasApproval({ derived, entries }: PlanStanding): boolean {
  return derived.state !== 'archived' && entries.some(({ record }) => record.kind === 'approve')
}

function gateOf(plan: PlanStanding): PlansState['plans'][number] {
  const { derived, file } = plan
  return {
    id: plan.id,
    title: plan.title,
    branch: plan.branch,
    state: derived.state,
    open: derived.open,
    digest: plan.digest,
    scope: derived.approved?.scope ?? null,
    file: file ? { path: file.absolute, stamp: stampOf(file.absolute) } : null,
  }
}
