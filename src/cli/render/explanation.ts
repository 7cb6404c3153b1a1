import { describeEffect } from '../../core/guard/describe.ts'
import type { Explanation } from '../../workflows/explain-call.ts'
import { formatPlainLine } from './plain.ts'

/** What was found, step by step, and the decision last, where the eye rests. */
export function formatExplanation({ command, effects, steps, decision, readOnly, destructive }: Explanation): string {
  const kind = [readOnly ? 'read-only' : 'not read-only', ...(destructive ? ['cannot be undone'] : [])].join(', ')
  const found = effects.map(
    (effect) => `  ${formatPlainLine(describeEffect(effect))}${underline(command, effect.span)}`,
  )
  const said = steps.map(({ step, outcome, reason }) =>
    `  ${step.padEnd(16)} ${outcome.padEnd(7)} ${formatPlainLine(reason)}`.trimEnd(),
  )
  return [
    ...(command === null ? [] : [formatPlainLine(command), '']),
    `Effects (${kind})`,
    ...(found.length === 0 ? ['  none'] : found),
    '',
    'Steps',
    ...said,
    '',
    `Decision: ${decision.outcome === 'none' ? 'no opinion' : decision.outcome}${decision.rule === 'none' ? '' : ` (${decision.rule})`}`,
    formatPlainLine(decision.reason),
  ].join('\n')
}

/** The words an effect comes from, where they are only a part of the command. */
function underline(command: string | null, [start, end]: [number, number]): string {
  if (command === null || (start === 0 && end >= command.length) || end <= start) return ''
  return `  « ${formatPlainLine(command.slice(start, end))} »`
}
