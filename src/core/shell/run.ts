import { isTellingName, mindsAssignment } from './assignments.ts'
import type { SimpleCommand } from './effect.ts'
import { findEffects } from './effects/index.ts'
import type { Invocation } from './invocation.ts'
import type { Assignment, Command } from './parse.ts'
import { pathOfWord } from './paths.ts'
import { addRead, addRedirect } from './redirects.ts'
import { addEffect, addUnknown, type EffectBody, type ShellState, spanOf } from './state.ts'
import { knownWord, readWord, type ShellWord } from './words.ts'
import { findWrapper, unwrap } from './wrappers.ts'

interface Call {
  words: ShellWord[]
  assignments: SimpleCommand['assignments']
  wrappers: string[]
  source: string
  span: [number, number]
}

const trustedFolders: ReadonlySet<string> = new Set([
  '/bin',
  '/usr/bin',
  '/sbin',
  '/usr/sbin',
  '/usr/local/bin',
  '/usr/local/sbin',
  '/opt/homebrew/bin',
  '/opt/homebrew/sbin',
])

/** One simple command of the tree: its assignments, redirections, wrappers and what is left. */
export function runCommand(state: ShellState, node: Command): void {
  const span = spanOf(state, node)
  const assignments: SimpleCommand['assignments'] = []
  const words: ShellWord[] = node.name ? [readWord(node.name, state)] : []
  for (const part of node.prefix) if (part.type === 'Assignment') assignments.push(readAssignment(state, part))
  for (const part of node.suffix) {
    if (part.type === 'Word') words.push(readWord(part, state))
    else if (part.type === 'Assignment') words.push(assignmentWord(state, part))
  }
  const program = words[0]?.text ?? ''
  for (const redirect of node.redirects) {
    if (redirect.type === 'Redirect') addRedirect(state, redirect, program, span)
    else if (redirect.type === 'HereDoc' && !redirect.closing)
      addUnknown(state, span, 'a here-document that is not closed', program)
  }
  if (words.length === 0) return assign(state, assignments, span)
  const source = words.map((word) => word.source).join(' ')
  runWords(state, { words, assignments, wrappers: [], source, span })
}

function readAssignment(state: ShellState, node: Assignment): { name: string; value: string | undefined } {
  const { value } = node
  return { name: node.name, value: value.type === 'Word' ? readWord(value, state).text : undefined }
}

/** `export A=b` and kin: an argument that the parser has taken apart. */
function assignmentWord(state: ShellState, node: Assignment): ShellWord {
  const { name, value } = readAssignment(state, node)
  const start = `${name}=`
  if (value !== undefined && !node.index && !node.append)
    return { ...knownWord(`${start}${value}`), source: node.text }
  return { ...knownWord(start), text: undefined, source: node.text }
}

/** Without a command they stay in the shell, and reach programs only where the name was exported before. */
function assign(state: ShellState, assignments: SimpleCommand['assignments'], span: [number, number]): void {
  for (const { name } of assignments) {
    if (name === 'HOME') state.home = undefined
    if (isTellingName(name))
      addEffect(state, span, '', { kind: 'execute', what: `${name} changes what runs` })
  }
}

function runWords(state: ShellState, call: Call): void {
  if (call.wrappers.length > 24) return addUnknown(state, call.span, 'too many wrappers', call.wrappers[0])
  const [first, ...args] = call.words
  if (!first) return
  const written = first.pattern ? undefined : first.text
  if (written === undefined || first.splits || first.tilde) {
    note(state, call)
    return addUnknown(state, call.span, 'the program is only known when it runs', first.source)
  }
  const program = programName(written)
  if (program === undefined) {
    note(state, call)
    return addEffect(state, call.span, written, { kind: 'execute', what: 'a program of its own' })
  }
  if (state.functions.has(program) && !state.inside.includes(program)) {
    state.cwd = undefined
    return note(state, call)
  }
  if (state.inside.includes(program)) addUnknown(state, call.span, 'a function that calls itself', program)
  const wrapper = findWrapper(program)
  if (wrapper) return runWrapped(state, call, program, args)
  note(state, call)
  checkAssignments(state, call, program)
  const effects = findEffects(program)
  if (effects) effects(invocation(state, call, program, args))
  else addUnknown(state, call.span, 'the program is not known', program)
}

function programName(written: string): string | undefined {
  const slash = written.lastIndexOf('/')
  if (slash < 0) return written
  return trustedFolders.has(written.slice(0, slash)) ? written.slice(slash + 1) : undefined
}

function runWrapped(state: ShellState, call: Call, program: string, args: ShellWord[]): void {
  const inner = unwrap(program, args)
  for (const effect of inner.effects) addEffect(state, call.span, program, effect)
  const assignments = [...call.assignments, ...inner.assignments]
  if (inner.words.length === 0) {
    note(state, call)
    return checkAssignments(state, call, program)
  }
  const wrappers = [...call.wrappers, program]
  const { cwd } = state
  if (inner.folder) state.cwd = pathOfWord(inner.folder, state)
  runWords(state, { ...call, words: inner.words, assignments, wrappers })
  if (inner.folder) state.cwd = cwd
}

function checkAssignments(state: ShellState, call: Call, program: string): void {
  for (const { name, value } of call.assignments) {
    if (name === 'PATH' && value !== undefined && isTrustedPath(value)) continue
    if (mindsAssignment(program, name))
      addEffect(state, call.span, program, { kind: 'execute', what: `${name} may change what runs` })
  }
}

function isTrustedPath(value: string): boolean {
  return value !== '' && value.split(':').every((folder) => trustedFolders.has(folder))
}

function note(state: ShellState, call: Call): void {
  state.commands.push({
    words: call.words.map((word) => word.text),
    source: call.source,
    span: call.span,
    cwd: state.cwd,
    assignments: call.assignments,
    wrappers: call.wrappers,
  })
}

function invocation(state: ShellState, call: Call, program: string, args: ShellWord[]): Invocation {
  const { span } = call
  const add = (body: EffectBody): void => addEffect(state, span, program, body)
  return {
    program,
    args,
    add,
    destroy: () => {
      state.destructive = true
    },
    read: (word) => addRead(state, span, program, word && pathOfWord(word, state)),
    write: (word) => {
      const path = word && pathOfWord(word, state)
      if (word?.text !== '/dev/null') add(path === undefined ? { kind: 'write' } : { kind: 'write', path })
    },
    remove: (word, recursive) => add(deletion(state, word, recursive)),
    runWords: (words, folder) => {
      const { cwd } = state
      if (folder) state.cwd = pathOfWord(folder, state)
      runWords(state, { ...call, words, wrappers: [...call.wrappers, program] })
      state.cwd = cwd
    },
    runScript: (word) => {
      if (word.text === undefined) add({ kind: 'execute', what: 'a script that is only known when it runs' })
      else state.runText(state, word.text, word.textPosition, span)
    },
    moveTo: (word) => {
      state.cwd = word && pathOfWord(word, state)
    },
  }
}

/** Removing `folder/*` empties the folder. */
function deletion(state: ShellState, word: ShellWord | undefined, recursive: boolean): EffectBody {
  const whole = word?.pattern === true && word.text !== undefined && /^(.*\/)?\.?\*$/.test(word.text)
  const target = whole ? { ...word, text: word.text?.replace(/\.?\*$/, '') || '.' } : word
  const path = target && pathOfWord(target, state)
  return path === undefined ? { kind: 'delete', recursive } : { kind: 'delete', recursive, path }
}
