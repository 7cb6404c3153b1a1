import { Flags } from '@oclif/core'
import { agentIds } from '../../core/action.ts'
import { PlansError } from '../../core/errors.ts'
import { openRepository } from '../../store/repository.ts'
import { applyInit, type InitPlan, planInit } from '../../workflows/init-repository.ts'
import { askYesNo } from '../ask-yes-no.ts'
import { BaseCommand, type CommandOutcome } from '../base-command.ts'
import { formatInitDiff, formatInitSummary, initValue } from '../render/init.ts'

export default class Init extends BaseCommand<typeof Init> {
  static override summary = 'Put the hooks into the settings of your agents, and a configuration into the repository.'

  static override description =
    'Hooks lie in node_modules where package.json names git-plans, with --vendor in .plans/hooks, else in your data folder and your own settings. Running it again changes only what is out of date.'

  static override examples = ['<%= config.bin %> init --agent claude-code', '<%= config.bin %> init --vendor --dry-run']

  static override flags = {
    agent: Flags.option({
      options: agentIds,
      multiple: true,
      description: 'agent to guard; repeatable (default: those with a folder here or in the home folder)',
    })(),
    scope: Flags.option({
      options: ['project', 'user'] as const,
      description: 'whose settings get the hooks (default: project where every clone finds the hooks, else user)',
    })(),
    vendor: Flags.boolean({ description: 'copy the hooks to .plans/hooks, to be committed' }),
    'dry-run': Flags.boolean({ description: 'print the changes, write nothing' }),
    yes: Flags.boolean({ char: 'y', description: 'write without asking' }),
  }

  protected async perform(): Promise<CommandOutcome> {
    const { environment, randomBytes, isTerminal, cwd } = this.world
    const { agent, scope, vendor, yes } = this.flags
    const repository = await openRepository(cwd, environment)
    const plan = planInit({ repository, environment, randomBytes }, { agents: agent ?? [], scope, vendor })
    if (this.flags['dry-run']) return shown(plan)
    if (plan.changes.length > 0 && !yes) {
      if (!isTerminal || this.flags.json) throw notConfirmed(plan)
      process.stdout.write(formatInitDiff(plan))
      if (!(await askYesNo('Write this?'))) return { value: initValue(plan, false), text: 'Nothing was written.' }
    }
    applyInit(plan, environment)
    return { value: initValue(plan, plan.changes.length > 0), text: formatInitSummary(plan) }
  }
}

function shown(plan: InitPlan): CommandOutcome {
  const text = plan.changes.length > 0 ? formatInitDiff(plan) : formatInitSummary(plan)
  const notes = plan.changes.length > 0 ? plan.notices.map((notice) => `Note: ${notice}`) : []
  return { value: initValue(plan, false), text, notes }
}

function notConfirmed(plan: InitPlan): PlansError {
  return new PlansError(
    'usage',
    'not-confirmed',
    'Nothing was written, since nobody could be asked. These are the changes:',
    'Run it again with --yes.',
    { details: formatInitDiff(plan).trimEnd().split('\n') },
  )
}
