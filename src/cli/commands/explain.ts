import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Args, Flags } from '@oclif/core'
import { exitCodes, PlansError } from '../../core/errors.ts'
import { findInstallation } from '../../store/installation.ts'
import { type Explanation, openExplainer, parseQuestion, type Question } from '../../workflows/explain-call.ts'
import { BaseCommand, type CommandOutcome } from '../base-command.ts'
import { formatErrorValue } from '../render/error.ts'
import { formatExplanation } from '../render/explanation.ts'

export default class Explain extends BaseCommand<typeof Explain> {
  static override summary = 'Show what the guard would say to a command, and why; nothing is run.'
  static override examples = [
    `<%= config.bin %> <%= command.id %> 'git push --force'`,
    `<%= config.bin %> <%= command.id %> --mode plan 'npm test'`,
  ]
  static override args = {
    command: Args.string({ ignoreStdin: true, description: 'the command, as one word in quotes' }),
  }
  static override flags = {
    mode: Flags.string({ description: 'mode of the agent', helpValue: '<mode>' }),
    batch: Flags.boolean({ description: 'read JSON Lines from standard input, answer line by line' }),
  }

  protected async perform(): Promise<CommandOutcome> {
    const explain = openExplainer(this.world, join(findInstallation().root, 'dist'))
    if (this.flags.batch) return answerLines(readFileSync(0, 'utf8'), explain)
    const { command } = this.args
    if (command === undefined)
      throw new PlansError('usage', 'command-missing', 'Expected a command, got none.', "plans explain '<command>'")
    const explanation = await explain({ command, mode: this.flags.mode })
    return { value: explanation, text: formatExplanation(explanation) }
  }
}

/** A line that cannot be read is answered in its place, so that answers and questions stay side by side. */
async function answerLines(
  input: string,
  explain: (question: Question) => Promise<Explanation>,
): Promise<CommandOutcome> {
  const answers: unknown[] = []
  let faults = 0
  for (const line of input.split('\n').filter((each) => each.trim() !== '')) {
    try {
      const { steps: _steps, command: _command, ...answer } = await explain(parseQuestion(line))
      answers.push(answer)
    } catch (error) {
      if (!(error instanceof PlansError || error instanceof TypeError)) throw error
      faults += 1
      answers.push(formatErrorValue(asUsage(error)))
    }
  }
  const text = answers.map((answer) => `${JSON.stringify(answer)}\n`).join('')
  return { value: answers, text, exact: true, exitCode: faults === 0 ? exitCodes.ok.code : exitCodes.usage.code }
}

/** A payload that is not what its agent sends. */
function asUsage(error: PlansError | TypeError): PlansError {
  if (error instanceof PlansError) return error
  return new PlansError('usage', 'payload', error.message, 'Send a payload as the agent sends it to its hook.', {
    cause: error,
  })
}
