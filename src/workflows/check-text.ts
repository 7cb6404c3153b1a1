import { PlansError } from '../core/errors.ts'
import { type CheckFinding, type CheckOptions, checkPlan } from '../core/plan/check.ts'

/** Warnings of the plan's text; an error refuses it. */
export function throwOnFindings(id: string, text: string, options: CheckOptions): CheckFinding[] {
  const findings = checkPlan(text, options)
  const errors = findings.filter(({ level }) => level === 'error')
  if (errors.length === 0) return findings
  throw new PlansError(
    'failed',
    'plan-check-failed',
    `Plan ${id} cannot be submitted: ${errors.length === 1 ? '1 finding' : `${errors.length} findings`}.`,
    errors[0]?.remedy ?? '',
    { details: errors.map(describeFinding) },
  )
}

function describeFinding({ line, detail, remedy }: CheckFinding): string {
  return `${line === undefined ? '' : `line ${line}: `}${detail}${remedy === '' ? '' : ` (${remedy})`}`
}
