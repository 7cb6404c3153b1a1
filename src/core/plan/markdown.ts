import { fromMarkdown } from 'mdast-util-from-markdown'
import { findLogTail, splitLines } from './digest.ts'
import { parseFrontMatter } from './front-matter.ts'

// A title stands at the top; and a Markdown parser takes quadratic time on some texts.
const searchedForTitle = 16 * 1024

/** Words of the first heading that has any, on one line. Throws PlansError where front matter cannot be read. */
export function firstHeading(text: string): string | undefined {
  const { children } = fromMarkdown(parseFrontMatter(text).body.slice(0, searchedForTitle))
  const titles = children.filter((node) => node.type === 'heading').map((node) => formatWords(node))
  return titles.find((title) => title !== '')
}

interface MarkdownNode {
  type: string
  value?: unknown
  alt?: unknown
  children?: MarkdownNode[]
}

// With a list and not by recursion: emphasis nests as deep as its author likes.
function formatWords(heading: MarkdownNode): string {
  const waiting = [heading]
  let words = ''
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'break') words += ' '
    else if (node.type !== 'html') words += [node.value, node.alt].find((value) => typeof value === 'string') ?? ''
    waiting.push(...(node.children ?? []).toReversed())
  }
  return words.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

export interface Line {
  /** Counts from 1 in the whole file. */
  number: number
  kind: 'text' | 'code' | 'heading' | 'placeholder' | 'blank'
  /** Without comments, tags and the marks of lists, quotes and headings. */
  words: string
  /** Depth of a heading, else 0. */
  depth: number
  /** An HTML comment begins here. */
  comment: boolean
}

/**
 * The part of a plan that is digested, line by line, as far as `check` has to know it. By line and not by a Markdown
 * parser, so that a plan of any size and shape is checked in the time it takes to read it.
 */
export function scanLines(text: string): Line[] {
  const { body, lines: offset } = parseFrontMatter(text)
  const lines = splitLines(body)
  const kept = lines.slice(0, findLogTail(lines))
  let inComment = false
  return kept.map((line, index) => {
    const number = offset + index + 1
    const isFence = line.open || line.inside || (kept[index - 1]?.open ?? false)
    if (isFence)
      return { number, kind: line.inside ? 'code' : 'blank', words: line.text.trim(), depth: 0, comment: false }
    const stripped = stripComments(line.text, inComment)
    inComment = stripped.open
    const underline = kept[index + 1]?.text ?? ''
    return { number, ...readLine(stripped.text, underline), comment: stripped.begins }
  })
}

function readLine(text: string, next: string): Pick<Line, 'kind' | 'words' | 'depth'> {
  const atx = /^ {0,3}(#{1,6})(?=[ \t]|$)/.exec(text)
  const words = text
    .slice(atx?.[0].length ?? 0)
    .replace(/<[^<>]*>/g, '')
    .replace(/^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\](?=[ \t]|$))?/, '')
    .replace(/[\p{Cf}]/gu, '')
    .trim()
  if (atx) return { kind: 'heading', words: words.split(/[ \t]+#+$/)[0] ?? '', depth: atx[1]?.length ?? 0 }
  if (isPlaceholder(words)) return { kind: 'placeholder', words, depth: 0 }
  if (!/[\p{L}\p{N}]/u.test(words)) return { kind: 'blank', words, depth: 0 }
  const underline = /^ {0,3}(?:(=+)|-+)[ \t]*$/.exec(next)
  return underline ? { kind: 'heading', words, depth: underline[1] ? 1 : 2 } : { kind: 'text', words, depth: 0 }
}

/** `{…}` with nothing beside it, or `{{…}}`, as templates leave them for the author. */
export function isPlaceholder(words: string): boolean {
  return /^\{[^{}]*\}$/.test(words) || /^\{\{[^{}]*\}\}$/.test(words)
}

interface Stripped {
  text: string
  /** A comment is still open at the end of the line. */
  open: boolean
  begins: boolean
}

function stripComments(line: string, open: boolean): Stripped {
  // Within `…` a comment is an example; the filler keeps the offsets.
  const visible = open ? line : line.replace(/`[^`]*`/g, (code) => '`'.repeat(code.length))
  let kept = ''
  let begins = false
  let isOpen = open
  for (let index = 0; index < line.length; ) {
    const mark = visible.indexOf(isOpen ? '-->' : '<!--', index)
    const end = mark < 0 ? line.length : mark
    if (!isOpen) kept += line.slice(index, end)
    if (mark < 0) break
    if (!isOpen) begins = true
    index = end + (isOpen ? 3 : 4)
    isOpen = !isOpen
  }
  return { text: kept, open: isOpen, begins }
}
