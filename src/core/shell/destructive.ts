import type { Argument } from './argument.ts'
import { isInsideFolder, joinPath } from './paths.ts'
import type { Scope, ShellContext } from './scope.ts'

const usualTemporaryFolders = ['/tmp', '/var/tmp', '/private/tmp', '/private/var/tmp']

/**
 * Whether removing this cannot be made good: anything recursive outside of the project and the temporary folders, the
 * project or a temporary folder as a whole, the repository itself, or a place that only running tells.
 */
export function isDestructiveTarget(
  target: Argument,
  recursive: boolean,
  scope: Scope,
  context: ShellContext,
): boolean {
  const path = widestPath(target, scope)
  if (path === undefined) return recursive && (scope.cwd === undefined || startsOutside(target))
  if (path.split('/').includes('.git')) return true
  const project = context.projectRoot ?? context.cwd
  if (!recursive) return isSystemPlace(path) || (target.glob && path === project)
  if (path === project || isInsideFolder(project, path)) return true
  if (isInsideFolder(path, project)) return false
  const temporary = [...usualTemporaryFolders, ...(context.temporaryFolders ?? [])]
  if (temporary.includes(path)) return true
  return !temporary.some((folder) => isInsideFolder(path, folder))
}

/** The folder that a bare star empties, or the path itself. */
export function widestPath(target: Argument, scope: Scope): string | undefined {
  let { path } = target
  if (path === undefined) return undefined
  const star = target.glob ? path.search(/[*?[]/) : -1
  if (star >= 0) {
    const folder = path.slice(0, path.lastIndexOf('/', star) + 1)
    const rest = path.slice(folder.length)
    // Only a bare star takes all that is there; a pattern with letters picks.
    path = rest === '*' || rest === '.*' ? folder || '.' : `${folder}${rest}`
  }
  if (path.startsWith('/')) return joinPath('/', path)
  return scope.cwd === undefined ? undefined : joinPath(scope.cwd, path)
}

function startsOutside(target: Argument): boolean {
  const { beginning } = target
  return beginning === '' || beginning.startsWith('/') || beginning.startsWith('..') || beginning.startsWith('~')
}

function isSystemPlace(path: string): boolean {
  return /^\/(etc|boot|dev|usr|bin|sbin|lib|lib64|sys|proc)(\/|$)/.test(path) || path === '/'
}
