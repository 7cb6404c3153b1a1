type Environment = Record<string, string | undefined>

export interface ToolShellMark {
  agent: string
  /** The variable that tells, as `NAME=value`. */
  mark: string
}

interface Mark {
  agent: string
  variable: string
  /** Values that count; without a list any value but an empty one, `0` and `false`. */
  values?: readonly string[]
}

/**
 * Variables that agents set in the shells of their tools and that do not stand in their hook processes. Hosts of a
 * terminal are none: `CURSOR_TRACE_ID`, `TERM_PROGRAM=vscode` and kin stand in a person's shell too.
 */
const marks: readonly Mark[] = [
  { agent: 'Claude Code', variable: 'CLAUDE_CODE_EXECPATH' },
  { agent: 'Gemini CLI', variable: 'GEMINI_CLI' },
  { agent: 'Qwen Code', variable: 'QWEN_CODE' },
  { agent: 'Codex', variable: 'CODEX_THREAD_ID' },
  { agent: 'Codex', variable: 'CODEX_CI' },
  { agent: 'Codex', variable: 'CODEX_SANDBOX' },
  { agent: 'Copilot CLI', variable: 'COPILOT_CLI' },
  { agent: 'Copilot CLI', variable: 'COPILOT_AGENT' },
  { agent: 'Cursor', variable: 'CURSOR_AGENT' },
  { agent: 'OpenCode', variable: 'OPENCODE' },
  { agent: 'Crush', variable: 'CRUSH' },
  { agent: 'Goose', variable: 'GOOSE_TERMINAL' },
  { agent: 'Amp', variable: 'AMP_CURRENT_THREAD_ID' },
  { agent: 'Augment', variable: 'AUGMENT_AGENT' },
  { agent: 'Antigravity', variable: 'ANTIGRAVITY_AGENT' },
  { agent: 'Pi', variable: 'PI_CODING_AGENT' },
  { agent: 'Devin', variable: 'DEVIN' },
  { agent: 'Replit', variable: 'REPL_ID' },
  { agent: 'an agent', variable: 'AGENT', values: ['1', 'true', 'amp', 'crush', 'goose', 'opencode'] },
]

/** The mark of an agent's tool shell in an environment. An agent's hook process is not one. */
export function findToolShellMark(environment: Environment): ToolShellMark | undefined {
  const found = findClaudeMark(environment) ?? findNeutralMark(environment)
  if (found) return found
  const mark = marks.find((entry) => counts(environment[entry.variable], entry.values))
  return mark && { agent: mark.agent, mark: `${mark.variable}=${environment[mark.variable]}` }
}

/**
 * `CLAUDECODE=1` stands in Claude's hooks as well. They differ by `AI_AGENT=…_harness`, in versions without that
 * variable by `CLAUDE_PROJECT_DIR`; what has the marks of both is a shell that dresses up as a hook.
 */
function findClaudeMark(environment: Environment): ToolShellMark | undefined {
  if (!counts(environment['CLAUDECODE'])) return undefined
  const role = environment['AI_AGENT']
  const isHook = role === undefined ? environment['CLAUDE_PROJECT_DIR'] !== undefined : isHarness(role)
  return isHook ? undefined : { agent: 'Claude Code', mark: `CLAUDECODE=${environment['CLAUDECODE']}` }
}

function findNeutralMark(environment: Environment): ToolShellMark | undefined {
  const role = environment['AI_AGENT']
  if (role === undefined || !counts(role) || isHarness(role)) return undefined
  const agent = role.startsWith('claude-code_') ? 'Claude Code' : role
  return { agent, mark: `AI_AGENT=${role}` }
}

function isHarness(role: string): boolean {
  return role.endsWith('_harness')
}

function counts(value: string | undefined, values?: readonly string[]): boolean {
  if (value === undefined || value === '' || value === '0' || value.toLowerCase() === 'false') return false
  return values === undefined || values.includes(value.toLowerCase())
}
