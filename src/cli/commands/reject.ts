import { Args, Flags } from '@oclif/core'
import { refuseDecisionInsideAgent } from '../../workflows/approve-plan.ts'
import { findPlan } from '../../workflows/find-plan.ts'
import { openProject } from '../../workflows/project.ts'
import { projectStatus } from '../../workflows/project-status.ts'
import { readPlans, viewOf } from '../../workflows/read-plans.ts'
import { rejectPlan } from '../../workflows/reject-plan.ts'
import { BaseCommand, type CommandOutcome } from '../base-command.ts'
import { formatPlainLine } from '../render/plain.ts'

export default class Reject extends BaseCommand<typeof Reject> {
  static override description = 'Say no to the submitted text of a plan, in words for its author.'
  static override args = { plan: Args.string({ ignoreStdin: true, description: 'id, unique prefix or path' }) }
  static override flags = {
    plan: Flags.string({ description: 'id, unique prefix or path', helpValue: '<plan>' }),
    reason: Flags.string({ description: 'what to change', required: true }),
  }

  protected async perform(): Promise<CommandOutcome> {
    const project = await openProject(this.world)
    refuseDecisionInsideAgent(project, 'plans reject')
    const reading = await readPlans(project)
    const found = await findPlan(project, reading, { named: this.args.plan ?? this.flags.plan })
    const via = this.world.isTerminal ? 'tty' : 'cli'
    await rejectPlan(project, reading, found, { via, reason: this.flags.reason })
    const plan = await projectStatus(project, found.id)
    return { value: viewOf(plan), text: `Plan ${plan.id} is ${plan.derived.state}: ${formatPlainLine(plan.title)}` }
  }
}
