import { matchesGlob, parseGlob } from '../glob.ts'
import { isPattern } from './path-pattern.ts'

/**
 * What a path with patterns of the shell in it may stand for, as far as these names go: `/app/.e*` may be `/app/.env`.
 * Segments that none of the names fits stay as they are.
 */
export function expandTo(names: readonly string[], path: string): string[] {
  const segments = path.split('/')
  if (!segments.some(isPattern)) return []
  const expanded = names.map((name) => segments.map((segment) => (fits(segment, name) ? name : segment)).join('/'))
  return [...new Set(expanded)].filter((each) => each !== path)
}

/** The same path with a name in the place of each pattern that no pattern but a star of ours fits. */
export function withAnyName(path: string): string {
  return path
    .split('/')
    .map((segment) => (isPattern(segment) ? '\u0001' : segment))
    .join('/')
}

function fits(pattern: string, name: string): boolean {
  // A shell's star stands for no name with a dot in front.
  if (!isPattern(pattern) || (name.startsWith('.') && !/^[.[]/.test(pattern))) return false
  const glob = parseGlob(pattern.toLowerCase().replace(/[{}]/g, '[$&]'))
  return 'fault' in glob || matchesGlob(glob, name)
}
