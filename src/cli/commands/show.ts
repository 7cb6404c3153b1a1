import { Args, Flags } from '@oclif/core'
import { findPlan } from '../../workflows/find-plan.ts'
import { openProject } from '../../workflows/project.ts'
import { readPlans, viewOf } from '../../workflows/read-plans.ts'
import { readPrompt } from '../../workflows/show-plan.ts'
import { BaseCommand, type CommandOutcome } from '../base-command.ts'
import { formatPlanHeader, formatPlanText } from '../render/plan.ts'

export default class Show extends BaseCommand<typeof Show> {
  static override description = 'Print a plan with its state and approvals.'
  static override args = { plan: Args.string({ ignoreStdin: true, description: 'id, unique prefix or path' }) }
  static override flags = {
    plan: Flags.string({ description: 'id, unique prefix or path', helpValue: '<plan>' }),
    prompt: Flags.boolean({ description: 'print exactly the approved bytes, for an executor; fails without approval' }),
  }

  protected async perform(): Promise<CommandOutcome> {
    const project = await openProject(this.world)
    const reading = await readPlans(project)
    const plan = await findPlan(project, reading, { named: this.args.plan ?? this.flags.plan })
    const value = viewOf(plan)
    if (this.flags.prompt) {
      const prompt = await readPrompt(project, reading, plan)
      return { value: { ...value, prompt }, text: prompt, exact: true }
    }
    return { value, text: `${formatPlanHeader(plan, this.screen)}\n\n${formatPlanText(plan)}` }
  }
}
