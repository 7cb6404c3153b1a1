import type { Argument } from './argument.ts'
import { isHarmlessAssignment, isHarmlessPrefix } from './assignments.ts'
import { add, addUnknown, addWrite, type Call } from './call.ts'
import { judgeProgram } from './effects/index.ts'
import { findWrapper, type Wrapper } from './effects/wrappers.ts'
import { holdsWord } from './lists.ts'
import { type OptionTable, parseOptions } from './options.ts'
import type { Assignment, Command } from './parse.ts'
import { judgeRedirection, readInput } from './redirects.ts'
import { locate, type Run, type Scope } from './scope.ts'
import { readWord, resolveArgument } from './words.ts'

/** Programs that start programs, one behind the other: nobody needs more. */
const mostWrappers = 16

interface Given {
  assignments: { name: string; value: string | undefined }[]
  wrappers: string[]
  span: [number, number]
  input: Argument | undefined
}

/** One simple command: its assignments, its redirections, and the program behind all wrappers. */
export function judgeCommand(node: Command, run: Run, scope: Scope): void {
  const assignments: Given['assignments'] = []
  const words: Argument[] = []
  let [start, end] = [node.end, node.pos]
  const children = [...node.prefix, ...(node.name ? [node.name] : []), ...node.suffix]
  let position = node.pos
  for (const child of children) {
    const gap = scope.frame.text.slice(position, child.pos)
    position = child.end
    if (!isBlank(gap))
      refuse('text between words that no shell takes', locate(scope.frame, node.pos, node.end), run, scope)
    if (child.type === 'Assignment' && words.length === 0) assignments.push(readAssignment(child, scope))
    else if (child.type === 'Assignment') words.push(assignmentWord(child, scope))
    else if (child.type === 'Word') words.push(readWord(child, scope))
    else continue
    start = Math.min(start, child.pos)
    end = Math.max(end, child.end)
  }
  const program = words[0]?.text ?? ''
  for (const child of children) {
    if (child.type !== 'Word' && child.type !== 'Assignment') judgeRedirection(child, program, run, scope)
  }
  refuseForeign(words, locate(scope.frame, node.pos, node.end), run, scope)
  const span = locate(scope.frame, Math.min(start, end), end)
  judgeAssignments(assignments, words.length > 0, span, run, scope)
  if (words.length === 0) return
  const input = readInput(node.redirects, scope) ?? scope.piped
  judgeWords(words, { assignments, wrappers: [], span, input }, run, scope)
}

/** A command that needed no parser. */
export function judgePlainCommand(words: Argument[], run: Run, scope: Scope): void {
  const span = locate(scope.frame, words[0]?.start ?? 0, words.at(-1)?.end ?? 0)
  refuseForeign(words, span, run, scope)
  judgeWords(words, { assignments: [], wrappers: [], span, input: scope.piped }, run, scope)
}

function refuseForeign(words: Argument[], span: [number, number], run: Run, scope: Scope): void {
  for (const word of words) if (isForeign(word)) refuse(`${word.source} is read by other shells`, span, run, scope)
}

function refuse(what: string, span: [number, number], run: Run, scope: Scope): void {
  addUnknown({ program: '', span, scope, run }, what)
}

function isBlank(gap: string): boolean {
  for (let index = 0; index < gap.length; index++) {
    const char = gap[index]
    if (char === '\\' && gap[index + 1] === '\n') index++
    else if (char !== ' ' && char !== '\t' && char !== '\n') return false
  }
  return true
}

/** Words that zsh takes otherwise: `=ls`, `~[name]`, `*(e:'cmd':)`; bash refuses a bare bracket. */
function isForeign({ source }: Argument): boolean {
  if (source.startsWith('~[') || (source.startsWith('=') && source.length > 1 && source !== '==')) return true
  return source.includes('(') && !/["'`$\\<>{]/.test(source)
}

function readAssignment(node: Assignment, scope: Scope): { name: string; value: string | undefined } {
  const { name, value } = node
  if (value.type === 'ArrayValue' || node.append || node.index) return { name, value: undefined }
  return { name, value: readWord(value, scope).text }
}

/** `export A=b`: to the program it is a word. */
function assignmentWord(node: Assignment, scope: Scope): Argument {
  const { name, value } = readAssignment(node, scope)
  const text = value === undefined ? undefined : `${name}=${value}`
  const beginning = text ?? `${name}=`
  return { text, beginning, path: text, glob: false, source: node.text, start: node.pos, end: node.end }
}

/** Alone they hold for the shell itself; in front of a program they are in its environment. */
function judgeAssignments(
  assignments: Given['assignments'],
  inFront: boolean,
  span: [number, number],
  run: Run,
  scope: Scope,
): void {
  for (const { name, value } of assignments) {
    const harmless = inFront ? isHarmlessPrefix(name, value) : isHarmlessAssignment(name)
    const hidden = value !== undefined && (value.includes('$(') || value.includes('`'))
    if (!harmless || hidden) addUnknown({ program: name, span, scope, run }, `assignment of ${name}`)
    if (name === 'HOME') scope.home = undefined
    if (name === 'PWD') scope.cwd = undefined
  }
}

function judgeWords(words: Argument[], given: Given, run: Run, scope: Scope) {
  const first = words[0] as Argument
  const name = first.glob ? undefined : programName(first.text)
  if (given.wrappers.length > mostWrappers) {
    return addUnknown({ program: '', span: given.span, scope, run }, 'commands within commands, too deep')
  }
  const wrapper = name === undefined || words.length === 1 ? undefined : findWrapper(name)
  if (name !== undefined && wrapper && judgeWrapper(name, wrapper, words, given, run, scope)) return
  run.commands.push({
    words: words.map((word) => word.text),
    source: scope.frame.text.slice(words[0]?.start, words.at(-1)?.end),
    span: given.span,
    cwd: scope.cwd,
    assignments: given.assignments,
    wrappers: given.wrappers,
  })
  const site = { program: name ?? first.source, span: given.span, scope, run }
  if (name === undefined) return addUnknown(site, 'program that only running tells')
  if (scope.inside.has(name)) {
    // Without an end, and usually more than one at a time.
    run.destructive = true
    return add(site, { kind: 'process', what: `${name} calls itself` })
  }
  if (scope.functions.has(name)) return
  judgeProgram(makeCall(site.program, words.slice(1), given, run, scope))
}

function makeCall(program: string, args: Argument[], given: Given, run: Run, scope: Scope): Call {
  return {
    program,
    args,
    input: given.input,
    span: given.span,
    scope,
    run,
    runWords: (words, wrapper, inner = scope) => {
      const [start, end] = [words[0]?.start ?? 0, words.findLast((word) => word.source !== '')?.end ?? 0]
      const span = locate(scope.frame, start, Math.max(start, end))
      judgeWords(words, { ...given, assignments: [], wrappers: [...given.wrappers, wrapper], span }, run, inner)
    },
    runText: (text, inner) => run.judgeText(text.text ?? '', textScope(text, inner)),
  }
}

/** Scope of a script that stands quoted in a word. */
function textScope(word: Argument, scope: Scope): Scope {
  const text = word.text ?? ''
  const quoted = /^['"]/.test(word.source) && word.source.slice(1, -1) === text
  const fixed = locate(scope.frame, word.start, word.end)
  if (quoted && !scope.frame.fixed) {
    return { ...scope, frame: { text, shift: word.start + 1 + scope.frame.shift } }
  }
  return { ...scope, frame: { text, shift: 0, fixed } }
}

const systemFolders = /^\/(usr\/(local\/)?)?s?bin\/|^\/opt\/homebrew\/bin\//

/** Programs at their usual places are the programs of that name; at any other place anything may lie. */
function programName(text: string | undefined): string | undefined {
  if (text === undefined || text === '') return undefined
  return text.startsWith('/') ? text.replace(systemFolders, '') : text
}

function judgeWrapper(
  name: string,
  wrapper: Wrapper,
  words: Argument[],
  given: Given,
  run: Run,
  scope: Scope,
): boolean {
  const site = { program: name, span: given.span, scope, run }
  const { asks = '' } = wrapper
  const { options, operands, hidden } = parseOptions(words.slice(1), wrapperOptions(wrapper), 'first')
  if (options.some((option) => holdsWord(asks, option.name))) return false
  const rest = wrapper.operands ? operands.slice(wrapper.operands) : operands
  const assignments = wrapper.assignments ? takeAssignments(rest) : []
  if (rest.length === 0) return false
  let inner = scope
  for (const option of options) {
    if (option.meaning === 'folder' && option.value) {
      inner = { ...inner, cwd: resolveArgument(option.value, scope) }
    } else if (option.meaning === 'write' && option.value) addWrite(site, option.value)
    else if (option.meaning === undefined && !wrapper.anyDash) addUnknown(site, `${name} ${option.name}`)
  }
  if (hidden && hidden !== rest[0]) addUnknown(site, `${name} with a word that only running tells`)
  judgeAssignments(assignments, true, given.span, run, inner)
  if (wrapper.effect) add(site, { kind: wrapper.effect, what: name })
  const next = {
    ...given,
    assignments: [...given.assignments, ...assignments],
    wrappers: [...given.wrappers, name],
  }
  judgeWords(rest, next, run, inner)
  return true
}

function wrapperOptions({ flags = '', valued = '', folder = '', writes = '', asks = '' }: Wrapper): OptionTable {
  return { flag: `${flags} ${asks}`, value: valued, folder, write: writes }
}

/** Takes the leading `NAME=value` words away from `words`. */
function takeAssignments(words: Argument[]): Given['assignments'] {
  const found: Given['assignments'] = []
  while (words[0]) {
    const match = /^([A-Za-z_]\w*)=/.exec(words[0].beginning)
    if (!match) break
    const name = match[1] as string
    found.push({ name, value: words[0].text?.slice(name.length + 1) })
    words.shift()
  }
  if (found.length > 0 && words[0]?.text === '--') words.shift()
  return found
}
