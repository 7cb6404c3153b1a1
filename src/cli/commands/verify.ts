import { Args, Flags } from '@oclif/core'
import { rungs } from '../../core/plan/plan.ts'
import { verifyPlan } from '../../workflows/verify-plan.ts'
import { BaseCommand, type CommandOutcome } from '../base-command.ts'
import { formatGithub, formatVerification } from '../render/verify.ts'

export default class Verify extends BaseCommand<typeof Verify> {
  static override description =
    'Prove that a commit carries out approved plans, for CI. Reads the commit, not the work tree.'
  static override args = { commit: Args.string({ ignoreStdin: true, description: 'HEAD, unless given' }) }
  static override flags = {
    plan: Flags.string({ description: 'id, unique prefix or path', helpValue: '<plan>' }),
    base: Flags.string({ description: 'what the changes are compared with', helpValue: '<ref>' }),
    require: Flags.option({
      options: rungs,
      default: 'local' as const,
      description: 'rung the approvals must reach',
    })(),
    'require-scope': Flags.boolean({ description: 'fail where no scope was declared' }),
    'require-before-code': Flags.boolean({ description: 'fail where code was changed before the approval' }),
    fresh: Flags.boolean({ description: 'fail where files in scope moved on the base since the plan was submitted' }),
    format: Flags.option({ options: ['text', 'github'] as const, default: 'text' as const, description: 'for whom' })(),
  }

  protected async perform(): Promise<CommandOutcome> {
    const { plan, base, require, fresh, format } = this.flags
    const found = await verifyPlan(this.world, {
      commit: this.args.commit,
      plan,
      base,
      require,
      fresh,
      requireScope: this.flags['require-scope'],
      requireBeforeCode: this.flags['require-before-code'],
    })
    const text = format === 'github' ? formatGithub(found) : formatVerification(found, this.screen)
    return { value: found, text, exitCode: found.exitCode }
  }
}
