import { createScanner, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Json } from '../core/json.ts'

export type SettingsNode = Node

/**
 * Edits JSON with comments as text, so that everything that is not ours stays as it was written: order, indentation,
 * comments, trailing commas. Taking out what was put in gives the bytes of before.
 */
export interface SettingsTree {
  text: string
  root: Node
}

/** Empty text counts as an empty object. Throws a `SyntaxError` that names the line. */
export function parseSettingsText(text: string): SettingsTree {
  const source = text.trim() === '' ? '{}\n' : text
  const errors: ParseError[] = []
  const root = parseTree(source, errors, { allowTrailingComma: true })
  const error = errors[0]
  if (error) throw faultAt(source, error.offset, printParseErrorCode(error.error))
  if (root?.type !== 'object') throw faultAt(source, root?.offset ?? 0, 'expected an object')
  return { text: source, root }
}

export function faultAt(text: string, offset: number, what: string): SyntaxError {
  return new SyntaxError(`line ${text.slice(0, offset).split('\n').length}: ${what}`)
}

export function valueAt(node: Node): Json {
  return getNodeValue(node) as Json
}

/** The member of an object. A key that stands twice means one thing to one reader and another to the next: refused. */
export function findMember(tree: SettingsTree, object: Node, key: string): Node | undefined {
  const found = (object.children ?? []).filter((property) => property.children?.[0]?.value === key)
  if (found[1]) throw faultAt(tree.text, found[1].offset, `"${key}" stands here a second time`)
  return found[0]?.children?.[1]
}

export function appendMember({ text }: SettingsTree, object: Node, key: string, value: Json): string {
  return append(text, object, (indent) => `${JSON.stringify(key)}: ${formatValue(value, indent)}`)
}

export function appendItem({ text }: SettingsTree, list: Node, value: Json): string {
  return append(text, list, (indent) => formatValue(value, indent))
}

type Indent = { unit: string; depth: number; eol: string } | 'compact'

function formatValue(value: Json, indent: Indent): string {
  if (indent === 'compact') return JSON.stringify(value)
  const lines = JSON.stringify(value, null, indent.unit).split('\n')
  return lines.join(indent.eol + indent.unit.repeat(indent.depth))
}

/** After the last child and the comments that follow it, in the way the container is laid out. */
function append(text: string, container: Node, format: (indent: Indent) => string): string {
  const close = container.offset + container.length - 1
  const last = container.children?.at(-1)
  const from = last ? last.offset + last.length : container.offset + 1
  const interior = text.slice(from, close)
  const kept = from + interior.trimEnd().length
  const oneLine = last !== undefined && !text.slice(container.offset, close).includes('\n')
  const layout = layoutOf(text)
  const depth = oneLine ? 0 : depthOf(text, container.offset, layout.unit)
  const child = format(oneLine ? 'compact' : { ...layout, depth: depth + 1 })
  const hadComma = last !== undefined && findComma(text, from, close) !== undefined
  const before =
    last === undefined || hadComma ? text.slice(0, kept) : `${text.slice(0, from)},${text.slice(from, kept)}`
  const lead = oneLine ? ' ' : layout.eol + layout.unit.repeat(depth + 1)
  const tail = last === undefined ? layout.eol + layout.unit.repeat(depth) : text.slice(kept, close)
  return `${before}${lead}${child}${hadComma ? ',' : ''}${tail}${text.slice(close)}`
}

/** Takes out a child with its comma and the blanks before it; a container left empty is closed up. */
export function removeChild({ text }: SettingsTree, container: Node, index: number): string {
  const children = container.children ?? []
  const child = children[index]
  if (!child) return text
  const close = container.offset + container.length - 1
  const previous = children[index - 1]
  const low = previous ? previous.offset + previous.length : container.offset + 1
  const start = low + text.slice(low, child.offset).trimEnd().length
  const next = children[index + 1]
  const comma = findComma(text, child.offset + child.length, next?.offset ?? close)
  const end = comma === undefined ? child.offset + child.length : comma + 1
  const rest = text.slice(end)
  if (children.length === 1 && text.slice(low, start).trim() === '' && text.slice(end, close).trim() === '')
    return text.slice(0, low) + text.slice(close)
  const before = findComma(text, low, start)
  // Only the last child gives its comma back to the one before it, unless commas trail here anyway.
  if (next || comma !== undefined || before === undefined) return text.slice(0, start) + rest
  return text.slice(0, before) + text.slice(before + 1, start) + rest
}

function findComma(text: string, from: number, to: number): number | undefined {
  const scanner = createScanner(text.slice(from, to), false)
  for (scanner.scan(); scanner.getTokenLength() > 0; scanner.scan())
    if (text[from + scanner.getTokenOffset()] === ',') return from + scanner.getTokenOffset()
  return undefined
}

function layoutOf(text: string): { unit: string; eol: string } {
  const unit = /\n([ \t]+)["\]}]/.exec(text)?.[1] ?? '  '
  return { unit, eol: text.includes('\r\n') ? '\r\n' : '\n' }
}

/** How deep the line is on which the container opens. */
function depthOf(text: string, offset: number, unit: string): number {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  const blanks = /^[ \t]*/.exec(line)?.[0].length ?? 0
  return Math.round(blanks / unit.length)
}
