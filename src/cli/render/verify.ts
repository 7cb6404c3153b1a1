import type { Verification } from '../../workflows/verify-plan.ts'
import type { PlanVerdict } from '../../workflows/verify-verdict.ts'
import { formatPlainLine } from './plain.ts'
import { paint, type Screen } from './screen.ts'

export function formatVerification(found: Verification, screen: Screen): string {
  const { commit, base, plans, faults, notices, remedy, exitCode, status } = found
  const result = exitCode === 0 ? paint('ok', 'green', screen) : paint(`fails (${exitCode})`, 'red', screen)
  return [
    `${commit.slice(0, 12)} against ${base === null ? 'no base' : formatPlainLine(base)}: ${status}, ${result}`,
    ...faults.map((fault) => `  ${formatPlainLine(fault)}`),
    ...plans.flatMap(formatVerdict),
    ...notices.map((notice) => `Note: ${formatPlainLine(notice)}`),
    ...(remedy === null ? [] : [`Next: ${formatPlainLine(remedy)}`]),
  ].join('\n')
}

function formatVerdict(plan: PlanVerdict): string[] {
  const approvals = plan.approvals.map(({ rung, at }) => `rung ${rung} at ${at}`).join('; ') || 'none'
  const lines = [
    `${plan.id} revision ${plan.revision}: ${plan.state}, ${plan.title}`,
    `  approvals: ${approvals}`,
    ...(plan.approvals.length > 0 && plan.approvedScope === null
      ? ['  no scope declared: every path counts as planned']
      : []),
    ...plan.paths.map(({ path, result }) => `  ${result.padEnd(12)}  ${path}`),
    ...((plan.changedBefore ?? 0) > 0 ? [`  approved after ${plan.changedBefore} changed files`] : []),
    ...plan.faults.map(({ message }) => `  ${message}`),
    ...plan.notices.map((notice) => `  note: ${notice}`),
  ]
  return lines.map(formatPlainLine)
}

/** Annotations as GitHub's runners read them. */
export function formatGithub({ plans, faults, remedy, status, exitCode }: Verification): string {
  if (exitCode === 0)
    return `::notice title=${property(`Plan ${status}`)}::${data(plans.map(({ id }) => id).join(', '))}`
  const next = remedy === null ? '' : ` Next: ${remedy}`
  const general = faults.map((fault) => `::error title=${property(`Plan ${status}`)}::${data(fault + next)}`)
  const own = plans.flatMap((plan) =>
    plan.faults.map(({ message, remedy: mends }) => {
      const file = plan.path === null ? '' : `file=${property(plan.path)},`
      return `::error ${file}title=${property(`Plan ${plan.state}`)}::${data(`${message} Next: ${mends}`)}`
    }),
  )
  const paths = plans.flatMap((plan) => plan.paths.filter(({ result }) => result === 'out-of-scope'))
  const outside = [...new Set(paths.map(({ path }) => path))].map(
    (path) => `::error file=${property(path)},title=Out of scope::${data(`${path} is outside the approved scope.`)}`,
  )
  return [...general, ...own, ...outside].join('\n')
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
