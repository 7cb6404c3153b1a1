import { Args } from '@oclif/core'
import { exitCodes } from '../../core/errors.ts'
import { checkNamedPlan } from '../../workflows/check-plan.ts'
import { BaseCommand, type CommandOutcome } from '../base-command.ts'
import { formatFinding } from '../render/findings.ts'
import { formatPlainLine } from '../render/plain.ts'

export default class Check extends BaseCommand<typeof Check> {
  static override description = 'Tell what keeps a plan from being submitted, and what a reader would miss.'
  static override args = {
    plan: Args.string({ ignoreStdin: true, description: 'id, unique prefix or path of any plan file' }),
  }

  protected async perform(): Promise<CommandOutcome> {
    const { path, findings } = await checkNamedPlan(this.world, this.args.plan)
    const errors = findings.filter(({ level }) => level === 'error').length
    const lines = findings.map((finding) => formatFinding(finding, path))
    const end = errors > 0 ? `${errors} of ${findings.length} findings stop a submit.` : 'Nothing stops a submit.'
    return {
      value: { path, findings },
      text: [...lines, `${formatPlainLine(path)}: ${end}`].join('\n'),
      exitCode: errors > 0 ? exitCodes.failed.code : exitCodes.ok.code,
    }
  }
}
