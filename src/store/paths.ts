import { lstatSync, readlinkSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Real path of the longest existing parent plus the rest, so that links above a new file are seen through. */
export function resolveRealPath(path: string, linksLeft = 40): string {
  const absolute = resolve(path)
  const missing: string[] = []
  let existing = absolute
  for (;;) {
    const real = findRealPath(existing)
    if (real !== undefined) return missing.length === 0 ? real : join(real, ...missing)
    // A link to something that is not there yet: what is written through it lands at its target.
    const target = linksLeft > 0 ? findLinkTarget(existing) : undefined
    if (target !== undefined) return resolveRealPath(join(target, ...missing), linksLeft - 1)
    const parent = dirname(existing)
    if (parent === existing) return absolute
    missing.unshift(basename(existing))
    existing = parent
  }
}

function findRealPath(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}

function findLinkTarget(path: string): string | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat?.isSymbolicLink() ? resolve(dirname(path), readlinkSync(path)) : undefined
}

export function isRegularFileOrAbsent(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return stat === undefined || (stat.isFile() && stat.nlink === 1)
}
