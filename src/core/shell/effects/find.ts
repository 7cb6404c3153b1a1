import { type Argument, mayBeOption, maySpread } from '../argument.ts'
import { add, addDelete, addRead, addUnknown, addWrite, type Call } from '../call.ts'
import { holdsWord } from '../lists.ts'
import type { Spec } from './spec.ts'

const plainTests = `-a -and -o -or -not -true -false -daystart -depth -d -follow -mount -xdev -x -noleaf -nowarn -warn -empty -executable
  -readable -writable -nouser -nogroup -print -print0 -ls -prune -quit -H -L -P -E -X -s -ignore_readdir_race
  -noignore_readdir_race -acl -xattr -sparse ( ) ! ,`

const valuedTests = `-name -iname -path -ipath -wholename -iwholename -lname -ilname -regex -iregex -type -xtype -size -mtime -atime -ctime
  -mmin -amin -cmin -Btime -Bmin -newer -anewer -cnewer -perm -user -group -uid -gid -maxdepth -mindepth -links -inum
  -samefile -fstype -printf -regextype -used -context -files0-from -flags -D -f -xattrname -depth`

const runners = '-exec -execdir -ok -okdir'
const writers = '-fprint -fprint0 -fls -fprintf'

interface Search {
  call: Call
  roots: Argument[]
  /** Picks by more than the place. */
  filtered: boolean
}

/** `find` is a language of its own: every word is known, or the search is unknown. */
function judgeFind(call: Call): void {
  const { args } = call
  const search: Search = { call, roots: [], filtered: false }
  let index = 0
  for (; index < args.length; index++) {
    const word = args[index] as Argument
    if (/^-O\d*$/.test(word.text ?? '') || /^-[HLPEXsxd]+$/.test(word.text ?? '')) continue
    if (word.text === '-D' || word.text === '-f') {
      const value = args[++index]
      if (word.text === '-f' && value) search.roots.push(value)
      continue
    }
    if (/^[-(!,)]/.test(word.beginning) || mayBeOption(word)) break
    search.roots.push(word)
  }
  for (const root of search.roots) addRead(call, root)
  search.filtered = args.slice(index).some(({ text }) => isFilter(text))
  for (; index < args.length; index++) index = judgeTest(search, index)
}

function isFilter(text: string | undefined): boolean {
  return /^-(i?name|i?path|i?wholename|i?regex|i?lname|[amcB]time|[amcB]min|newer.*|size|user|perm)$/.test(text ?? '')
}

/** Judges the word at `index` and answers the last one that belongs to it. */
function judgeTest(search: Search, index: number): number {
  const { call } = search
  const { args } = call
  const text = args[index]?.text
  if (text === undefined) {
    addUnknown(call, 'find with a word that only running tells')
    return index
  }
  if (holdsWord(runners, text)) return judgeRun(search, index)
  if (text === '-delete') {
    for (const found of foundWords(search)) addDelete(call, found, true)
    return index
  }
  if (holdsWord(writers, text)) {
    const file = args[index + 1]
    if (file) addWrite(call, file)
    else add(call, { kind: 'write' })
    return index + (text === '-fprintf' ? 2 : 1)
  }
  if (text === '-d' || text === '-depth') return index
  if (holdsWord(plainTests, text)) return index
  if (holdsWord(valuedTests, text) || /^-newer[aBcmt]{2}$/.test(text)) {
    const value = args[index + 1]
    if (value && maySpread(value)) addUnknown(call, `find ${text} with words that only running tells`)
    return index + 1
  }
  if (text !== '--help' && text !== '--version') addUnknown(call, `find ${text}`)
  return index
}

function judgeRun(search: Search, index: number): number {
  const { call } = search
  const { args } = call
  let end = index + 1
  while (end < args.length && args[end]?.text !== ';') {
    if (args[end]?.text === '+' && args[end - 1]?.text === '{}') break
    end++
  }
  const words = args.slice(index + 1, end)
  // It may be the `;` that ends the command, and what follows is then `find`'s.
  if (words.some((word) => mayBeOption(word))) addUnknown(call, 'find -exec with a word that only running tells')
  if (args[index]?.text?.startsWith('-ok')) addUnknown(call, 'find asks on the terminal')
  if (words.length === 0 || end === args.length) addUnknown(call, 'find -exec without a command or its end')
  else {
    const [found] = foundWords(search)
    const inFolder = args[index]?.text?.endsWith('dir')
    const scope = inFolder ? { ...call.scope, cwd: undefined } : call.scope
    call.runWords(
      words.map((word) => (word.text?.includes('{}') ? fill(word, found) : word)),
      'find',
      scope,
    )
  }
  return end
}

/** What a search finds, as a pattern below each place where it looks. */
function foundWords({ roots, filtered }: Search): Argument[] {
  const here = { text: '.', beginning: './', path: '.', glob: true, source: '', start: 0, end: 0 }
  const places = roots.length > 0 ? roots : [here]
  return places.map((root) => {
    const path = filtered && root.path !== undefined ? `${root.path}/found*` : root.path
    const beginning = root.beginning || root.path || ''
    return { ...root, text: undefined, beginning: root.glob ? '' : beginning, path, glob: true, source: '', sure: true }
  })
}

function fill(word: Argument, found: Argument | undefined): Argument {
  if (word.text === '{}' && found) return { ...found, start: word.start, end: word.end }
  const beginning = word.beginning.slice(0, word.beginning.indexOf('{}'))
  return { ...word, text: undefined, beginning, path: undefined }
}

export const find: Spec = { loose: true, style: 'single', judge: judgeFind }
