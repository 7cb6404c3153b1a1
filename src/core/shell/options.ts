import { mayBeOption, type ShellWord } from './words.ts'

/** Which options take their value from the next word, and which are known at all. */
export interface OptionTable {
  /** Options whose value is the next word: `-n --lines`. */
  valued?: string
  /** Known options; absent: every option but those in `marked` only shapes the output. */
  known?: string
  /** Options that need a decision, by name. */
  marked?: Readonly<Record<string, unknown>>
  /** Single dash, long name (`-name`), as in find and Java programs. */
  long?: boolean
  /** Options end at the first operand. */
  first?: boolean
}

export interface SeenOption {
  name: string
  value: ShellWord | undefined
}

export interface ReadArguments {
  options: SeenOption[]
  operands: ShellWord[]
  /** Words that are options nobody listed, or that could be options when it runs. */
  unknown: string[]
}

interface CompiledTable {
  valued: ReadonlySet<string>
  known: ReadonlySet<string> | undefined
  knownDigits: boolean
  marked: readonly string[]
}

const compiled = new WeakMap<OptionTable, CompiledTable>()

export function words(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

function compile(table: OptionTable): CompiledTable {
  const before = compiled.get(table)
  if (before) return before
  const marked = Object.keys(table.marked ?? {})
  const valued = words(table.valued ?? '')
  const known = table.known === undefined ? undefined : new Set([...words(table.known), ...valued, ...marked])
  const result = { valued: new Set(valued), known, knownDigits: known?.has('-#') ?? false, marked }
  compiled.set(table, result)
  return result
}

/** Sorts arguments the way getopt does, never taking for harmless what could be an option with another meaning. */
export function readArguments(args: readonly ShellWord[], table: OptionTable): ReadArguments {
  const how = compile(table)
  const strict = how.known !== undefined || how.marked.length > 0
  const result: ReadArguments = { options: [], operands: [], unknown: [] }
  for (let index = 0; index < args.length; index++) {
    const word = args[index] as ShellWord
    const { text } = word
    if (text === '--') {
      result.operands.push(...args.slice(index + 1))
      break
    }
    if (text === undefined || word.pattern) {
      if (strict && mayBeOption(word)) result.unknown.push(word.source)
      result.operands.push(word)
    } else if (text.length > 1 && text.startsWith('-')) {
      if (readOption(text, args[index + 1], word, how, table, result)) index++
      continue
    } else result.operands.push(word)
    if (table.first) {
      result.operands.push(...args.slice(index + 1))
      break
    }
  }
  return result
}

/** Adds the option(s) of one word; says whether the next word is its value. */
function readOption(
  text: string,
  next: ShellWord | undefined,
  word: ShellWord,
  how: CompiledTable,
  table: OptionTable,
  result: ReadArguments,
): boolean {
  if (text.startsWith('--') || table.long) return readLongOption(text, next, word, how, result)
  for (let index = 1; index < text.length; index++) {
    const name = `-${text[index]}`
    const rest = text.slice(index + 1)
    if (how.valued.has(name)) {
      const value = rest === '' ? next : partOf(word, rest)
      return addOption(name, value, how, result) && rest === '' && takesNext(next)
    }
    const isDigit = name >= '-0' && name <= '-9'
    if (isDigit && (how.knownDigits || !how.known)) continue
    addOption(name, rest === '' ? undefined : partOf(word, rest), how, result)
    // What follows may be this option's own text: only known letters go on.
    if (how.marked.includes(name)) return false
  }
  return false
}

function readLongOption(
  text: string,
  next: ShellWord | undefined,
  word: ShellWord,
  how: CompiledTable,
  result: ReadArguments,
): boolean {
  const equals = text.indexOf('=')
  const name = equals < 0 ? text : text.slice(0, equals)
  if (equals >= 0) {
    addOption(name, partOf(word, text.slice(equals + 1)), how, result)
    return false
  }
  const valued = how.valued.has(name)
  addOption(name, valued ? next : undefined, how, result)
  return valued && takesNext(next)
}

/** A value that looks like an option is looked at as one too. */
function takesNext(next: ShellWord | undefined): boolean {
  return next !== undefined && !next.start.startsWith('-')
}

function addOption(
  name: string,
  value: ShellWord | undefined,
  how: CompiledTable,
  result: ReadArguments,
): boolean {
  if (how.known ? how.known.has(name) : !isShortened(name, how.marked)) result.options.push({ name, value })
  else result.unknown.push(name)
  return true
}

/** Long options may be shortened as long as they stay unique, so any beginning of a marked one may be it. */
function isShortened(name: string, marked: readonly string[]): boolean {
  if (!name.startsWith('--')) return false
  return marked.some((each) => each !== name && each.startsWith(name))
}

function partOf(word: ShellWord, text: string): ShellWord {
  return { ...word, text, start: text, tilde: text.startsWith('~'), textPosition: undefined }
}
