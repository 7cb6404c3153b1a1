import type { Argument } from './argument.ts'
import type { Word, WordPart } from './parse.ts'
import { isInsideFolder, joinPath } from './paths.ts'
import { redefinesNames, type Scope } from './scope.ts'

interface Reading {
  text: string
  path: string
  known: boolean
  pathKnown: boolean
  beginning: string
  glob: boolean
  spreads: Argument['spreads']
  /** All that is not known is surely no option. */
  sure: boolean
}

export function readWord(word: Word, scope: Scope): Argument {
  const { pos: start, end, text: source, parts } = word
  if (parts === undefined) {
    const { value } = word
    const path = startPath(value, source, scope)
    return { text: value, beginning: value, path, glob: false, source, start, end }
  }
  const state: Reading = {
    text: '',
    path: '',
    known: true,
    pathKnown: true,
    beginning: '',
    glob: false,
    spreads: undefined,
    sure: true,
  }
  for (const part of parts) readPart(part, state, scope, false)
  const { known, beginning, glob, spreads } = state
  const path = state.pathKnown ? startPath(state.path, source, scope) : undefined
  const sure = state.sure && !known && !beginning.startsWith('-')
  return { text: known ? state.text : undefined, beginning, path, glob, source, start, end, spreads, sure }
}

/** No system takes longer ones. */
const longestPath = 4096

/** Absolute path of an argument, or undefined when it cannot be known. */
export function resolveArgument(argument: Argument, scope: Scope): string | undefined {
  if (argument.path === undefined || argument.glob) return undefined
  return resolveText(argument.path, scope)
}

export function resolveText(path: string, scope: Scope): string | undefined {
  if (path.startsWith('/')) {
    if (!isInsideFolder(path, '/proc/self/cwd')) return joinPath('/', path)
    return resolveText(`.${path.slice('/proc/self/cwd'.length)}`, scope)
  }
  if (scope.cwd === undefined) return undefined
  const joined = joinPath(scope.cwd, path)
  return joined.length > longestPath ? undefined : joined
}

function readPart(part: WordPart, state: Reading, scope: Scope, quoted: boolean): void {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return append(state, part.value)
    case 'Glob':
      state.glob = true
      return append(state, part.text)
    case 'DoubleQuoted':
      for (const child of part.parts) readPart(child, state, scope, true)
      return
    case 'SimpleExpansion':
      return appendVariable(part.text.slice(1), state, scope, quoted)
    case 'ParameterExpansion': {
      const plain = !part.prefix && !part.index && !part.operation
      if (plain) return appendVariable(part.parameter, state, scope, quoted)
      // `"${list[@]}"` and its kin become words even within quotes.
      return appendUnknown(state, quoted && !part.text.includes('@') ? undefined : 'any')
    }
    case 'CommandExpansion':
      if (part.text === '$(pwd)') return appendVariable('PWD', state, scope, quoted)
      if (isSureOutput(part.text, scope)) return appendSure(state)
      return appendUnknown(state, quoted ? undefined : 'any')
    case 'BraceExpansion':
      return appendUnknown(state, /[$`]/.test(part.text) ? 'any' : 'alike')
    case 'ArithmeticExpansion':
    case 'ProcessSubstitution':
      return appendUnknown(state, undefined)
    default:
      return appendUnknown(state, quoted ? undefined : 'any')
  }
}

function append(state: Reading, text: string): void {
  if (state.known) state.beginning += text
  state.text += text
  state.path += text
}

function appendUnknown(state: Reading, spreads: Argument['spreads']): void {
  state.known = false
  state.pathKnown = false
  state.sure = false
  if (state.spreads !== 'any' && spreads) state.spreads = spreads
}

function appendSure(state: Reading): void {
  state.known = false
  state.pathKnown = false
}

function appendVariable(name: string, state: Reading, scope: Scope, quoted: boolean): void {
  if (scope.plainNames.has(name)) return appendSure(state)
  const value = name === 'HOME' ? scope.home : name === 'PWD' ? scope.cwd : undefined
  if (value === undefined) return appendUnknown(state, quoted && name !== '@' ? undefined : 'any')
  // The place is known although the text is not: it is no option, whatever the folder is called.
  if (state.known) state.beginning += value
  state.known = false
  state.path += value
  if (!quoted && /\s/.test(value)) appendUnknown(state, 'any')
}

const sureOutputs = [
  '$(git rev-parse HEAD)',
  '$(git rev-parse --short HEAD)',
  '$(date)',
  '$(date -u)',
  '$(nproc)',
  '$(whoami)',
  '$(id -u)',
  '$(id -un)',
]

/** Prints words that are no options, whatever the machine: unless the text gives that name to something else. */
function isSureOutput(text: string, scope: Scope): boolean {
  const sure = sureOutputs.includes(text) || (text.startsWith('$(git merge-base ') && isMergeBase(text))
  return sure && !redefinesNames(scope)
}

function isMergeBase(text: string): boolean {
  return /^\$\(git merge-base [\w./@][\w./@~^-]* [\w./@][\w./@~^-]*\)$/.test(text)
}

function startPath(path: string, source: string, scope: Scope): string | undefined {
  if (!source.startsWith('~')) return path
  if (source === '~' || source.startsWith('~/')) return scope.home && scope.home + path.slice(1)
  if (source === '~+' || source.startsWith('~+/')) return scope.cwd && scope.cwd + path.slice(2)
  return undefined
}
