import type { Action } from '../action.ts'
import type { ShellAnalysis } from '../shell/effect.ts'
import type { MatchContext, MatchMode } from './match-context.ts'
import { matchesDomain } from './match-domain.ts'
import { matchesPaths } from './match-paths.ts'
import { matchesShell } from './match-shell.ts'
import { hasToolName } from './match-tool.ts'
import type { Rule } from './policy.ts'

/** Whether a rule in Claude Code's syntax covers this call, whichever agent makes it. */
export function matchesRule(
  rule: Rule,
  action: Action,
  analysis: ShellAnalysis | undefined,
  context: MatchContext,
  mode: MatchMode,
): boolean {
  const { tool, specifier } = rule
  if (specifier === undefined) return hasToolName(tool, action, mode)
  if (tool === 'Bash') return action.kind === 'shell' && matchesShell(specifier, action.command, analysis, mode)
  if (tool === 'Read' || tool === 'Edit' || tool === 'Write')
    return matchesPaths({ tool, specifier }, { action, analysis }, context, mode)
  if (tool === 'WebFetch') return action.kind === 'fetch' && matchesDomain(specifier, action.url, mode)
  return false
}
