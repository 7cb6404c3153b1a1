import { type Glob, parseGlob } from '../glob.ts'

export interface PathPattern {
  /** What the pattern is relative to: `//p` the file system, `~/p` home, `/p` the project, `p` the working directory. */
  anchor: 'file-system' | 'home' | 'project' | 'directory'
  /** For allowing: what is named and all below it. */
  allow: Glob[]
  /** For stopping: a single folder counts at any depth, and what names all of a folder names the folder too. */
  stop: Glob[]
  /** Names in the pattern that are no patterns, in lower case. */
  names: string[]
  /** Folders that every match lies in, by name and not by pattern, in lower case. */
  fixed: string
}

/**
 * A path specifier in Claude Code's syntax, gitignore patterns with anchors, or why it is none. Matching is without
 * regard to case, as observed there, so the globs are in lower case.
 */
export function parsePathPattern(specifier: string): PathPattern | { fault: string } {
  if (/\\(?![\\[\]{}*?!# ])/.test(specifier)) return { fault: 'holds a backslash: write / between folders' }
  const { anchor, rest } = splitAnchor(specifier)
  const plain = rest
    .replace(/^(?:\.\/+)+/, '')
    .replace(/^\/+|\/+$/g, '')
    .replace(/\/\/+/g, '/')
  if (plain.split('/').includes('..')) return { fault: 'holds .., which leads out of what it is relative to' }
  const pattern = plain === '' ? '**' : plain.toLowerCase()
  const allow = parseAll(withContents(anyDepth(pattern, anchor, false)))
  if ('fault' in allow) return allow
  const stop = parseAll(withContents(anyDepth(pattern, anchor, true)).flatMap(withFolder))
  return 'fault' in stop
    ? stop
    : {
        anchor,
        allow: allow.globs,
        stop: stop.globs,
        fixed: fixedPart(pattern, anchor),
        names: namesIn(pattern),
      }
}

function splitAnchor(specifier: string): { anchor: PathPattern['anchor']; rest: string } {
  if (specifier.startsWith('//')) return { anchor: 'file-system', rest: specifier.slice(2) }
  if (specifier === '~' || specifier.startsWith('~/')) return { anchor: 'home', rest: specifier.slice(1) }
  if (specifier.startsWith('/')) return { anchor: 'project', rest: specifier.slice(1) }
  return { anchor: 'directory', rest: specifier }
}

/** As in gitignore a name without `/` counts at any depth; where something is stopped, so does `name/**`. */
function anyDepth(pattern: string, anchor: PathPattern['anchor'], stop: boolean): string {
  if (anchor !== 'directory') return pattern
  const single = !pattern.includes('/') || (stop && /^[^/]+\/\*\*$/.test(pattern))
  return single && pattern !== '**' && !pattern.startsWith('**/') ? `**/${pattern}` : pattern
}

function namesIn(pattern: string): string[] {
  return pattern.split('/').filter((segment) => !isPattern(segment))
}

export function isPattern(text: string): boolean {
  return /[*?[]/.test(text)
}

function fixedPart(pattern: string, anchor: PathPattern['anchor']): string {
  const segments = anyDepth(pattern, anchor, true).split('/')
  const open = segments.findIndex(isPattern)
  return segments.slice(0, open < 0 ? undefined : open).join('/')
}

function withContents(pattern: string): string[] {
  return pattern === '**' || pattern.endsWith('/**') ? [pattern] : [pattern, `${pattern}/**`]
}

function withFolder(pattern: string): string[] {
  const folder = pattern.replace(/\/\*\*$/, '')
  return folder === pattern || folder === '**' ? [pattern] : [pattern, folder]
}

function parseAll(patterns: readonly string[]): { globs: Glob[] } | { fault: string } {
  const globs: Glob[] = []
  for (const pattern of new Set(patterns)) {
    const glob = parseGlob(withoutEscapes(pattern))
    if ('fault' in glob) return glob
    globs.push(glob)
  }
  return { globs }
}

/** gitignore escapes with a backslash and has no braces; our globs have braces and no escape but a class. */
function withoutEscapes(pattern: string): string {
  return pattern.replace(/\\([[*?{}])|\\(.)|[{}]/g, (whole, special?: string, plain?: string) =>
    special === undefined ? (plain ?? `[${whole}]`) : `[${special}]`,
  )
}
