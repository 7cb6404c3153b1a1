import type { LedgerRecord } from '../../core/ledger/record.ts'
import { type Audit, approvalsOf, type CommitAudit, type CommitPlan } from '../../workflows/audit-ledger.ts'
import { viewOf } from '../../workflows/read-plans.ts'
import { formatPlainLine } from './plain.ts'
import type { Screen } from './screen.ts'
import { formatTable } from './table.ts'

const head = ['SEQ', 'AT', 'KIND', 'PLAN', 'REV', 'DIGEST', 'BY']

export function formatRecords(records: readonly LedgerRecord[], screen: Screen): string {
  if (records.length === 0) return 'The ledger is empty.'
  return formatTable([head, ...records.map(cellsOf)], screen)
}

export function formatRecordsMarkdown(records: readonly LedgerRecord[]): string {
  const rows = [head.map((name) => name.toLowerCase()), head.map(() => '---'), ...records.map(cellsOf)]
  return rows.map((row) => `| ${row.map(formatCell).join(' | ')} |`).join('\n')
}

function cellsOf({ seq, at, kind, plan, rev, digest, actor, note }: LedgerRecord): string[] {
  const by = `${actor.id} (${actor.via})${note === undefined ? '' : `: ${note}`}`
  return [String(seq), at, kind, plan, String(rev), digest.slice(0, 12), by].map(formatPlainLine)
}

/** Foreign words must not become markup or end the cell. */
function formatCell(text: string): string {
  return text === '---' ? text : text.replace(/[\\`*_{}[\]<>#|~!&]/g, '\\$&')
}

export function formatAudit({ ref, tip, records, plans, faults }: Audit): string {
  if (tip === null && faults.length === 0) return `${ref} is not there: no records.`
  const counts = `${ref}: ${records} records of ${plans} plans, tip ${tip?.slice(0, 12) ?? 'unknown'}`
  if (faults.length === 0) return `${counts}, intact.`
  const lines = faults.map(({ seq, commit, code, detail }) => {
    return formatPlainLine(`  seq ${seq ?? '?'} ${commit.slice(0, 12)} ${code}: ${detail}`)
  })
  return [`${counts}, ${faults.length} faults:`, ...lines].join('\n')
}

export function formatCommitAudit({ commit, subject, plans }: CommitAudit): string {
  const title = `${commit.slice(0, 12)} ${formatPlainLine(subject)}`
  if (plans.length === 0) return `${title}\nNo plan is known for this commit.`
  return [title, ...plans.flatMap(formatCommitPlan)].join('\n')
}

export function commitAuditValue({ commit, subject, plans }: CommitAudit): unknown {
  const found = plans.map((each) => ({
    ...viewOf(each.plan),
    knownBy: each.by,
    approvers: approvalsOf(each).map(({ actor, at }) => ({ ...actor, at })),
  }))
  return { commit, subject, plans: found }
}

const links = { archive: 'its archive record', trailer: 'the commit trailer', merge: 'the merge commit in its archive' }

function formatCommitPlan(found: CommitPlan): string[] {
  const { plan, by } = found
  const approvals = approvalsOf(found).map(({ actor, at }) => `  approved by ${actor.id} (${actor.via}) at ${at}`)
  const lines = [
    `Plan ${plan.id}, ${plan.derived.state}, known by ${links[by]}: ${plan.title}`,
    ...(approvals.length > 0 ? approvals : ['  no approval counts']),
  ]
  return lines.map(formatPlainLine)
}
