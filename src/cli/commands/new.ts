import { Args, Flags } from '@oclif/core'
import { newPlan } from '../../workflows/new-plan.ts'
import { openProject } from '../../workflows/project.ts'
import { viewOf } from '../../workflows/read-plans.ts'
import { BaseCommand, type CommandOutcome } from '../base-command.ts'
import { formatPlainLine } from '../render/plain.ts'

export default class New extends BaseCommand<typeof New> {
  static override description = 'Write a new plan from the template.'
  static override examples = ['<%= config.bin %> new "Rotate the signing keys"']
  static override args = { title: Args.string({ ignoreStdin: true, description: 'one line', required: true }) }
  static override flags = {
    also: Flags.boolean({ description: 'beside an approved plan of this branch', exclusive: ['supersede'] }),
    supersede: Flags.string({ description: 'in the place of this plan', helpValue: '<plan>' }),
  }

  protected async perform(): Promise<CommandOutcome> {
    const project = await openProject(this.world)
    const { also, supersede } = this.flags
    const { isTerminal } = this.world
    const plan = await newPlan(project, { title: this.args.title, also, supersede, isTerminal })
    const path = formatPlainLine(plan.file?.path ?? plan.id)
    return { value: viewOf(plan), text: `Wrote ${path}\nWrite the plan there, then: plans submit ${plan.id}` }
  }
}
