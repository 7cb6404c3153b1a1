import { Flags } from '@oclif/core'
import { exitPlanMode, exitSession } from '../../workflows/exit-plan-mode.ts'
import { BaseCommand, type CommandOutcome } from '../base-command.ts'
import { formatPlainLine } from '../render/plain.ts'

export default class Exit extends BaseCommand<typeof Exit> {
  static override description = 'Leave plan mode without an approval; for a person, not for an agent.'
  static override flags = {
    session: Flags.string({ description: 'only this agent session', helpValue: '<id>' }),
  }

  protected async perform(): Promise<CommandOutcome> {
    const { session } = this.flags
    if (session === undefined) {
      await exitPlanMode(this.world)
      return { value: { mode: 'default' }, text: 'This work tree is no longer held.' }
    }
    const { mode } = await exitSession(this.world, session)
    return { value: { session, mode }, text: `Session ${formatPlainLine(session)} is in mode ${mode}.` }
  }
}
