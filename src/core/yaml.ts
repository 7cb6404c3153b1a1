import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, stringify } from 'yaml'
import type { Json, JsonObject } from './json.ts'

const longestText = 256 * 1024
const deepestNesting = 64
const deepestColumn = 200

/** What makes a YAML text unusable; `line` counts from 1 within that text. */
export class YamlError extends Error {
  readonly line: number

  constructor(message: string, line: number, options?: { cause: unknown }) {
    super(message, options)
    this.name = 'YamlError'
    this.line = line
  }
}

/**
 * One document of YAML 1.2 core without anchors, aliases, tags of its own, duplicate or non-string keys: what is left
 * reads the same in every implementation, and cannot grow when it is read. Throws YamlError.
 */
export function parseYaml(text: string): Json {
  throwOnUnreadable(text)
  throwOnDeep(text)
  const lines = new LineCounter()
  const document = parseSafely(text, lines)
  const fault = document.errors[0] ?? document.warnings[0]
  if (fault) throw new YamlError(fault.message, lines.linePos(fault.pos[0]).line)
  if (document.directives.yaml.explicit) throw new YamlError('directives are not allowed', 1)
  return toJson(document.contents, { lines, depth: 0 })
}

/** Block style; strings that another reader could take for something else are quoted. */
export function formatYaml(value: JsonObject): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false, compat: 'yaml-1.1', blockQuote: false })
}

/**
 * The text with one top-level value replaced and all else kept byte by byte; undefined where there is no such key.
 * The text must have passed `parseYaml`.
 */
export function replaceYamlValue(text: string, key: string, value: string): string | undefined {
  const { contents } = parseSafely(text, new LineCounter())
  if (!isMap(contents)) return undefined
  const pair = contents.items.find((item) => isScalar(item.key) && item.key.value === key)
  const range = (pair?.value as Node | null | undefined)?.range
  if (!range) return undefined
  const [start, end] = range
  const before = text.slice(0, start)
  return `${before}${/\s$/.test(before) ? '' : ' '}${formatYamlScalar(value)}${text.slice(end)}`
}

/** A string as it may stand after `key: `, on one line. */
export function formatYamlScalar(value: string): string {
  const flat = formatYaml({ key: value })
  return value.includes('\n') ? JSON.stringify(value) : flat.slice('key: '.length, -1)
}

function parseSafely(text: string, lineCounter: LineCounter) {
  return parseDocument(text, {
    version: '1.2',
    schema: 'core',
    resolveKnownTags: false,
    merge: false,
    uniqueKeys: false, // compares each key with each other one; `toJson` does it with a set
    prettyErrors: false,
    lineCounter,
    logLevel: 'error',
  })
}

/**
 * The library descends once a level, and running out of stack within a regular expression ends the whole process. So
 * depth is bounded before it starts: by brackets not yet closed, and by the column at which a nested block can begin.
 */
function throwOnDeep(text: string): void {
  let open = 0
  for (const [index, line] of text.split('\n').entries()) {
    for (const character of line) {
      if (character === '[' || character === '{') open++
      else if ((character === ']' || character === '}') && open > 0) open--
      if (open > deepestNesting) throw new YamlError('nested too deeply', index + 1)
    }
    const column = /^[ \t?:-]*/.exec(line)?.[0].length ?? 0
    if (column > deepestColumn) throw new YamlError('nested too deeply', index + 1)
  }
}

function throwOnUnreadable(text: string): void {
  if (text.length > longestText) throw new YamlError(`longer than ${longestText} characters`, 1)
  // Not printable in YAML, or (a bare CR) a line break to one reader and none to the next.
  const strange = /[^\t\n\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.exec(
    text.replaceAll('\r\n', '\n'),
  )
  if (!strange) return
  const code = (strange[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const line = strange.input.slice(0, strange.index).split('\n').length
  throw new YamlError(`character U+${code} is not allowed`, line)
}

interface Place {
  lines: LineCounter
  depth: number
}

function toJson(node: Node | null, place: Place): Json {
  if (node === null) return null
  const line = (inner: Node): number => place.lines.linePos(inner.range?.[0] ?? 0).line
  if (place.depth > deepestNesting) throw new YamlError('nested too deeply', line(node))
  if (isAlias(node)) throw new YamlError('aliases are not allowed', line(node))
  if ('anchor' in node && node.anchor) throw new YamlError('anchors are not allowed', line(node))
  const inner = { ...place, depth: place.depth + 1 }
  if (isSeq(node)) return node.items.map((item) => toJson(item as Node | null, inner))
  if (isScalar(node)) return toScalar(node.value, line(node))
  if (!isMap(node)) throw new YamlError('not a mapping, a list or a value', line(node))
  const seen = new Set<string>()
  const members = node.items.map((pair): [string, Json] => {
    const key = pair.key as Node | null
    if (!isScalar(key) || typeof key.value !== 'string') throw new YamlError('a key is not a string', line(key ?? node))
    if (key.anchor) throw new YamlError('anchors are not allowed', line(key))
    // Compared as NFC, the form in which keys are digested.
    const name = key.value.normalize('NFC')
    if (seen.has(name)) throw new YamlError(`the key ${JSON.stringify(name)} stands twice`, line(key))
    seen.add(name)
    return [key.value, toJson(pair.value as Node | null, inner)]
  })
  // Defines own members, so that a key `__proto__` is one like any other.
  return Object.fromEntries(members)
}

function toScalar(value: unknown, line: number): Json {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value !== 'number') throw new YamlError('not a JSON value', line)
  const exact = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value))
  // A number that is rounded when read would let two texts share a digest.
  if (!exact) throw new YamlError('a number out of range: put it in quotes', line)
  return value
}
