import { PlansError } from '../errors.ts'
import { matchesGlob, parseGlob } from '../glob.ts'
import { isObject, type Json } from '../json.ts'
import type { Scope } from './plan.ts'

const mostGlobs = 200

/**
 * Reads the `scope` key. Without `allow` every path is allowed that `deny` does not name. Throws PlansError with all
 * faults: a scope that is only half read would be wider than the one that was written.
 */
export function parseScope(value: Json | undefined): Scope | undefined {
  if (value === undefined) return undefined
  const faults = findFaults(value)
  if (faults.length > 0)
    throw new PlansError(
      'usage',
      'scope-invalid',
      `the scope cannot be used: ${faults[0]}`,
      'Write scope as {allow: [glob], deny: [glob]}, with paths relative to the repository root, or leave it out.',
      { details: faults.slice(1) },
    )
  const { allow, deny } = value as { allow?: string[]; deny?: string[] }
  return { allow: allow ?? ['**'], deny: deny ?? [] }
}

/** Whether a path, relative to the repository root, may be changed under this scope: deny beats allow. */
export function isInScope(scope: Scope, path: string): boolean {
  if (path.split('/').some((segment) => segment === '' || segment === '.' || segment === '..')) return false
  return scope.allow.some((glob) => matches(glob, path, false)) && !scope.deny.some((glob) => matches(glob, path, true))
}

/** A glob of another version's record that we cannot read counts against the path on either list. */
function matches(pattern: string, path: string, unreadable: boolean): boolean {
  const glob = parseGlob(pattern)
  return 'fault' in glob ? unreadable : matchesGlob(glob, path)
}

function findFaults(value: Json): string[] {
  if (!isObject(value)) return ['it is not a mapping with allow and deny']
  const faults = Object.keys(value)
    .filter((key) => key !== 'allow' && key !== 'deny')
    .map((key) => `unknown key ${JSON.stringify(key)}`)
  const lists = [value['allow'], value['deny']].filter((list) => list !== undefined)
  if (lists.length === 0) faults.push('it holds neither allow nor deny')
  const globs = lists.flatMap((list) => (Array.isArray(list) ? list : []))
  if (!lists.every(Array.isArray)) faults.push('allow and deny are lists of globs')
  if (globs.length > mostGlobs) faults.push(`it holds ${globs.length} globs, at most ${mostGlobs} are read`)
  return [...faults, ...globs.flatMap(findGlobFault)]
}

function findGlobFault(value: Json): string[] {
  if (typeof value !== 'string') return [`${JSON.stringify(value)} is not a text`]
  const glob = parseGlob(value)
  return 'fault' in glob ? [`${JSON.stringify(value.slice(0, 80))} ${glob.fault}`] : []
}
