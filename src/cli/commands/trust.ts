import { Flags } from '@oclif/core'
import { openRepository } from '../../store/repository.ts'
import { reviewConfig, type TrustReview, trustConfig } from '../../workflows/trust-config.ts'
import { askYesNo } from '../ask-yes-no.ts'
import { BaseCommand, type CommandOutcome } from '../base-command.ts'
import { formatTrustReviews } from '../render/trust.ts'

export default class Trust extends BaseCommand<typeof Trust> {
  static override summary = "Let this repository's configuration loosen what it says, as it stands now."
  static override description =
    'A configuration that came with a clone may only tighten. Read what it would loosen, then trust its bytes; when they change, it may only tighten again. Refused inside an agent.'
  static override examples = ['<%= config.bin %> trust --show', '<%= config.bin %> trust']
  static override flags = {
    show: Flags.boolean({ description: 'print what would loosen, trust nothing' }),
    yes: Flags.boolean({ char: 'y', description: 'away from a terminal', exclusive: ['show'] }),
  }

  protected async perform(): Promise<CommandOutcome> {
    const { cwd, environment, isTerminal, ancestors } = this.world
    const { root, commonFolder, stateFolder } = await openRepository(cwd, environment)
    const place = { root, commonFolder, stateFolder, environment }
    if (this.flags.show) return outcomeOf(reviewConfig(place))
    const world = { environment, ancestors: ancestors(), isTerminal: isTerminal && !this.flags.json }
    const reviews = await trustConfig(place, world, this.flags.yes ? 'yes' : askToTrust)
    return outcomeOf(reviews)
  }
}

function outcomeOf(reviews: TrustReview[]): CommandOutcome {
  return { value: reviews, text: formatTrustReviews(reviews) }
}

function askToTrust(reviews: TrustReview[]): Promise<boolean> {
  process.stdout.write(`${formatTrustReviews(reviews)}\n`)
  return askYesNo('Trust this?')
}
