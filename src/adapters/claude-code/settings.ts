import type { JsonObject } from '../../core/json.ts'
import type { LauncherPaths } from '../adapter.ts'
import type { HookGroup } from '../hook-groups.ts'
import { type Launcher, loaderArguments, loaderCommand } from '../loader.ts'

interface Hook {
  event: string
  launcher: Launcher
  matcher?: string
  /** Seconds. */
  timeout: number
  /** A hook that cannot start, ends badly or takes too long counts as a denial; for the events that decide. */
  closed?: true
}

const hooks: readonly Hook[] = [
  { event: 'PreToolUse', matcher: '*', launcher: 'pre-tool-use', timeout: 30, closed: true },
  { event: 'PermissionRequest', matcher: 'ExitPlanMode', launcher: 'permission-request', timeout: 60, closed: true },
  {
    event: 'PostToolUse',
    matcher: 'Bash|PowerShell|Monitor|Write|Edit|NotebookEdit|EnterPlanMode|ExitPlanMode',
    launcher: 'after-tool',
    timeout: 60,
  },
  { event: 'UserPromptSubmit', launcher: 'prompt', timeout: 20 },
  { event: 'SessionStart', launcher: 'session', timeout: 30 },
]

export function claudeHookGroups(paths: LauncherPaths): HookGroup[] {
  return hooks.map(({ event, matcher, launcher, timeout, closed }) => {
    const handler: JsonObject = { type: 'command', ...command(launcher, paths), timeout }
    if (closed) handler['onFailure'] = 'block'
    return { event, group: { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] } }
  })
}

/** Exec form where the version has it: no shell stands between, and Windows without Git Bash works. */
function command(launcher: Launcher, paths: LauncherPaths): JsonObject {
  if (paths.form === 'shell') return { command: loaderCommand(launcher, 'claude-code', paths) }
  return { command: 'node', args: loaderArguments(launcher, 'claude-code', paths) }
}
