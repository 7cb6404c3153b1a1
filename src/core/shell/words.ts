import type { Word, WordPart } from './parse.ts'
import { isInsideFolder, joinPath } from './paths.ts'
import type { Scope } from './scope.ts'

/** One word of a command, as far as it can be known before running. */
export interface Argument {
  /** The text with quotes removed, or undefined when running decides it. */
  text: string | undefined
  /** What is known of the beginning: all of `text`, or up to the first expansion. */
  beginning: string
  /** The text with `~`, `$HOME` and `$PWD` worked in; undefined when running decides it. */
  path: string | undefined
  /** Holds an unquoted `*`, `?` or `[`: names files that only a disk knows. */
  glob: boolean
  /** As written; empty for a word that a program adds. */
  source: string
  start: number
  end: number
}

interface Reading {
  text: string
  path: string
  known: boolean
  pathKnown: boolean
  beginning: string
  glob: boolean
}

export function readWord(word: Word, scope: Scope): Argument {
  const { pos: start, end, text: source, parts } = word
  if (parts === undefined) {
    const { value } = word
    const path = startPath(value, source, scope)
    return { text: value, beginning: value, path, glob: false, source, start, end }
  }
  const state: Reading = { text: '', path: '', known: true, pathKnown: true, beginning: '', glob: false }
  for (const part of parts) readPart(part, state, scope)
  const { text, known, beginning, glob } = state
  const path = state.pathKnown ? startPath(state.path, source, scope) : undefined
  return { text: known ? text : undefined, beginning, path, glob, source, start, end }
}

/** A word that some program adds while running, such as what `xargs` reads. */
export function addedWord(): Argument {
  return { text: undefined, beginning: '', path: undefined, glob: false, source: '', start: 0, end: 0 }
}

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
  return scope.cwd === undefined ? undefined : joinPath(scope.cwd, path)
}

function readPart(part: WordPart, state: Reading, scope: Scope) {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return append(state, part.value)
    case 'Glob':
      state.glob = true
      return append(state, part.text)
    case 'DoubleQuoted':
      for (const child of part.parts) readPart(child, state, scope)
      return
    case 'SimpleExpansion':
      return appendVariable(state, part.text.slice(1), scope)
    case 'ParameterExpansion': {
      const plain = !part.prefix && !part.index && !part.operation
      return plain ? appendVariable(state, part.parameter, scope) : appendUnknown(state)
    }
    default:
      return appendUnknown(state)
  }
}

function append(state: Reading, text: string): void {
  if (state.known) state.beginning += text
  state.text += text
  state.path += text
}

function appendUnknown(state: Reading): void {
  state.known = false
  state.pathKnown = false
}

function appendVariable(state: Reading, name: string, scope: Scope) {
  const value = name === 'HOME' ? scope.home : name === 'PWD' ? scope.cwd : undefined
  if (value === undefined) return appendUnknown(state)
  // The place is known although the text is not: it is no option, whatever the folder is called.
  if (state.known) state.beginning += value
  state.known = false
  state.path += value
}

function startPath(path: string, source: string, scope: Scope): string | undefined {
  if (!source.startsWith('~')) return path
  if (source === '~' || source.startsWith('~/')) return scope.home && scope.home + path.slice(1)
  if (source === '~+' || source.startsWith('~+/')) return scope.cwd && scope.cwd + path.slice(2)
  return undefined
}
