import { readFileSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { readTextIfThere } from './read-text.ts'

/** A work tree found by looking for `.git` upwards, without starting git: for the hook, where a process costs too much. */
export interface Worktree {
  /** Real path. */
  root: string
  gitDir: string
  commonDir: string
  /** Branch name, `_detached`, or the head branch that CI names. */
  branch: string
}

export function findWorktree(cwd: string, environment: Record<string, string | undefined>): Worktree | undefined {
  let folder: string
  try {
    folder = realpathSync.native(cwd)
  } catch {
    folder = resolve(cwd)
  }
  for (;;) {
    const gitDir = findGitDir(folder)
    if (gitDir !== undefined) return describe(folder, gitDir, environment)
    const parent = dirname(folder)
    if (parent === folder) return undefined
    folder = parent
  }
}

/** `.git` is a folder, or in linked work trees and submodules a file that names one. */
function findGitDir(folder: string): string | undefined {
  const path = join(folder, '.git')
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return undefined
  if (stat.isDirectory()) return path
  const text = readFileSync(path, 'utf8')
  return text.startsWith('gitdir: ') ? resolve(folder, text.slice('gitdir: '.length).trim()) : undefined
}

function describe(root: string, gitDir: string, environment: Record<string, string | undefined>): Worktree {
  const common = readTextIfThere(join(gitDir, 'commondir'))
  const commonDir = common === undefined ? gitDir : resolve(gitDir, common.trim())
  const head = readTextIfThere(join(gitDir, 'HEAD'))?.trim() ?? ''
  const branch = head.startsWith('ref: refs/heads/')
    ? head.slice('ref: refs/heads/'.length)
    : environment['GITHUB_HEAD_REF'] || '_detached'
  return { root, gitDir, commonDir, branch }
}
