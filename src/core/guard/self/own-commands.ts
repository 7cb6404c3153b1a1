import type { ShellAnalysis, SimpleCommand } from '../../shell/effect.ts'
import type { GuardContext } from '../context.ts'
import { isInside } from '../places.ts'

export interface OwnCommand {
  what: string
  span: [number, number]
}

/** Commands of ours that decide for a person, or change what is decided. */
const decisions: ReadonlySet<string> = new Set([
  'approve',
  'reject',
  'answer',
  'revoke',
  'exit',
  'trust',
  'pause',
  'allow',
  'void',
  'init',
  'uninstall',
])
const policyVerbs: ReadonlySet<string> = new Set(['import', 'lint', 'export'])
const programs: ReadonlySet<string> = new Set(['plans', 'git-plans'])
const runners: ReadonlySet<string> = new Set(['npx', 'bunx', 'pnpx'])
const runnerVerbs: ReadonlySet<string> = new Set(['exec', 'x', 'dlx', 'run'])
const packageManagers: ReadonlySet<string> = new Set(['npm', 'pnpm', 'yarn', 'bun'])
const interpreters: ReadonlySet<string> = new Set(['node', 'nodejs', 'bun', 'tsx', 'deno'])
const shims = ['.cmd', '.exe', '.ps1'] as const
const hookPrograms: ReadonlySet<string> = new Set([
  'plans-pre-tool-use',
  'plans-permission-request',
  'plans-after-tool',
  'plans-prompt',
  'plans-session',
])

/** The first command that is one of our deciding commands, in whatever spelling, or that feeds a hook binary. */
export function findOwnCommand(analysis: ShellAnalysis, context: GuardContext): OwnCommand | undefined {
  for (const command of analysis.commands) {
    const what = ownDecision(command.words, command, context) ?? textOfUnknownProgram(command, analysis)
    if (what !== undefined) return { what, span: command.span }
  }
  return undefined
}

function ownDecision(
  words: readonly (string | undefined)[],
  command: SimpleCommand,
  context: GuardContext,
): string | undefined {
  const program = baseName(words[0])
  if (program === undefined) return undefined
  const rest = words.slice(1)
  if (hookPrograms.has(program)) return program
  if (programs.has(program)) return decisionIn(program, rest)
  if (program === 'git') return gitDecision(rest)
  if (runners.has(program)) return ownDecision(afterFlags(rest), command, context)
  if (packageManagers.has(program) && runnerVerbs.has(rest[0] ?? ''))
    return ownDecision(afterFlags(rest.slice(1)), command, context)
  if (interpreters.has(program)) return scriptDecision(afterFlags(rest), command, context)
  return runsOurFile(words[0] ?? '', command, context) ? decisionIn('plans', rest) : undefined
}

function decisionIn(program: string, rest: readonly (string | undefined)[]): string | undefined {
  const verbs = rest.filter((word) => word === undefined || !word.startsWith('-'))
  const verb = verbs[0]
  // A verb that only running tells may be any of them.
  if (rest.length > 0 && verbs.length > 0 && verb === undefined) return `${program} …`
  if (verb === undefined) return undefined
  if (decisions.has(verb)) return `${program} ${verb}`
  if (
    verb === 'policy' &&
    policyVerbs.has(verbs[1] ?? '') &&
    rest.some((word) => word === '--fix' || verbs[1] === 'import')
  )
    return `${program} policy ${verbs[1]}`
  return undefined
}

/** `git plans approve`, also behind global options, which may take a value. */
function gitDecision(rest: readonly (string | undefined)[]): string | undefined {
  const index = rest.indexOf('plans')
  if (index < 0) return undefined
  const before = rest.slice(0, index)
  const onlyOptions = before.every((word, position) => word?.startsWith('-') || before[position - 1]?.startsWith('-'))
  return onlyOptions ? decisionIn('git plans', rest.slice(index + 1)) : undefined
}

function scriptDecision(
  words: readonly (string | undefined)[],
  command: SimpleCommand,
  context: GuardContext,
): string | undefined {
  const script = words[0]
  if (script === undefined) return undefined
  if (isHookScript(script) || runsOurFile(script, command, context)) {
    if (isHookScript(script)) return `a hook of git-plans (${script})`
    return decisionIn('plans', words.slice(1))
  }
  return undefined
}

function isHookScript(script: string): boolean {
  const parts = script.replaceAll('\\', '/').split('/')
  return (
    (parts.at(-1) ?? '').endsWith('.cjs') &&
    parts.at(-2) === 'hooks' &&
    hookPrograms.has(`plans-${parts.at(-1)?.slice(0, -4)}`)
  )
}

function runsOurFile(file: string, command: SimpleCommand, context: GuardContext): boolean {
  if (!file.includes('/')) return false
  const base = command.cwd ?? context.root ?? '/'
  const real = context.resolvePath(file.startsWith('/') ? file : `${base}/${file}`)
  return file.includes('git-plans/bin/') || context.ownPrograms().some((ours) => isInside(real, ours, context))
}

/** Text handed to a program whose doing is unknown (`python -c`, `ssh`, a variable as program). */
function textOfUnknownProgram(command: SimpleCommand, analysis: ShellAnalysis): string | undefined {
  const opaque = analysis.effects.some(
    (effect) =>
      (effect.kind === 'execute' ||
        effect.kind === 'deferred' ||
        (effect.kind === 'unknown' && command.words[0] === undefined)) &&
      effect.span[0] <= command.span[0] &&
      effect.span[1] >= command.span[0],
  )
  return opaque && namesOwnDecision(command.source) ? command.source : undefined
}

/** Whether text names us and, within the next few words, one of the deciding commands. Linear; no regular expression. */
export function namesOwnDecision(text: string): boolean {
  const words = splitWords(text)
  for (const [index, word] of words.entries()) {
    if (hookPrograms.has(word)) return true
    if (!programs.has(word)) continue
    if (words.slice(index + 1, index + 6).some((next) => decisions.has(next))) return true
  }
  return false
}

function splitWords(text: string): string[] {
  const words: string[] = []
  let start = -1
  for (let index = 0; index <= text.length; index++) {
    const inWord = index < text.length && isWordCharacter(text.charCodeAt(index))
    if (inWord && start < 0) start = index
    if (!inWord && start >= 0) {
      words.push(text.slice(start, index))
      start = -1
    }
  }
  return words
}

function isWordCharacter(code: number): boolean {
  return code === 45 || (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

function afterFlags(words: readonly (string | undefined)[]): (string | undefined)[] {
  const start = words.findIndex((word) => word === undefined || !word.startsWith('-'))
  return start < 0 ? [] : words.slice(start)
}

/** `git-plans@latest` for a runner is still us; `.cmd` and `.exe` are Windows' shims. */
function baseName(word: string | undefined): string | undefined {
  const name = word?.replaceAll('\\', '/').split('/').at(-1)?.split('@')[0]
  const shim = shims.find((ending) => name?.toLowerCase().endsWith(ending))
  return name?.slice(0, shim === undefined ? undefined : -shim.length) || undefined
}
