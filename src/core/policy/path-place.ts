import type { MatchContext } from './match-context.ts'

/** The path as written and, where it differs, as it really is. */
export function variants(path: string, context: MatchContext): string[] {
  const written = tidyPath(path)
  const real = context.resolvePath ? tidyPath(context.resolvePath(path)) : written
  return real === written ? [written] : [written, real]
}

/** With `/`, without `.`, `..` and empty segments; a drive letter is the first segment. */
export function tidyPath(path: string): string {
  const plain = /^[A-Za-z]:[\\/]/.test(path) ? `/${path.replaceAll('\\', '/')}` : path
  const segments: string[] = []
  for (const segment of plain.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return `/${segments.join('/')}`
}

/** `path` is `folder` or lies in it; both tidy. */
export function isInside(path: string, folder: string): boolean {
  return folder === '/' || path === folder || path.startsWith(`${folder}/`)
}
