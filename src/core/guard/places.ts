import type { GuardContext } from './context.ts'

type CaseRule = Pick<GuardContext, 'caseInsensitive'>

/** Same place, after Unicode normalisation and, where the file system does not mind case, without case. */
export function isSamePath(one: string, other: string, rule: CaseRule): boolean {
  return comparable(one, rule) === comparable(other, rule)
}

/** `path` is `folder` or lies in it. */
export function isInside(path: string, folder: string, rule: CaseRule): boolean {
  const inner = comparable(path, rule)
  const outer = comparable(folder, rule)
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`)
}

/** Path below the root with `/`, or undefined when it lies elsewhere. */
export function relativeTo(root: string, path: string, rule: CaseRule): string | undefined {
  if (!isInside(path, root, rule)) return undefined
  // Cut by the normalised length: the case and form of the root may differ from what was asked for.
  return withSlashes(path).normalize('NFC').slice(withSlashes(root).normalize('NFC').length).replace(/^\//, '')
}

function comparable(path: string, rule: CaseRule): string {
  const plain = withSlashes(path).normalize('NFC')
  const trimmed = plain.length > 1 && plain.endsWith('/') ? plain.slice(0, -1) : plain
  return rule.caseInsensitive ? trimmed.toLowerCase() : trimmed
}

function withSlashes(path: string): string {
  return path.includes('\\') && /^[A-Za-z]:/.test(path) ? path.replaceAll('\\', '/') : path
}
