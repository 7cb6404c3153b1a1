import type { PlanState } from '../../core/plan/plan.ts'
import type { PlanStanding } from '../../workflows/read-plans.ts'
import { formatPlain, formatPlainLine } from './plain.ts'
import { paint, type Screen } from './screen.ts'
import { formatFields, formatTable } from './table.ts'

export function formatPlanList(plans: readonly PlanStanding[], screen: Screen): string {
  if (plans.length === 0) return 'No plans. Begin one with `plans new "<title>"`.'
  const rows = plans.map((plan) => [
    plan.id,
    plan.derived.state,
    formatPlainLine(plan.branch ?? '-'),
    formatPlainLine(plan.title),
  ])
  return formatTable([['ID', 'STATE', 'BRANCH', 'TITLE'], ...rows], screen)
}

/** Who, what and where of a plan; its text is printed below. */
export function formatPlanHeader(plan: PlanStanding, screen: Screen): string {
  const { derived } = plan
  return [
    paint(formatPlainLine(plan.title), 'bold', screen),
    formatFields([
      ['Plan', plan.id],
      ['State', `${formatState(derived.state, screen)}${derived.revision > 0 ? `, revision ${derived.revision}` : ''}`],
      ['Digest', plan.digest],
      ['Branch', formatPlainLine(plan.branch ?? '-')],
      ['File', formatPlainLine(plan.file?.path ?? 'none, only the ledger has it')],
      ['Scope', formatScope(plan)],
      ...derived.approvals.map(formatApproval),
    ]),
    ...derived.notices.map((notice) => `Note: ${formatPlainLine(notice)}`),
  ].join('\n')
}

export function formatPlanText(plan: PlanStanding): string {
  return formatPlain(plan.text)
}

function formatState(state: PlanState, screen: Screen): string {
  if (state === 'approved' || state === 'implementing' || state === 'archived') return paint(state, 'green', screen)
  return state === 'rejected' || state === 'stale' ? paint(state, 'red', screen) : paint(state, 'yellow', screen)
}

function formatScope({ scope }: PlanStanding): string {
  if (!scope) return 'none declared'
  const deny = scope.deny.length === 0 ? '' : `; not ${scope.deny.join(', ')}`
  return formatPlainLine(`${scope.allow.join(', ') || 'nothing'}${deny}`)
}

function formatApproval(approval: PlanStanding['derived']['approvals'][number]): [string, string] {
  const { actor, rung, at, digest, counted, why } = approval
  const what = counted ? '' : `, does not count: ${why}`
  return ['Approval', formatPlainLine(`${actor} at ${at}, rung ${rung}, ${digest.slice(0, 12)}${what}`)]
}
