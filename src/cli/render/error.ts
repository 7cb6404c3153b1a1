import type { PlansError } from '../../core/errors.ts'
import { formatPlain, formatPlainLine } from './plain.ts'

/** Message, details and remedy on lines of their own; never a stack trace. */
export function formatError({ message, details, remedy }: PlansError): string {
  return formatPlain([`Error: ${message}`, ...details.map((detail) => `  ${detail}`), ...lines(remedy)].join('\n'))
}

export function formatErrorValue({ code, message, remedy, details }: PlansError): unknown {
  const extra = details.length === 0 ? {} : { details }
  return { error: { code, message, remedy, ...extra } }
}

function lines(remedy: string): string[] {
  return remedy === '' ? [] : [`Next: ${remedy}`]
}

/** A file that could not be read, named beside those that could. */
export function formatFault({ path, fault }: { path: string; fault: PlansError }): string {
  return formatPlainLine(`Note: ${path} is left out: ${fault.message}. ${fault.remedy}`)
}
