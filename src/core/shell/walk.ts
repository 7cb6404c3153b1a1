import { isTellingName } from './assignments.ts'
import { type Assignment, type Command, forEachChild, type SyntaxNode, type WordPart } from './parse.ts'
import { addRedirect } from './redirects.ts'
import { runCommand } from './run.ts'
import { addUnknown, type ShellState, spanOf } from './state.ts'

const deepestNode = 600
const deepestNesting = 64

/** Follows a tree in the order in which a shell would, moving `cwd` along. */
export function walk(state: ShellState, node: SyntaxNode): void {
  if (state.depth > deepestNode) return addUnknown(state, spanOf(state, node), 'nested too deeply')
  state.depth++
  step(state, node)
  state.depth--
}

function step(state: ShellState, node: SyntaxNode): void {
  switch (node.type) {
    case 'Script':
      if (node.errors && node.errors.length > 0)
        addUnknown(state, spanOf(state, node), 'the shell syntax cannot be read')
      return nest(state, node)
    case 'CompoundList':
      return nest(state, node)
    case 'Command':
      return walkCommand(state, node)
    case 'Assignment':
      return walkAssignment(state, node)
    case 'Subshell':
    case 'Coproc':
      return apart(state, node)
    case 'Statement':
      return node.background ? apart(state, node) : walkChildren(state, node)
    case 'Pipeline':
      return node.commands.length > 1 ? walkPipeline(state, node) : walkChildren(state, node)
    case 'AndOr':
      return node.operators.includes('||') ? branching(state, node) : walkChildren(state, node)
    case 'If':
    case 'Case':
      return branching(state, node)
    case 'While':
    case 'For':
    case 'Select':
    case 'ArithmeticFor':
      return walkLoop(state, node)
    case 'Function':
      return walkFunction(state, node)
    case 'Redirect':
      addRedirect(state, node, '', spanOf(state, node))
      return walkChildren(state, node)
    case 'HereDoc':
      if (!node.closing) addUnknown(state, spanOf(state, node), 'a here-document that is not closed')
      return walkChildren(state, node)
    default:
      return stepIntoWord(state, node)
  }
}

function stepIntoWord(state: ShellState, node: SyntaxNode): void {
  switch (node.type) {
    case 'Word':
      return isSimple(node.text) ? undefined : walkChildren(state, node)
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return checkText(state, node)
    case 'ExtendedGlob':
      addUnknown(state, spanOf(state, node), 'a pattern that shells read differently')
      return walkChildren(state, node)
    case 'ParameterExpansion':
      checkParameter(state, node)
      return walkChildren(state, node)
    case 'CommandExpansion':
    case 'ProcessSubstitution':
    case 'ArithmeticCommandExpansion':
      if (!node.script) addUnknown(state, spanOf(state, node), 'a substitution that cannot be read')
      return apart(state, node)
    case 'TestCommand':
      return walkTest(state, node)
    case 'ArithmeticExpansion':
    case 'ArithmeticCommand':
      state.arithmetic = true
      return walkChildren(state, node)
    default:
      return walkChildren(state, node)
  }
}

function walkChildren(state: ShellState, node: SyntaxNode): void {
  forEachChild(node, (child) => walk(state, child))
}

function nest(state: ShellState, node: SyntaxNode): void {
  if (state.nesting >= deepestNesting)
    return addUnknown(state, spanOf(state, node), 'nested too deeply')
  state.nesting++
  const { source } = node as { source?: string }
  const { fixedSpan } = state
  // Positions in such a script count in its own text, with the escapes taken off.
  if (source !== undefined) state.fixedSpan = fixedSpan ?? spanOf(state, node)
  walkChildren(state, node)
  state.fixedSpan = fixedSpan
  state.nesting--
}

/** Holds nothing that is quoted, expanded or a pattern. */
function isSimple(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    switch (text[index]) {
      case '$':
      case '`':
      case "'":
      case '"':
      case '\\':
      case '(':
      case ')':
      case '*':
      case '+':
      case '?':
      case '@':
      case '!':
      case '[':
      case '{':
      case '<':
      case '>':
        return false
    }
  }
  return true
}

/** Runs on a copy of the shell: what it does to the working directory ends with it. */
function apart(state: ShellState, node: SyntaxNode): void {
  const { cwd } = state
  walkChildren(state, node)
  // `${ …; }` is the one substitution that runs in the shell itself.
  const same = node.type === 'CommandExpansion' && node.text.startsWith('${')
  state.cwd = same && state.cwd !== cwd ? undefined : cwd
}

function walkPipeline(state: ShellState, node: SyntaxNode): void {
  const { cwd } = state
  forEachChild(node, (child) => {
    state.cwd = cwd
    walk(state, child)
  })
  // Some shells run the last part themselves.
  state.cwd = state.cwd === cwd ? cwd : undefined
}

/** Parts that may or may not run. The condition of `if` always does. */
function branching(state: ShellState, node: SyntaxNode): void {
  const { cwd } = state
  let moved = false
  let count = 0
  forEachChild(node, (child) => {
    walk(state, child)
    moved ||= state.cwd !== cwd
    if (moved && (node.type !== 'If' || count > 0)) state.cwd = undefined
    count++
  })
  if (moved) state.cwd = undefined
}

function walkLoop(state: ShellState, node: SyntaxNode): void {
  const { cwd } = state
  const effects = state.effects.length
  const commands = state.commands.length
  walkChildren(state, node)
  if (state.cwd === cwd) return
  // The next round begins somewhere else: the paths of the body are not known.
  state.cwd = undefined
  for (const effect of state.effects.slice(effects))
    if ('path' in effect && effect.kind !== 'secret-read') delete effect.path
  for (const command of state.commands.slice(commands)) command.cwd = undefined
}

function walkFunction(state: ShellState, node: Extract<SyntaxNode, { type: 'Function' }>): void {
  const name = node.name.value
  const { cwd } = state
  // It runs where it is called from.
  state.cwd = undefined
  state.inside.push(name)
  walk(state, node.body)
  state.inside.pop()
  state.functions.add(name)
  state.cwd = cwd
}

function walkTest(state: ShellState, node: SyntaxNode): void {
  const before = state.inTest
  state.inTest = true
  state.arithmetic = true
  walkChildren(state, node)
  state.inTest = before
}

/** Redirections and assignments are judged with the command; here only what is nested in them. */
function walkCommand(state: ShellState, node: Command): void {
  if (!isPlainCommand(node))
    forEachChild(node, (child) => {
      if (child.type === 'Redirect') walkChildren(state, child)
      else if (child.type === 'Assignment') walkNested(state, child)
      else walk(state, child)
    })
  runCommand(state, node)
}

function isPlainCommand(node: Command): boolean {
  return (
    node.prefix.length === 0 &&
    node.suffix.every((part) => part.type === 'Word' && isSimple(part.text)) &&
    (node.name === undefined || isSimple(node.name.text))
  )
}

function walkNested(state: ShellState, node: Assignment): void {
  if (node.index) state.arithmetic = true
  walkChildren(state, node)
}

/** Outside a command, as in the elements of a list. */
function walkAssignment(state: ShellState, node: Assignment): void {
  walkNested(state, node)
  if (isTellingName(node.name)) addUnknown(state, spanOf(state, node), `${node.name} changes what runs`)
}

function checkText(state: ShellState, part: Extract<WordPart, { value: string }>): void {
  if (part.value.includes('$(') || part.value.includes('`')) state.quotedSubstitution = true
  if (part.type !== 'Literal' || state.inTest) return
  for (let index = 0; index < part.text.length; index++) {
    const char = part.text[index]
    if (char === '\\') index++
    else if (char === '(' || char === ')')
      return addUnknown(state, spanOf(state, part), 'a bare parenthesis in a word')
  }
}

function checkParameter(state: ShellState, node: Extract<WordPart, { type: 'ParameterExpansion' }>): void {
  const { operation } = node
  if (node.index || node.prefix === '!' || operation?.type === 'Slice') state.arithmetic = true
  const odd = '(~=^+'.includes(node.text.charAt(2))
  if (operation?.type === 'Unknown' || odd)
    addUnknown(state, spanOf(state, node), 'an expansion that shells read differently')
  if (operation?.type === 'Transform' && operation.operand.text.includes('P'))
    addUnknown(state, spanOf(state, node), 'an expansion that runs its value')
  const assigns = operation?.type === 'Default' && operation.operator.endsWith('=')
  if (assigns && isTellingName(node.parameter))
    addUnknown(state, spanOf(state, node), `${node.parameter} changes what runs`)
}
