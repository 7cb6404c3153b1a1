import { exitCodes } from '../../../core/errors.ts'
import { verifyLedger } from '../../../workflows/audit-ledger.ts'
import { BaseCommand, type CommandOutcome } from '../../base-command.ts'
import { formatAudit } from '../../render/audit.ts'

export default class AuditVerify extends BaseCommand<typeof AuditVerify> {
  static override description = 'Check chain, sequence, digests and trees of the whole ledger.'

  protected async perform(): Promise<CommandOutcome> {
    const found = await verifyLedger(this.world)
    const exitCode = found.faults.length > 0 ? exitCodes.broken.code : exitCodes.ok.code
    return { value: found, text: formatAudit(found), exitCode }
  }
}
