import { PlansError } from '../../core/errors.ts'
import { findNearestName } from '../../core/policy/nearest-name.ts'
import { BaseCommand, type CommandOutcome } from '../base-command.ts'
import { formatPlainLine } from '../render/plain.ts'

/** Where `bin/run.js` leads words that are no command, so that this error looks like every other one. */
export default class Unknown extends BaseCommand<typeof Unknown> {
  static override hidden = true
  static override strict = false

  protected async perform(): Promise<CommandOutcome> {
    const word = this.argv.at(-1) ?? ''
    const known = this.config.commands.filter(({ hidden }) => !hidden).map(({ id }) => id.replaceAll(':', ' '))
    const nearest = findNearestName(word, known)
    throw new PlansError(
      'usage',
      'command-unknown',
      `Expected a command, got \`${formatPlainLine(word)}\`, which is none.`,
      nearest === undefined ? '`plans --help` lists the commands.' : `Did you mean \`plans ${nearest}\`?`,
    )
  }
}
