import type { Action, ActionKind } from '../action.ts'
import type { MatchMode } from './match-context.ts'
import { hasStar, matchesText } from './text-pattern.ts'

/** Claude's names for what other agents' tools do, so that one rule holds for all of them. */
const namesOfKind: Partial<Record<ActionKind, readonly string[]>> = {
  shell: ['Bash'],
  read: ['Read'],
  search: ['Grep', 'Glob', 'LS'],
  write: ['Write'],
  edit: ['Edit', 'MultiEdit'],
  patch: ['Edit', 'Write'],
  notebook: ['NotebookEdit'],
  fetch: ['WebFetch', 'WebSearch'],
  'ask-user': ['AskUserQuestion'],
  'plan-enter': ['EnterPlanMode'],
  'plan-exit': ['ExitPlanMode'],
  subagent: ['Agent', 'Task'],
  skill: ['Skill'],
}

/** These kinds have one meaning each, also where Claude has several tools or names for it. */
const sameForClaude: ReadonlySet<ActionKind> = new Set(['shell', 'subagent'])
/** A kind that stands for several of Claude's tools is not allowed by the name of one of them. */
const neverAllowedByOneName: ReadonlySet<ActionKind> = new Set(['patch', 'fetch'])
const writingKinds: ReadonlySet<ActionKind> = new Set(['write', 'edit', 'patch', 'notebook'])

/** A rule without a specifier. A bare name means that tool only: `Edit` does not cover `Write`. */
export function hasToolName(tool: string, action: Action, mode: MatchMode): boolean {
  const names = namesOf(action, mode)
  if (names.includes(tool)) return true
  if (action.server !== undefined && tool === `mcp__${action.server}`) return true
  if (mode === 'any' && tool === 'Read' && writingKinds.has(action.kind)) return true
  if (!hasStar(tool)) return false
  // Beyond one server a pattern allows nothing, here as when the rule was read.
  if (mode === 'every' && !/^mcp__[^*]+__/.test(tool)) return false
  return names.some((name) => matchesText(tool, name))
}

function namesOf(action: Action, mode: MatchMode): string[] {
  const names = [action.tool]
  if (action.server !== undefined && action.serverTool !== undefined)
    names.push(`mcp__${action.server}__${action.serverTool}`)
  if (action.agent === 'claude-code' && !sameForClaude.has(action.kind)) return names
  if (mode === 'every' && neverAllowedByOneName.has(action.kind)) {
    return action.kind === 'fetch' && action.url !== undefined ? [...names, 'WebFetch'] : names
  }
  return [...names, ...(namesOfKind[action.kind] ?? [])]
}
