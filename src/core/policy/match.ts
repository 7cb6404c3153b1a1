import type { Action } from '../action.ts'
import type { ShellAnalysis } from '../shell/effect.ts'
import type { MatchContext, MatchMode } from './match-context.ts'
import { matchesDomain } from './match-domain.ts'
import { matchesPaths } from './match-paths.ts'
import { findAllowingSpecifier, matchesShell } from './match-shell.ts'
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
  if (mode === 'every' && isAskedOfThePerson(action)) return false
  if (specifier === undefined) return hasToolName(tool, action, mode)
  if (tool === 'Bash')
    return action.kind === 'shell' && matchesShell(specifier, { command: action.command, analysis }, context, mode)
  if (tool === 'Read' || tool === 'Edit' || tool === 'Write')
    return matchesPaths({ tool, specifier }, { action, analysis }, context, mode)
  if (tool === 'WebFetch') return action.kind === 'fetch' && matchesDomain(specifier, action.url, mode)
  if (tool === 'Agent' || tool === 'Task') return action.kind === 'subagent' && action.subagentType === specifier
  return false
}

/**
 * The rule that allows this call, or the first of several that allow a shell command together, part by part. Commands
 * that only read below the working directory need no rule.
 */
export function findAllowingRule(
  rules: readonly Rule[],
  action: Action,
  analysis: ShellAnalysis | undefined,
  context: MatchContext,
): Rule | undefined {
  // Most people have no such rule, and the text of the command need not be looked at again.
  if (rules.length === 0) return undefined
  const whole = rules.find((rule) => matchesRule(rule, action, analysis, context, 'every'))
  if (whole || action.kind !== 'shell') return whole
  const parts = rules.filter((rule) => rule.tool === 'Bash' && rule.specifier !== undefined)
  const specifiers = parts.map((rule) => rule.specifier ?? '')
  return parts[findAllowingSpecifier(specifiers, { command: action.command, analysis }, context)]
}

/** The answer is the person's to give; a rule that gave it beforehand would approve a plan nobody has read. */
function isAskedOfThePerson(action: Action): boolean {
  return action.kind === 'plan-exit' || action.kind === 'ask-user'
}
