import type { Word, WordPart } from './parse.ts'

/** A word of a command as far as it is known before running. */
export interface ShellWord {
  /** Known text after quotes are taken off; a pattern stays as written. `undefined`: only known when it runs. */
  text: string | undefined
  /** The beginning that is known in any case. */
  start: string
  /** Unquoted pattern: stands for any number of file names. */
  pattern: boolean
  /** An unquoted expansion: may become any number of words. */
  splits: boolean
  /** Begins with an unquoted `~`. */
  tilde: boolean
  source: string
  /** Where `text` begins in the analysed text, when it stands there letter by letter. */
  textPosition: number | undefined
}

export interface KnownVariables {
  home: string | undefined
  cwd: string | undefined
}

export function knownWord(text: string): ShellWord {
  return {
    text,
    start: text,
    pattern: false,
    splits: false,
    tilde: false,
    source: text,
    textPosition: undefined,
  }
}

/** A word that the running program supplies: names from `find`, lines from the input of `xargs`. */
export function suppliedWord(start: string, splits: boolean): ShellWord {
  return {
    text: undefined,
    start,
    pattern: false,
    splits,
    tilde: false,
    source: start,
    textPosition: undefined,
  }
}

export function readWord(word: Word, variables: KnownVariables): ShellWord {
  const source = word.text
  const parts = isPlain(source) ? undefined : word.parts
  if (!parts) return plainWord(word, source)
  const state: WordState = { text: '', start: '', known: true, pattern: false, splits: false, variables }
  for (const part of parts) addPart(state, part, false)
  const first = parts[0]
  return {
    text: state.known ? state.text : undefined,
    start: state.start,
    pattern: state.pattern,
    splits: state.splits,
    tilde: first?.type === 'Literal' && first.text.startsWith('~'),
    source,
    textPosition: parts.length === 1 && first ? positionOfQuoted(first, state.text) : undefined,
  }
}

/** Whether the word, when it runs, could be read as an option. */
export function mayBeOption(word: ShellWord): boolean {
  if (word.text !== undefined && !word.pattern) return word.text.startsWith('-') && word.text !== '-'
  if (word.splits || word.start === '') return true
  return word.start.startsWith('-')
}

function plainWord(word: Word, source: string): ShellWord {
  return {
    text: word.value,
    start: word.value,
    pattern: false,
    splits: false,
    tilde: source.startsWith('~'),
    source,
    textPosition: word.pos,
  }
}

function isPlain(source: string): boolean {
  for (let index = 0; index < source.length; index++) {
    switch (source.charCodeAt(index)) {
      case 33: // !
      case 34: // "
      case 36: // $
      case 39: // '
      case 40: // (
      case 41: // )
      case 42: // *
      case 60: // <
      case 62: // >
      case 63: // ?
      case 91: // [
      case 92: // \
      case 96: // `
      case 123: // {
        return false
    }
  }
  return true
}

interface WordState {
  text: string
  start: string
  known: boolean
  pattern: boolean
  splits: boolean
  variables: KnownVariables
}

function addPart(state: WordState, part: WordPart, quoted: boolean): void {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return addText(state, part.value)
    case 'DoubleQuoted':
    case 'LocaleString':
      for (const child of part.parts) addPart(state, child, true)
      return
    case 'Glob':
      state.pattern = true
      state.text += part.text
      return
    case 'BraceExpansion':
      state.splits ||= part.text.includes('-') || part.text.includes('$') || part.text.includes('`')
      state.pattern = true
      state.known = false
      return
    default: {
      const value = valueOf(part, state.variables)
      if (value !== undefined) return addText(state, value)
      state.known = false
      state.splits ||= !quoted || part.text.includes('@')
    }
  }
}

function addText(state: WordState, text: string): void {
  if (state.known && !state.pattern) state.start += text
  state.text += text
}

function valueOf(part: WordPart, variables: KnownVariables): string | undefined {
  const { text } = part
  if (part.type === 'SimpleExpansion' || part.type === 'ParameterExpansion') {
    if (text === '$HOME' || text === '${HOME}') return variables.home
    if (text === '$PWD' || text === '${PWD}') return variables.cwd
  }
  return undefined
}

/** Only a text without escapes keeps its letters where they stood. */
function positionOfQuoted(part: WordPart, text: string): number | undefined {
  if (part.type === 'SingleQuoted') return part.pos + 1
  if (part.type === 'DoubleQuoted' && part.text === `"${text}"`) return part.pos + 1
  return part.text === text ? part.pos : undefined
}
