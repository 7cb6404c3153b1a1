import type { Effect, ShellAnalysis, SimpleCommand } from '../shell/effect.ts'
import type { MatchContext, MatchMode } from './match-context.ts'
import { matchesSomePart } from './match-shell-part.ts'
import { isInside, variants } from './path-place.ts'
import { collapse, quote } from './shell-text.ts'
import { hasStar, matchesText } from './text-pattern.ts'

/** Claude Code asks beyond this length, whatever is allowed. */
const longestAllowed = 10_000

/** Run their arguments as they are, so that what is allowed bare is allowed behind them. */
const transparentWrappers: ReadonlySet<string> = new Set([
  'timeout',
  'time',
  'nice',
  'nohup',
  'stdbuf',
  'command',
  'builtin',
  'noglob',
])

/** Run what follows in their own way: no pattern allows what follows them. */
const carriers: ReadonlySet<string> = new Set(['watch', 'setsid', 'ionice', 'flock'])

/** Observed to leave open what runs: https://code.claude.com/docs/en/permissions names no list. */
const harmlessAssignments: ReadonlySet<string> = new Set(
  `BLOCKSIZE BLOCK_SIZE CGO_ENABLED CHARSET CI CLICOLOR COLORTERM COLUMNS FORCE_COLOR GCC_COLORS GO111MODULE GOARCH
  GOEXPERIMENT GOOS GREP_COLOR GREP_COLORS LANGUAGE LC_TIME LINES LS_COLORS NODE_ENV NO_COLOR
  PYTEST_DISABLE_PLUGIN_AUTOLOAD PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED RUST_BACKTRACE RUST_LOG TERM TIME_STYLE
  TZ`.split(/\s+/),
)

const localeNames: ReadonlySet<string> = new Set(['LANG', 'LC_ALL', 'LC_CTYPE'])
const localeValue = /^(C|POSIX|[a-z]{2,3}(_[A-Z]{2})?)(\.[\w-]+)?$/

/** Make `find` do more than find; an exact rule may still name the whole command. */
const findActions = /^-(exec|execdir|ok|okdir|delete|fprint|fprint0|fprintf|fls)$/

export interface ShellCall {
  command: string | undefined
  analysis: ShellAnalysis | undefined
}

export function matchesShell(
  specifier: string,
  { command, analysis }: ShellCall,
  context: MatchContext,
  mode: MatchMode,
): boolean {
  if (isWaiver(specifier)) return true
  if (command === undefined || !analysis) return false
  if (mode === 'any') return matchesSomePart(specifier, command, analysis)
  return isContained(command, analysis, context) && analysis.commands.every((each) => allows(specifier, each, command))
}

/**
 * Whether several rules together allow a list or pipe, commands that only read below the working directory needing
 * none. The rules' specifiers are given; the index of the first that was needed is returned, or -1.
 */
export function findAllowingSpecifier(
  specifiers: readonly string[],
  { command, analysis }: ShellCall,
  context: MatchContext,
): number {
  if (command === undefined || !analysis || !isContained(command, analysis, context)) return -1
  const needed = analysis.commands.map((each) => {
    const index = specifiers.findIndex((specifier) => allows(specifier, each, command))
    return index < 0 && onlyReads(each, analysis) ? undefined : index
  })
  return needed.includes(-1) ? -1 : (needed.find((index) => index !== undefined) ?? -1)
}

/** `Bash(*)` is `Bash`: whoever wrote it waived every check of the text. */
function isWaiver(specifier: string): boolean {
  return specifier === '*'
}

function onlyReads({ span }: SimpleCommand, { effects }: ShellAnalysis): boolean {
  return effects.every((effect) => effect.kind === 'read' || !holds(span, effect.span))
}

/** Plain, and without effect outside of the working directories: what lies there is allowed by path rules only. */
function isContained(command: string, analysis: ShellAnalysis, context: MatchContext): boolean {
  return (
    !analysis.destructive &&
    isPlain(command, analysis) &&
    analysis.commands.every(({ cwd }) => cwd !== undefined && isBelow(cwd, context)) &&
    analysis.effects.every((effect) => staysInside(effect, context))
  )
}

function staysInside(effect: Effect, context: MatchContext): boolean {
  if (!('path' in effect)) return true
  return effect.path === undefined ? effect.kind === 'read' : isBelow(effect.path, context)
}

function isBelow(path: string, context: MatchContext): boolean {
  const folders = [context.cwd, context.root ?? context.cwd].flatMap((folder) => variants(folder, context))
  return variants(path, context).every((each) => folders.some((folder) => isInside(each, folder)))
}

/**
 * The text is nothing but simple commands in lists and pipes, without redirection, expansion, grouping or background:
 * only then do the commands say all that it does.
 */
function isPlain(command: string, analysis: ShellAnalysis): boolean {
  const { commands, effects } = analysis
  if (command.length > longestAllowed || commands.length === 0) return false
  if (!effects.every((effect) => isAccountedFor(effect, commands))) return false
  const spans = commands.map((each) => each.span).sort((one, other) => one[0] - other[0])
  let position = 0
  for (const [start, end] of spans) {
    if (start < position || !isSeparator(command.slice(position, start)) || !isSimple(command.slice(start, end)))
      return false
    position = end
  }
  return isSeparator(command.slice(position))
}

/** An unknown program is what a rule can name; text that could not be read as commands is not. */
function isAccountedFor(effect: Effect, commands: readonly SimpleCommand[]): boolean {
  if (effect.kind !== 'unknown') return true
  return effect.program !== '' && commands.some((each) => holds(each.span, effect.span))
}

function holds(outer: [number, number], inner: [number, number]): boolean {
  return outer[0] <= inner[0] && inner[1] <= outer[1]
}

function isSeparator(gap: string): boolean {
  const plain = withoutHarmlessRedirections(` ${gap}`)
    .replace(/\\\n/g, ' ')
    .replace(/(?<=\s)#[^\n]*/g, '')
  return /^\s*(&&|\|\||\|&|\||;)?\s*((time|!)\s+)?$/.test(plain)
}

function isSimple(text: string): boolean {
  const unquoted = withoutHarmlessRedirections(text).replace(/\\.|'[^']*'|"(?:\\.|[^"\\])*"/gs, 'x')
  return !/[<>|&;(){}`\n]/.test(unquoted) && !/\n\s*#/.test(text)
}

/** Descriptors joined, output thrown away, input from a file, which is an effect of its own. */
function withoutHarmlessRedirections(text: string): string {
  return text.replace(/(?<=\s)(\d?>&\d|&?\d?>>?\s?\/dev\/null|<\s?[\w./-]+)(?=[\s;|&]|$)/g, '')
}

function allows(specifier: string, command: SimpleCommand, text: string): boolean {
  const { wrappers, assignments } = command
  const words = command.words.filter((word) => word !== undefined)
  if (words.length < command.words.length) return false
  const pattern = hasStar(specifier)
  if (pattern && [...wrappers, words[0] ?? ''].some((name) => carriers.has(name))) return false
  if (pattern && words[0] === 'find' && words.some((word) => findActions.test(word))) return false
  const source = text.slice(...command.span)
  if (pattern ? matchesText(collapse(specifier), collapse(source)) : specifier === source) return true
  // What is left once the harmless beginning is off. An exact rule means the text as it stands.
  if (!pattern && /[ \t]{2}/.test(source)) return false
  if (!wrappers.every((name) => transparentWrappers.has(name))) return false
  return assignments.every((each) => isHarmless(each, source)) && matchesText(specifier, words.map(quote).join(' '))
}

function isHarmless({ name, value }: { name: string; value: string | undefined }, source: string): boolean {
  // As a plain word: `+=`, an index or quotes make it something else.
  if (value === undefined || !/^[\w.,:/@%+-]+$/.test(value) || !source.includes(`${name}=${value} `)) return false
  return harmlessAssignments.has(name) || (localeNames.has(name) && localeValue.test(value))
}
