import { type Argument, mayBeOption, maySpread } from './argument.ts'
import { findWords, holdsWord } from './lists.ts'

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

/** Options by meaning, each a list of words: `-o --output`. In two lists, the later meaning counts. */
export type OptionTable = Partial<Record<OptionMeaning, string>>

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

const withoutValue = 'flag attached refuse in-place mutate destroy'

function takesValue(meaning: OptionMeaning | undefined): boolean {
  return meaning !== undefined && !holdsWord(withoutValue, meaning)
}

function findMeaning(table: OptionTable, name: string): OptionMeaning | undefined {
  let found: OptionMeaning | undefined
  for (const meaning in table) {
    if (holdsWord(table[meaning as OptionMeaning] ?? '', name)) found = meaning as OptionMeaning
  }
  return found
}

/**
 * Splits words into options and operands as getopt does. `first` stops at the first operand; `single` knows no
 * clusters, so that `-name` is one option.
 */
export function parseOptions(words: readonly Argument[], table: OptionTable, style: OptionStyle): ParsedWords {
  const parsed: ParsedWords = { options: [], operands: [], hidden: undefined }
  let index = 0
  const take = () => {
    const word = words[++index]
    if (word && maySpread(word)) parsed.hidden ??= word
    return word
  }
  for (; index < words.length; index++) {
    const word = words[index] as Argument
    const { beginning } = word
    if (word.text === '--') {
      parsed.operands.push(...words.slice(index + 1))
      break
    }
    if (!beginning.startsWith('-') || word.text === '-') {
      if (mayBeOption(word)) parsed.hidden ??= word
      parsed.operands.push(word)
      if (style.startsWith('first')) {
        parsed.operands.push(...words.slice(index + 1))
        break
      }
      continue
    }
    if (maySpread(word)) parsed.hidden ??= word
    readOption(word, table, style, take, parsed)
  }
  return parsed
}

function readOption(
  word: Argument,
  table: OptionTable,
  style: OptionStyle,
  take: () => Argument | undefined,
  parsed: ParsedWords,
): void {
  const { beginning } = word
  const equals = beginning.indexOf('=')
  if (beginning.startsWith('--') || style.endsWith('single')) {
    const name = equals < 0 ? beginning : beginning.slice(0, equals)
    if (word.text === undefined && equals < 0) parsed.hidden ??= word
    const full = style.endsWith('single') ? name : findLongName(name, table)
    const meaning = findMeaning(table, full)
    const attached = equals < 0 ? undefined : tail(word, equals + 1)
    const value = attached ?? (takesValue(meaning) ? take() : undefined)
    parsed.options.push({ name: full, meaning, value })
    return
  }
  readCluster(word, table, take, parsed)
}

function readCluster(word: Argument, table: OptionTable, take: () => Argument | undefined, parsed: ParsedWords): void {
  const { beginning } = word
  for (let at = 1; at < beginning.length; at++) {
    const name = `-${beginning[at]}`
    const meaning = findMeaning(table, name)
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
function findLongName(name: string, table: OptionTable): string {
  let meaning = findMeaning(table, name)
  let found = name
  if (meaning !== undefined || !name.startsWith('--')) return name
  for (const list of Object.values(table)) {
    for (const long of findWords(list, name)) {
      if (meaning !== undefined && meaning !== 'flag' && meaning !== 'value') return found
      found = long
      meaning = findMeaning(table, long)
    }
  }
  return found
}

function tail(word: Argument, from: number): Argument {
  const cut = (text: string | undefined) => (text === undefined ? undefined : text.slice(from))
  return { ...word, text: cut(word.text), beginning: word.beginning.slice(from), path: cut(word.path) }
}
