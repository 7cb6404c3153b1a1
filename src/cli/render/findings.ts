import type { CheckFinding } from '../../core/plan/check.ts'
import { formatPlainLine } from './plain.ts'

/** `path:line: level: detail`, as editors and other tools read it. */
export function formatFinding({ level, line, detail, remedy, code }: CheckFinding, path: string): string {
  const place = line === undefined ? path : `${path}:${line}`
  return formatPlainLine(`${place}: ${level}: ${detail} [${code}]${remedy === '' ? '' : ` ${remedy}`}`)
}
