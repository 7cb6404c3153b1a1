import { isAbsolute, join } from 'node:path'
import type { Environment } from '../adapters/adapter.ts'
import type { Action, HookCall } from '../core/action.ts'
import type { CompiledPolicy } from '../core/policy/policy.ts'
import type { Hold, SessionState } from '../core/session/session.ts'
import { homeOf, stateHome } from '../store/folders.ts'
import { resolveRealPath } from '../store/paths.ts'
import { readHold, readSession } from '../store/session.ts'
import { findWorktree, type Worktree } from '../store/worktree.ts'

/** Where a hook event happened and what is known there. */
export interface HookWorld {
  environment: Environment
  home: string
  worktree: Worktree | undefined
  /** `<git dir>/plans`; outside a repository a folder in `$XDG_STATE_HOME`. */
  stateFolder: string
  session: SessionState | undefined
  hold: Hold | undefined
}

export function findHookWorld(cwd: string, session: string, environment: Environment): HookWorld {
  const project = environment['CLAUDE_PROJECT_DIR'] ?? environment['GEMINI_PROJECT_DIR']
  const worktree = findWorktree(cwd, environment) ?? (project ? findWorktree(project, environment) : undefined)
  const outside = join(stateHome(environment), 'git-plans')
  const stateFolder = worktree ? join(worktree.gitDir, 'plans') : outside
  return {
    environment,
    home: resolveRealPath(homeOf(environment)),
    worktree,
    stateFolder,
    session: readSession(stateFolder, session),
    hold: readHold(stateFolder),
  }
}

/** The part of the payload that says where and for whom, whichever event it is. */
export function contextOf(call: HookCall): { cwd: string; session: string } {
  return 'action' in call ? call.action : call.context
}

/** Folders of the system for passing files; what lies there is nobody's project. As `os.tmpdir` finds them. */
export function temporaryFolders({ TMPDIR, TMP, TEMP }: Environment): string[] {
  const named = [TMPDIR, TMP, TEMP, '/tmp', '/var/tmp'].filter((folder) => folder !== undefined)
  return [...new Set(named.filter((folder) => isAbsolute(folder)).map((folder) => resolveRealPath(folder)))]
}

/** Whether the plans of this worktree must be known to judge the call; most calls do not need them. */
export function needsPlans(
  action: Action,
  changes: { changes: string; writes: readonly unknown[] },
  world: HookWorld,
  policy: CompiledPolicy,
): boolean {
  if (!world.worktree) return false
  if (policy.defaultMode === 'plan' || world.environment['PLANS_MODE'] === 'plan') return true
  if (changes.changes === 'no' || action.kind === 'mcp') return false
  return changes.writes.length > 0 || policy.gate.requireApprovedPlan.length > 0
}
