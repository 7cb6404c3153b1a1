import { openProject } from '../../workflows/project.ts'
import { readPlans, viewOf } from '../../workflows/read-plans.ts'
import { BaseCommand, type CommandOutcome } from '../base-command.ts'
import { formatFault } from '../render/error.ts'
import { formatPlanList } from '../render/plan.ts'

export default class List extends BaseCommand<typeof List> {
  static override description = 'List all plans of work tree and ledger.'

  protected async perform(): Promise<CommandOutcome> {
    const { plans, faults } = await readPlans(await openProject(this.world))
    return { value: plans.map(viewOf), text: formatPlanList(plans, this.screen), notes: faults.map(formatFault) }
  }
}
