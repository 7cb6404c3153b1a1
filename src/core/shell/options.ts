import type { Argument } from './words.ts'

/** What an option of a program means for what the program does. */
type OptionMeaning =
  | 'flag'
  | 'attached'
  | 'value'
  | 'read'
  | 'write'
  | 'folder'
  | 'refuse'
  | 'refuse-value'
  | 'execute'
  | 'in-place'
  | 'mutate'
  | 'mutate-value'
  | 'destroy'

/** Options by meaning, each list separated by spaces: `-o --output`. */
export type OptionTable = Partial<Record<OptionMeaning, string>>

export interface OptionSet {
  meanings: ReadonlyMap<string, OptionMeaning>
  /** Long names, to find what an abbreviation stands for. */
  long: readonly string[]
}

export interface Found {
  name: string
  meaning: OptionMeaning | undefined
  value: Argument | undefined
}

export interface ParsedWords {
  options: Found[]
  operands: Argument[]
  /** A word that may be an option, but only running tells which. */
  hidden: Argument | undefined
}

export type OptionStyle = 'gnu' | 'first' | 'single' | 'first-single'

const compiled = new WeakMap<OptionTable, OptionSet>()

export function optionSet(table: OptionTable): OptionSet {
  const known = compiled.get(table)
  if (known) return known
  const meanings = new Map<string, OptionMeaning>()
  for (const [meaning, names] of Object.entries(table)) {
    for (const name of names.split(/\s+/)) if (name) meanings.set(name, meaning as OptionMeaning)
  }
  const set = { meanings, long: [...meanings.keys()].filter((name) => name.startsWith('--')) }
  compiled.set(table, set)
  return set
}

const withoutValue: ReadonlySet<OptionMeaning> = new Set([
  'flag',
  'attached',
  'refuse',
  'in-place',
  'mutate',
  'destroy',
])

function takesValue(meaning: OptionMeaning | undefined): boolean {
  return meaning !== undefined && !withoutValue.has(meaning)
}

/**
 * Splits words into options and operands as getopt does. `first` stops at the first operand; `single` knows no
 * clusters, so that `-name` is one option.
 */
export function parseOptions(words: readonly Argument[], set: OptionSet, style: OptionStyle): ParsedWords {
  const parsed: ParsedWords = { options: [], operands: [], hidden: undefined }
  let index = 0
  const take = () => words[++index]
  for (; index < words.length; index++) {
    const word = words[index] as Argument
    const { beginning } = word
    if (word.text === '--') {
      parsed.operands.push(...words.slice(index + 1))
      break
    }
    if (!beginning.startsWith('-') || word.text === '-') {
      if (word.text === undefined && beginning === '' && word.source !== '') parsed.hidden ??= word
      parsed.operands.push(word)
      if (style.startsWith('first')) {
        parsed.operands.push(...words.slice(index + 1))
        break
      }
      continue
    }
    readOption(word, set, style, take, parsed)
  }
  return parsed
}

function readOption(
  word: Argument,
  set: OptionSet,
  style: OptionStyle,
  take: () => Argument | undefined,
  parsed: ParsedWords,
): void {
  const { beginning } = word
  const equals = beginning.indexOf('=')
  if (beginning.startsWith('--') || style.endsWith('single')) {
    const name = equals < 0 ? beginning : beginning.slice(0, equals)
    if (word.text === undefined && equals < 0) parsed.hidden ??= word
    const full = style.endsWith('single') ? name : findLongName(name, set)
    const meaning = set.meanings.get(full)
    const attached = equals < 0 ? undefined : tail(word, equals + 1)
    const value = attached ?? (takesValue(meaning) ? take() : undefined)
    parsed.options.push({ name: full, meaning, value })
    return
  }
  readCluster(word, set, take, parsed)
}

function readCluster(word: Argument, set: OptionSet, take: () => Argument | undefined, parsed: ParsedWords): void {
  const { beginning } = word
  for (let at = 1; at < beginning.length; at++) {
    const name = `-${beginning[at]}`
    const meaning = set.meanings.get(name)
    if (!takesValue(meaning)) {
      parsed.options.push({ name, meaning, value: undefined })
      if (meaning === 'in-place' || meaning === 'attached') return
      continue
    }
    const whole = at + 1 === beginning.length && word.text !== undefined
    parsed.options.push({ name, meaning, value: whole ? take() : tail(word, at + 1) })
    return
  }
  if (word.text === undefined) parsed.hidden ??= word
}

/** Programs take the beginning of a long name for the name; the worse meaning counts. */
function findLongName(name: string, set: OptionSet): string {
  if (set.meanings.has(name)) return name
  let found = name
  for (const long of set.long) {
    if (!long.startsWith(name)) continue
    const meaning = set.meanings.get(found)
    if (meaning === undefined || meaning === 'flag' || meaning === 'value') found = long
  }
  return found
}

function tail(word: Argument, from: number): Argument {
  const cut = (text: string | undefined) => (text === undefined ? undefined : text.slice(from))
  return { ...word, text: cut(word.text), beginning: word.beginning.slice(from), path: cut(word.path) }
}
