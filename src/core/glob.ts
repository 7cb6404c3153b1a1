/** A parsed glob; `alternatives` is what its braces stand for, one list of path segments each. */
export interface Glob {
  pattern: string
  alternatives: Segment[][]
}

interface GlobFault {
  fault: string
}

type Segment = '**' | Token[]
type Token = '*' | ((character: string) => boolean)

const longestPattern = 256
const mostAlternatives = 64

/**
 * `*` and `?` within a segment, `**` as a whole segment for any number of them, `[…]`, and one level of `{a,b}`.
 * Nothing is escaped: `[*]` is a star. A name that begins with a dot is a name like any other.
 */
export function parseGlob(pattern: string): Glob | GlobFault {
  const fault = findFault(pattern)
  if (fault) return { fault }
  const expanded = expandBraces(pattern.normalize('NFC'))
  if (!Array.isArray(expanded)) return expanded
  const alternatives: Segment[][] = []
  for (const alternative of expanded) {
    const segments = parseSegments(alternative)
    if (!Array.isArray(segments)) return segments
    alternatives.push(segments)
  }
  return { pattern, alternatives }
}

/**
 * Whether the glob names this path, relative and with `/`. Time grows with the length of the path, never with the
 * number of ways in which stars could share it. A path with `.`, `..` or empty segments matches nothing.
 */
export function matchesGlob(glob: Glob, path: string): boolean {
  const segments = path.normalize('NFC').split('/')
  if (segments.some((segment) => segment === '' || segment === '.' || segment === '..')) return false
  const characters = segments.map((segment) => [...segment])
  return glob.alternatives.some((alternative) => matchesSegments(alternative, characters))
}

function findFault(pattern: string): string | undefined {
  if (pattern === '') return 'is empty'
  if (pattern.length > longestPattern) return `is longer than ${longestPattern} characters`
  if (pattern.includes('\\')) return 'holds a backslash: write / between folders, and [*] for a star'
  if (/[\0-\x1f\x7f]/.test(pattern)) return 'holds a control character'
  if (pattern.startsWith('!')) return 'begins with !: put what is excluded under deny, or write [!]'
  return undefined
}

function expandBraces(pattern: string): string[] | GlobFault {
  let expanded = ['']
  for (const piece of splitBraces(pattern)) {
    if (typeof piece !== 'string') return piece
    const choices = piece.startsWith('{') ? piece.slice(1, -1).split(',') : [piece]
    if (piece.startsWith('{') && choices.length < 2) return { fault: `holds ${piece}, which offers no choice` }
    if (expanded.length * choices.length > mostAlternatives)
      return { fault: `stands for more than ${mostAlternatives} patterns: use several globs` }
    expanded = expanded.flatMap((start) => choices.map((choice) => start + choice))
  }
  return expanded
}

/** Literal pieces and `{…}` groups in turn; braces within `[…]` are plain characters. */
function splitBraces(pattern: string): (string | GlobFault)[] {
  const pieces: string[] = []
  let start = 0
  let open = -1
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index]
    if (character === '[') index = Math.max(index, findClassEnd(pattern, index))
    else if (character === '{') {
      if (open >= 0) return [{ fault: 'holds braces within braces' }]
      pieces.push(pattern.slice(start, index))
      start = open = index
    } else if (character === '}') {
      if (open < 0) return [{ fault: 'holds a } that nothing opened; write [}]' }]
      pieces.push(pattern.slice(start, index + 1))
      start = index + 1
      open = -1
    }
  }
  if (open >= 0) return [{ fault: 'holds a { that nothing closes; write [{]' }]
  return [...pieces, pattern.slice(start)].filter((piece) => piece !== '')
}

/** Index of the `]` that ends the class opened at `start`, or -1. A `]` directly after the opening is a member. */
function findClassEnd(pattern: string, start: number): number {
  const negated = pattern[start + 1] === '!' || pattern[start + 1] === '^'
  return pattern.indexOf(']', start + (negated ? 3 : 2))
}

function parseSegments(pattern: string): Segment[] | GlobFault {
  const segments: Segment[] = []
  for (const text of pattern.split('/')) {
    if (text === '') return { fault: 'begins or ends with /, or holds //: write src/** for all below a folder' }
    if (text === '.' || text === '..') return { fault: `holds the segment ${text}` }
    const segment = text === '**' ? text : parseSegment(text)
    if (!segment) return { fault: 'holds a [ that opens no list of characters; write [[] for the character' }
    if (segment !== '**' || segments.at(-1) !== '**') segments.push(segment)
  }
  // At the end at least one segment is asked for: `src/**` is what is below `src`.
  return segments.at(-1) === '**' ? [...segments, ['*']] : segments
}

function parseSegment(text: string): Token[] | undefined {
  const tokens: Token[] = []
  for (let index = 0; index < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(index) ?? 0)
    const end = character === '[' ? findClassEnd(text, index) : index + character.length - 1
    const token = character === '[' ? parseClass(text.slice(index + 1, Math.max(end, 0))) : parseCharacter(character)
    if (!token) return undefined
    if (token !== '*' || tokens.at(-1) !== '*') tokens.push(token)
    index = end + 1
  }
  return tokens
}

function parseCharacter(character: string): Token {
  if (character === '*') return '*'
  return character === '?' ? () => true : (other) => other === character
}

/** The inside of `[…]`: characters and ranges, negated by a leading `!` or `^`. */
function parseClass(text: string): Token | undefined {
  const negated = text.startsWith('!') || text.startsWith('^')
  const members = [...(negated ? text.slice(1) : text)]
  const ranges: [string, string][] = []
  for (let index = 0; index < members.length; index++) {
    const first = members[index] as string
    if (first === '[' && /[:.=]/.test(members[index + 1] ?? '')) return undefined // a POSIX class, which we have not
    const isRange = members[index + 1] === '-' && index + 2 < members.length
    const last = isRange ? (members[index + 2] as string) : first
    if (codeOf(last) < codeOf(first)) return undefined
    ranges.push([first, last])
    if (isRange) index += 2
  }
  if (ranges.length === 0) return undefined
  const isMember = (code: number): boolean =>
    ranges.some(([first, last]) => codeOf(first) <= code && code <= codeOf(last))
  return (character) => isMember(codeOf(character)) !== negated
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0
}

function matchesSegments(pattern: Segment[], path: string[][]): boolean {
  return matchesInTurn(pattern, path, '**', (segment, characters) =>
    matchesInTurn(segment as Token[], characters, '*', (token, character) =>
      (token as (character: string) => boolean)(character),
    ),
  )
}

/**
 * Each item of the pattern takes one of the given items, a star any number. Going back to the latest star alone is
 * enough, since giving more to an earlier one could only leave less for the rest.
 */
function matchesInTurn<P, T>(pattern: P[], items: T[], star: P, accepts: (part: P, item: T) => boolean): boolean {
  let part = 0
  let item = 0
  let latestStar = -1
  let resume = 0
  while (item < items.length) {
    if (part < pattern.length && pattern[part] === star) {
      latestStar = part++
      resume = item
    } else if (part < pattern.length && accepts(pattern[part] as P, items[item] as T)) {
      part++
      item++
    } else if (latestStar < 0) return false
    else {
      part = latestStar + 1
      item = ++resume
    }
  }
  while (part < pattern.length && pattern[part] === star) part++
  return part === pattern.length
}
