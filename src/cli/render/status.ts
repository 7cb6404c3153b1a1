import type { Status } from '../../workflows/status.ts'
import { formatPlainLine } from './plain.ts'
import { formatPlanHeader } from './plan.ts'
import type { Screen } from './screen.ts'
import { formatFields } from './table.ts'

export function formatStatus({ branch, base, plan, held, notices, next }: Status, screen: Screen): string {
  const place: [string, string][] = [
    ['On', formatPlainLine(branch)],
    ['Rules', `of base: ${formatPlainLine(base)}`],
    ['Mode', held === undefined ? 'not held' : `held read-only ${held}`],
  ]
  return [
    plan ? formatPlanHeader(plan, screen) : 'No plan is chosen.',
    formatFields(place),
    ...notices.map((notice) => `Note: ${formatPlainLine(notice)}`),
    `Next: ${next}`,
  ].join('\n')
}
