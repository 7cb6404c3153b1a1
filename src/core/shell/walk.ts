import type { Argument } from './argument.ts'
import { isHarmlessAssignment } from './assignments.ts'
import { addUnknown } from './call.ts'
import { judgeCommand, judgePlainCommand } from './commands.ts'
import { findForbiddenText } from './forbidden-text.ts'
import { holdsWord } from './lists.ts'
import type { ParsedScript, SyntaxNode } from './parse.ts'
import { readPlainWords } from './plain.ts'
import { judgeRedirection } from './redirects.ts'
import { deepestNesting, deepestTexts, locate, type Run, redefinesNames, type Scope } from './scope.ts'
import { readWord } from './words.ts'

type NodeOf<T extends SyntaxNode['type']> = Extract<SyntaxNode, { type: T }>
type Walk<T extends SyntaxNode['type']> = (node: NodeOf<T>, run: Run, scope: Scope) => void

/** Judges a text as a script. The frame of `scope` maps its positions back to the text that was asked about. */
export function judgeText(text: string, run: Run, scope: Scope) {
  const site = { program: '', span: locate(scope.frame, 0, text.length), scope, run }
  const fault = findForbiddenText(text)
  if (fault !== undefined) return addUnknown(site, fault)
  if (run.texts >= deepestTexts) return addUnknown(site, 'shells within shells, too deep')
  run.texts++
  const words = readPlainWords(text)
  const script = words ? undefined : run.loadFurther().parser.parse(text)
  if (words) judgePlainCommand(words, run, scope)
  else if (script) walk(script, run, scope)
  else addUnknown(site, 'nested too deep')
  run.texts--
}

/** Nodes that cost no level: every command has them, and they hold no further ones of their kind. */
const flat = 'Statement Command Word Pipeline AndOr Assignment Literal'

function walk(node: SyntaxNode, run: Run, scope: Scope) {
  const level = holdsWord(flat, node.type) ? 0 : 1
  if (run.depth + level > deepestNesting) return refuse(node, 'nested too deep', run, scope)
  run.depth += level
  const special = walks[node.type]
  if (special) special(node as never, run, scope)
  else walkChildren(node, run, scope)
  run.depth -= level
}

function walkChildren(node: SyntaxNode, run: Run, scope: Scope): void {
  run.loadFurther().parser.forEachChild(node, (child) => walk(child, run, scope))
}

function refuse(node: SyntaxNode, what: string, run: Run, scope: Scope): void {
  const span = locate(scope.frame, node.pos, node.end)
  addUnknown({ program: '', span, scope, run }, what)
}

function walkScript(script: ParsedScript, run: Run, scope: Scope): void {
  const error = script.errors?.[0]
  if (error) refuse(script, `not valid shell: ${error.message}`, run, scope)
  walkChildren(script, run, scope)
}

function walkSubshell(node: SyntaxNode, run: Run, scope: Scope): void {
  walkChildren(node, run, { ...scope })
}

function walkExpansion(
  node: NodeOf<'CommandExpansion' | 'ProcessSubstitution' | 'ArithmeticCommandExpansion'>,
  run: Run,
  scope: Scope,
) {
  if (!node.script) return refuse(node, 'substitution that cannot be read', run, scope)
  const { source } = node.script
  // Decoded backticks have positions of their own.
  const frame =
    source === undefined ? scope.frame : { text: source, shift: 0, fixed: locate(scope.frame, node.pos, node.end) }
  walk(node.script, run, { ...scope, frame })
}

/** A part that may run, or run more than once: where it goes by `cd` is not known. */
function walkBranch(node: SyntaxNode, run: Run, scope: Scope): void {
  const moves = /\b(cd|pushd|popd|eval)\b/.test(scope.frame.text.slice(node.pos, node.end))
  const inner = { ...scope, conditional: true, cwd: moves ? undefined : scope.cwd }
  walkChildren(node, run, inner)
  if (inner.cwd !== scope.cwd) scope.cwd = undefined
  if (inner.home !== scope.home) scope.home = undefined
}

/** A loop over words that are known and no options: so is its variable, where nothing else sets it. */
function walkFor(node: NodeOf<'For'>, run: Run, scope: Scope): void {
  const { value: name } = node.name
  const before = scope.plainNames
  if (loopsOverPlainWords(node, scope) && !redefinesNames(scope) && isNamedOnce(name, node, scope)) {
    scope.plainNames = new Set([...before, name])
  }
  walkBranch(node, run, scope)
  scope.plainNames = before
}

function loopsOverPlainWords({ wordlist = [] }: NodeOf<'For'>, scope: Scope): boolean {
  const texts = wordlist.map((word) => readWord(word, scope).text ?? '')
  return texts.length > 0 && texts.every((text) => /^[\w./:@%+,][\w./:@%+,-]*$/.test(text))
}

/** Apart from where its value is asked for. Quotes within a word could spell the name in another way. */
function isNamedOnce(name: string, node: SyntaxNode, scope: Scope): boolean {
  const text = scope.frame.text.slice(node.pos, node.end)
  if (/\w['"\\]+\w|\$'/.test(text)) return false
  const mentions = /^\w+$/.test(name) ? text.match(new RegExp(`(?<![\\w$]|\\$\\{)${name}(?!\\w)`, 'g')) : null
  return mentions?.length === 1
}

function walkAndOr(node: NodeOf<'AndOr'>, run: Run, scope: Scope): void {
  for (const [index, command] of node.commands.entries()) {
    if (index === 0) {
      walk(command, run, scope)
      continue
    }
    const inner = { ...scope, conditional: true }
    walk(command, run, inner)
    if (inner.cwd !== scope.cwd) scope.cwd = node.operators[index - 1] === '&&' ? inner.cwd : undefined
    if (inner.home !== scope.home) scope.home = undefined
  }
}

function walkPipeline(node: NodeOf<'Pipeline'>, run: Run, scope: Scope): void {
  const alone = node.commands.length === 1
  let piped: Argument | undefined
  for (const command of node.commands) {
    walk(command, run, alone ? scope : { ...scope, piped })
    piped = alone ? undefined : readPrinted(command, scope)
  }
}

/** What `echo` or `printf` says, roughly: enough to see what a shell behind the pipe gets. */
function readPrinted(node: SyntaxNode, scope: Scope): Argument | undefined {
  if (node.type !== 'Command' || (node.name?.value !== 'echo' && node.name?.value !== 'printf')) return undefined
  const words = node.args.map((word) => (word.type === 'Word' ? readWord(word, scope) : undefined))
  const texts = words.map((word) => word?.text)
  const [first] = words
  if (!first || texts.includes(undefined)) return undefined
  const formatted = node.name.value === 'printf' && texts.length > 1
  const text = formatted ? texts.slice(1).join('') : texts.join(' ')
  return { ...first, text, beginning: text, path: undefined, source: '', end: words.at(-1)?.end ?? first.end }
}

/** The body counts where it stands; a call of it adds nothing. It may be called from anywhere. */
function walkFunction(node: NodeOf<'Function'>, run: Run, scope: Scope): void {
  const { value } = node.name
  const inside = new Set([...scope.inside, value])
  walkChildren(node, run, { ...scope, conditional: true, cwd: undefined, inside })
  const moves = /\b(cd|pushd|popd|eval)\b/.test(scope.frame.text.slice(node.pos, node.end))
  if (moves) scope.cwd = undefined
  if (scope.conditional) scope.functions = without(scope.functions, value)
  else scope.functions = new Set([...scope.functions, value])
}

function without(names: ReadonlySet<string>, name: string): ReadonlySet<string> {
  if (!names.has(name)) return names
  const rest = new Set(names)
  rest.delete(name)
  return rest
}

function walkParameter(node: NodeOf<'ParameterExpansion'>, run: Run, scope: Scope): void {
  const { operation } = node
  if (node.text.startsWith('${(') || operation?.type === 'Unknown')
    refuse(node, 'expansion of another shell', run, scope)
  if (node.prefix === '!') refuse(node, 'indirect expansion', run, scope)
  if (operation?.type === 'Transform' && operation.operand.text === 'P') {
    refuse(node, 'expansion that runs its value', run, scope)
  }
  if (operation?.type === 'Default' && operation.operator.endsWith('=') && !isHarmlessAssignment(node.parameter)) {
    refuse(node, `assignment of ${node.parameter}`, run, scope)
  }
  walkChildren(node, run, scope)
}

/** `[[ 'a[$(x)]' -eq 1 ]]` runs `x`. */
function walkTest(node: NodeOf<'TestUnary' | 'TestBinary'>, run: Run, scope: Scope): void {
  const text = scope.frame.text.slice(node.pos, node.end)
  const arithmetic = /^-(eq|ne|lt|le|gt|ge|v|R)$/.test(node.operator)
  if (arithmetic && holdsHiddenCode(text)) refuse(node, 'arithmetic on text that holds commands', run, scope)
  walkChildren(node, run, scope)
}

function holdsHiddenCode(text: string): boolean {
  return text.includes('[') && (text.includes('$(') || text.includes('`'))
}

const walks: { [T in SyntaxNode['type']]?: Walk<T> } = {
  Script: walkScript,
  Command: (node, run, scope) => {
    const before = { ...scope }
    judgeCommand(node, run, scope)
    walkChildren(node, run, before)
  },
  Statement: (node, run, scope) => walkChildren(node, run, node.background ? { ...scope } : scope),
  AndOr: walkAndOr,
  Pipeline: walkPipeline,
  Subshell: walkSubshell,
  CommandExpansion: walkExpansion,
  ProcessSubstitution: walkExpansion,
  ArithmeticCommandExpansion: walkExpansion,
  If: walkBranch,
  While: walkBranch,
  For: walkFor,
  Select: walkBranch,
  ArithmeticFor: walkBranch,
  Case: walkBranch,
  Function: walkFunction,
  Coproc: (node, run, scope) => {
    refuse(node, 'coprocess', run, scope)
    walkSubshell(node, run, scope)
  },
  Redirected: (node, run, scope) => {
    walkChildren(node, run, scope)
    for (const redirect of node.redirects) judgeRedirection(redirect, '', run, scope)
  },
  ParameterExpansion: walkParameter,
  ExtendedGlob: (node, run, scope) => {
    refuse(node, 'extended pattern', run, scope)
    walkChildren(node, run, scope)
  },
  TestUnary: walkTest,
  TestBinary: walkTest,
}
