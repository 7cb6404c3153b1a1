import { PlansError } from '../errors.ts'
import { isObject, type JsonObject } from '../json.ts'
import { parseYaml, YamlError } from '../yaml.ts'

const longestFrontMatter = 64 * 1024

interface FrontMatter {
  values: JsonObject
  /** Without byte-order mark, and with LF for CRLF. */
  body: string
  /** Number of lines before the body. */
  lines: number
}

/** Where the front matter stands in a text as it is on disk. */
interface FrontMatterPlace {
  /** Offset of the first character after the opening line. */
  start: number
  /** Offset of the closing line. */
  end: number
  /** Offset of the body. */
  body: number
}

/** Splits a plan; a text that does not begin with a line `---` has no front matter. Throws PlansError. */
export function parseFrontMatter(text: string): FrontMatter {
  const plain = formatPlainLines(text)
  const place = findFrontMatter(plain)
  if (!place) return { values: {}, body: plain, lines: 0 }
  const lines = plain.slice(0, place.body).split('\n').length - 1
  return { values: readValues(plain.slice(place.start, place.end)), body: plain.slice(place.body), lines }
}

/** Line ends and the byte-order mark say nothing about a plan; they are taken off before anything is looked for. */
export function formatPlainLines(text: string): string {
  return (text.startsWith('\ufeff') ? text.slice(1) : text).replaceAll('\r\n', '\n')
}

/** Works on the text as it is, so that an edit can leave all other bytes alone. Throws where nothing closes it. */
export function findFrontMatter(text: string): FrontMatterPlace | undefined {
  const opening = /^\ufeff?---[ \t]*\r?\n/.exec(text)
  if (!opening) return undefined
  const start = opening[0].length
  for (let line = start; line < text.length; ) {
    const lineFeed = text.indexOf('\n', line)
    const next = lineFeed < 0 ? text.length : lineFeed + 1
    if (text.startsWith('---', line) && /^---[ \t]*(\r?\n)?$/.test(text.slice(line, next)))
      return { start, end: line, body: next }
    line = next
  }
  throw unreadable('the front matter opened in line 1 is never closed by a line ---', 1)
}

function readValues(yaml: string): JsonObject {
  if (yaml.length > longestFrontMatter)
    throw unreadable(`the front matter is longer than ${longestFrontMatter} characters`, 1)
  try {
    const values = parseYaml(yaml) ?? {}
    if (isObject(values)) return values
  } catch (error) {
    if (!(error instanceof YamlError)) throw error
    throw unreadable(error.message, error.line + 1, error)
  }
  throw unreadable('the front matter is not a mapping of keys to values', 2)
}

function unreadable(message: string, line: number, cause?: unknown): PlansError {
  return new PlansError(
    'unverifiable',
    'front-matter-unreadable',
    `front matter, line ${line}: ${message}`,
    'Mend the YAML between the two --- lines; a plan that only begins with a horizontal rule needs a blank line before it.',
    { cause },
  )
}
