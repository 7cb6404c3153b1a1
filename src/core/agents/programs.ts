/** Command-line agents by the name of their program. Editors that host a terminal are not among them. */
const programs: Record<string, string> = {
  claude: 'Claude Code',
  gemini: 'Gemini CLI',
  qwen: 'Qwen Code',
  codex: 'Codex',
  copilot: 'Copilot CLI',
  'cursor-agent': 'Cursor',
  opencode: 'OpenCode',
  crush: 'Crush',
  goose: 'Goose',
  amp: 'Amp',
  auggie: 'Augment',
  droid: 'Droid',
  'kiro-cli': 'Kiro',
  cline: 'Cline',
  agy: 'Antigravity',
  aider: 'Aider',
}

/** The same agents as packages, where the script's own name says nothing (`…/claude-code/cli.js`). */
const packages: Record<string, string> = {
  '@anthropic-ai/claude-code': 'Claude Code',
  '@google/gemini-cli': 'Gemini CLI',
  '@qwen-code/qwen-code': 'Qwen Code',
  '@openai/codex': 'Codex',
  '@github/copilot': 'Copilot CLI',
  'opencode-ai': 'OpenCode',
  '@sourcegraph/amp': 'Amp',
  '@augmentcode/auggie': 'Augment',
}

const interpreters: ReadonlySet<string> = new Set([
  'node',
  'nodejs',
  'bun',
  'deno',
  'python',
  'python3',
  'sh',
  'bash',
  'dash',
  'zsh',
])
const flagsWithValue: ReadonlySet<string> = new Set(['-r', '--require', '--import', '--loader', '--env-file', '-C'])

/** The command-line agent that a process runs, as a program of its own or as a script of an interpreter. */
export function findAgentProgram(commandLine: readonly string[]): string | undefined {
  const program = commandLine[0]
  if (program === undefined) return undefined
  const name = baseName(program)
  if (Object.hasOwn(programs, name)) return programs[name]
  const script = interpreters.has(name) ? findScript(commandLine.slice(1)) : undefined
  return script === undefined ? undefined : agentOfScript(script)
}

function findScript(words: readonly string[]): string | undefined {
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (word === '-c' || word === '-e' || word === '--eval') return undefined
    if (flagsWithValue.has(word)) index++
    else if (!word.startsWith('-')) return word
  }
  return undefined
}

function agentOfScript(script: string): string | undefined {
  const path = script.replaceAll('\\', '/')
  const name = baseName(path)
  if (Object.hasOwn(programs, name)) return programs[name]
  const owner = Object.keys(packages).find((entry) => path.includes(`/node_modules/${entry}/`))
  return owner === undefined ? undefined : packages[owner]
}

function baseName(path: string): string {
  const name = path.replaceAll('\\', '/').split('/').at(-1) ?? ''
  // A login shell is called `-bash`; `.exe`, `.cmd` and script endings are not part of a name.
  return name.replace(/^-/, '').replace(/\.(exe|cmd|js|mjs|cjs|ts|py)$/i, '')
}
