import { Args, Flags } from '@oclif/core'
import { findPlan } from '../../workflows/find-plan.ts'
import { openProject } from '../../workflows/project.ts'
import { projectStatus } from '../../workflows/project-status.ts'
import { readPlans, viewOf } from '../../workflows/read-plans.ts'
import { startPlan } from '../../workflows/start-plan.ts'
import { BaseCommand, type CommandOutcome } from '../base-command.ts'
import { formatPlainLine } from '../render/plain.ts'

export default class Start extends BaseCommand<typeof Start> {
  static override description = 'Record that work on an approved plan begins.'
  static override args = { plan: Args.string({ ignoreStdin: true, description: 'id, unique prefix or path' }) }
  static override flags = { plan: Flags.string({ description: 'id, unique prefix or path', helpValue: '<plan>' }) }

  protected async perform(): Promise<CommandOutcome> {
    const project = await openProject(this.world)
    const reading = await readPlans(project)
    const found = await findPlan(project, reading, { named: this.args.plan ?? this.flags.plan })
    await startPlan(project, reading, found, { via: this.world.isTerminal ? 'tty' : 'cli' })
    const plan = await projectStatus(project, found.id)
    return { value: viewOf(plan), text: `Plan ${plan.id} is ${plan.derived.state}: ${formatPlainLine(plan.title)}` }
  }
}
