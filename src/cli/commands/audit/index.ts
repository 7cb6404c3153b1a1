import { Args, Flags } from '@oclif/core'
import { exitCodes } from '../../../core/errors.ts'
import { auditCommit, listRecords } from '../../../workflows/audit-ledger.ts'
import { BaseCommand, type CommandOutcome } from '../../base-command.ts'
import { commitAuditValue, formatCommitAudit, formatRecords, formatRecordsMarkdown } from '../../render/audit.ts'

export default class Audit extends BaseCommand<typeof Audit> {
  static override description =
    'List the records of the ledger, or tell which plan a commit carries out and who approved it.'
  static override args = { commit: Args.string({ ignoreStdin: true, description: 'commit to explain' }) }
  static override flags = {
    format: Flags.option({
      options: ['text', 'markdown'] as const,
      default: 'text' as const,
      description: 'form of the list',
    })(),
  }

  protected async perform(): Promise<CommandOutcome> {
    if (this.args.commit !== undefined) return this.explain(this.args.commit)
    const records = await listRecords(this.world)
    const isText = this.flags.format === 'text'
    return { value: records, text: isText ? formatRecords(records, this.screen) : formatRecordsMarkdown(records) }
  }

  private async explain(commit: string): Promise<CommandOutcome> {
    const found = await auditCommit(this.world, commit)
    const exitCode = found.plans.length > 0 ? exitCodes.ok.code : exitCodes.failed.code
    return { value: commitAuditValue(found), text: formatCommitAudit(found), exitCode }
  }
}
