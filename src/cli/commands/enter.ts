import { Flags } from '@oclif/core'
import { enterPlanMode, enterSession } from '../../workflows/enter-plan-mode.ts'
import { BaseCommand, type CommandOutcome } from '../base-command.ts'
import { formatPlainLine } from '../render/plain.ts'

export default class Enter extends BaseCommand<typeof Enter> {
  static override description = 'Hold this work tree read-only for agents, until `plans exit` or the next approval.'
  static override flags = {
    session: Flags.string({ description: 'only this agent session', helpValue: '<id>' }),
  }

  protected async perform(): Promise<CommandOutcome> {
    const { session } = this.flags
    if (session === undefined) {
      const { since, by } = await enterPlanMode(this.world)
      const text = `Agents only read here since ${since}. A person leaves with: plans exit\nThe next approval here leaves too.`
      return { value: { mode: 'plan', since, by }, text }
    }
    const { mode, modeSince: since, modeBy: by } = await enterSession(this.world, session)
    const shown = formatPlainLine(session)
    const text = `Session ${shown} plans since ${since}. A person leaves with: plans exit --session ${shown}`
    return { value: { session, mode, since, by }, text }
  }
}
