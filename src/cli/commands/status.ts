import { Args } from '@oclif/core'
import { viewOf } from '../../workflows/read-plans.ts'
import { readStatus } from '../../workflows/status.ts'
import { BaseCommand, type CommandOutcome } from '../base-command.ts'
import { formatStatus } from '../render/status.ts'

export default class Status extends BaseCommand<typeof Status> {
  static override description = 'Tell where you stand, and the one next step.'
  static override args = { plan: Args.string({ ignoreStdin: true, description: 'id, unique prefix or path' }) }

  protected async perform(): Promise<CommandOutcome> {
    const status = await readStatus(this.world, this.args.plan)
    const { plan, branch, base, held, notices, next } = status
    const view = plan ? viewOf(plan) : { id: null, state: null, branch }
    return { value: { ...view, base, held: held ?? null, notices, next }, text: formatStatus(status, this.screen) }
  }
}
