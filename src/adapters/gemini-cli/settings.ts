import type { LauncherPaths } from '../adapter.ts'
import type { HookGroup } from '../hook-groups.ts'
import { type Launcher, loaderCommand } from '../loader.ts'

interface Hook {
  event: string
  launcher: Launcher
  matcher?: string
  /** Milliseconds; a hook that takes longer counts as no opinion, so this is far above what it needs. */
  timeout: number
}

const hooks: readonly Hook[] = [
  { event: 'BeforeTool', matcher: '.*', launcher: 'pre-tool-use', timeout: 60_000 },
  {
    event: 'AfterTool',
    matcher: '^(run_shell_command|write_file|replace|enter_plan_mode|exit_plan_mode)$',
    launcher: 'after-tool',
    timeout: 60_000,
  },
  { event: 'BeforeAgent', launcher: 'prompt', timeout: 20_000 },
  { event: 'SessionStart', launcher: 'session', timeout: 30_000 },
  { event: 'Notification', launcher: 'session', timeout: 20_000 },
]

export function geminiHookGroups(paths: LauncherPaths): HookGroup[] {
  return hooks.map(({ event, matcher, launcher, timeout }) => {
    const command = loaderCommand(launcher, 'gemini-cli', paths)
    const handler = { type: 'command', name: `git-plans ${launcher}`, command, timeout }
    return { event, group: { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] } }
  })
}
