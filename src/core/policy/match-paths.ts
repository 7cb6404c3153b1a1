import type { Action } from '../action.ts'
import { type Glob, matchesGlob } from '../glob.ts'
import type { Effect, ShellAnalysis } from '../shell/effect.ts'
import type { MatchContext, MatchMode } from './match-context.ts'
import { type PathPattern, parsePathPattern } from './path-pattern.ts'
import { isInside, tidyPath, variants } from './path-place.ts'
import { expandTo, withAnyName } from './shell-glob.ts'

interface PathRule {
  tool: 'Read' | 'Edit' | 'Write'
  specifier: string
}

interface Call {
  action: Action
  analysis: ShellAnalysis | undefined
}

const readingKinds: ReadonlySet<string> = new Set(['read', 'search'])
const writingKinds: ReadonlySet<string> = new Set(['write', 'edit', 'patch', 'notebook'])
const readEffects: ReadonlySet<string> = new Set(['read', 'secret-read'])
const writeEffects: ReadonlySet<string> = new Set(['write', 'delete'])

export function matchesPaths(rule: PathRule, call: Call, context: MatchContext, mode: MatchMode): boolean {
  const pattern = parsePathPattern(rule.specifier)
  // Whoever read the rule has refused it by then; a stop that cannot be read stops.
  if ('fault' in pattern) return mode === 'any'
  return mode === 'any' ? stops(rule, call, pattern, context) : allows(rule, call, pattern, context)
}

function stops(rule: PathRule, call: Call, pattern: PathPattern, context: MatchContext): boolean {
  const bases = stopBases(pattern.anchor, context).flatMap((base) => variants(base, context))
  const touched = touchedPaths(rule, call)
  const hits = (path: string): boolean =>
    variants(path, context).some((each) => bases.some((base) => matchesBelow(base, each, pattern.stop)))
  const expanded =
    call.action.kind === 'shell' ? touched.flatMap((path) => expandTo(pattern.names, tidyPath(path))) : []
  const isThere = (path: string): boolean => context.isThere?.(path) ?? true
  const emptied = removedFolders(call.analysis).flatMap((path) => variants(path, context))
  const holds = (folder: string): boolean =>
    bases.some((base) => isInside(tidyPath(`${base}/${pattern.fixed}`).toLowerCase(), folder.toLowerCase()))
  return touched.some(hits) || emptied.some(holds) || expanded.some((path) => hits(path) && isThere(path))
}

/** Whoever removes a folder removes what a rule protects in it. */
function removedFolders(analysis: ShellAnalysis | undefined): string[] {
  return pathsOf((analysis?.effects ?? []).filter((effect) => effect.kind === 'delete' && effect.recursive))
}

/** What a denial is held against. A file that may not be read may not be replaced either. */
function touchedPaths(rule: PathRule, { action, analysis }: Call): string[] {
  const reads = rule.tool === 'Read'
  if (action.kind === 'shell') {
    const concerns = (effect: Effect): boolean =>
      writeEffects.has(effect.kind) || (reads && readEffects.has(effect.kind))
    return pathsOf((analysis?.effects ?? []).filter(concerns))
  }
  const concerned = writingKinds.has(action.kind) || (reads && readingKinds.has(action.kind))
  return concerned ? action.paths : []
}

function allows(rule: PathRule, call: Call, pattern: PathPattern, context: MatchContext): boolean {
  if (rule.tool === 'Write' || rule.specifier === '*') return false
  const paths = allowedPaths(rule, call)
  const base = allowBase(pattern.anchor, context)
  if (!paths || paths.length === 0 || base === undefined) return false
  const bases = variants(base, context)
  const covered = (path: string): boolean => bases.some((each) => matchesBelow(each, path, pattern.allow))
  return paths.every((path) => variants(path, context).every(covered))
}

/** The paths to be covered, or undefined where the call is not one that this rule could allow. */
function allowedPaths(rule: PathRule, { action, analysis }: Call): string[] | undefined {
  if (action.kind === 'shell') {
    // Which command writes is not said by a path, so only reads are allowed by one.
    if (rule.tool !== 'Read' || !analysis?.readOnly) return undefined
    const known = analysis.effects.every((effect) => readEffects.has(effect.kind) && 'path' in effect && effect.path)
    return known ? pathsOf(analysis.effects).map(withAnyName) : undefined
  }
  if (rule.tool === 'Read') return readingKinds.has(action.kind) ? action.paths : undefined
  return writingKinds.has(action.kind) || action.kind === 'read' ? action.paths : undefined
}

function pathsOf(effects: readonly Effect[]): string[] {
  return effects.flatMap((effect) => ('path' in effect && effect.path !== undefined ? [effect.path] : []))
}

/** A working directory that has moved must not open what was stopped from the project's root. */
function stopBases(anchor: PathPattern['anchor'], { root, home, cwd }: MatchContext): string[] {
  if (anchor === 'file-system') return ['/']
  if (anchor === 'home') return home === '' ? [] : [home]
  return anchor === 'project' ? [root ?? cwd] : [cwd, root ?? cwd]
}

function allowBase(anchor: PathPattern['anchor'], { root, home, cwd }: MatchContext): string | undefined {
  if (anchor === 'file-system') return '/'
  if (anchor === 'home') return home || undefined
  return anchor === 'project' ? (root ?? cwd) : cwd
}

function matchesBelow(base: string, path: string, globs: readonly Glob[]): boolean {
  const start = tidyPath(base).toLowerCase()
  const wanted = path.toLowerCase()
  const prefix = start === '/' ? '/' : `${start}/`
  if (!wanted.startsWith(prefix)) return wanted === start && globs.some((glob) => glob.pattern === '**')
  const below = wanted.slice(prefix.length)
  return below !== '' && globs.some((glob) => matchesGlob(glob, below))
}
