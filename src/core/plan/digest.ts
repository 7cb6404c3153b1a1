import { formatCanonicalJson } from '../canonical-json.ts'
import { isObject, type Json } from '../json.ts'
import type { Sha256 } from '../sha256.ts'
import { parseFrontMatter } from './front-matter.ts'

/** Named in every record; docs/plan-format.md words it, docs/reference/digest-vectors.json holds its test vectors. */
export const digestAlgorithm = 'plan-sha256-v1'

// Projection and information: written by tools, so a change of them must not void an approval.
const uncountedKeys = new Set(['status', 'updated', 'author', 'agent', 'branch', 'approvals'])

/** The only digest of a plan. Throws PlansError where front matter cannot be read. */
export function digestPlan(text: string, sha256: Sha256): string {
  return sha256(formatDigested(text))
}

/** Exactly the bytes that are digested, approved, and given to an executor. */
export function formatDigested(text: string): string {
  const { values, body } = parseFrontMatter(text)
  const counted = Object.fromEntries(Object.entries(values).filter(([key]) => !uncountedKeys.has(key)))
  return `${formatCanonicalJson(composeStrings(counted))}\n${normaliseBody(body)}`
}

/** Index of the line with which a closing `## Log` section begins; the number of lines where there is none. */
export function findLogTail(lines: readonly PlanLine[]): number {
  const last = lines.findLastIndex((line) => !line.inside && /^ {0,3}#{1,2}(?=[ \t]|$)/.test(line.text))
  const isLog = last >= 0 && /^ {0,3}## Log[ \t]*#*$/.test(lines[last]?.text ?? '')
  return isLog ? last : lines.length
}

interface PlanLine {
  text: string
  /** Inside a fence; the lines that open and close it are not. */
  inside: boolean
  /** A fence is open after this line. */
  open: boolean
}

/** The lines of a body, told apart by fences alone: no Markdown parser, whose next version could see it otherwise. */
export function splitLines(body: string): PlanLine[] {
  let fence: { mark: string; length: number } | undefined
  return body.split('\n').map((text) => {
    if (!fence) {
      const run = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1]
      if (run) fence = { mark: run.slice(0, 1), length: run.length }
      return { text, inside: false, open: fence !== undefined }
    }
    const run = /^[ \t]*(`{3,}|~{3,})[ \t]*$/.exec(text)?.[1]
    const closes = run !== undefined && run[0] === fence.mark && run.length >= fence.length
    if (closes) fence = undefined
    return { text, inside: !closes, open: !closes }
  })
}

// The order of the steps is part of the format: each sees what the one before left.
function normaliseBody(body: string): string {
  const lines = splitLines(body.normalize('NFC'))
  const kept = lines.slice(0, findLogTail(lines))
  const normalised: string[] = []
  let afterBlank = false
  for (const line of kept) {
    const text = line.inside ? line.text : stripTrailingBlanks(untick(line.text))
    const blank = text === '' && !line.inside
    if (!blank || !afterBlank) normalised.push(text)
    afterBlank = blank
  }
  const joined = normalised.join('\n')
  return kept.at(-1)?.open ? joined : `${stripFinalLineFeeds(joined)}\n`
}

function composeStrings(value: Json): Json {
  if (typeof value === 'string') return value.normalize('NFC')
  if (Array.isArray(value)) return value.map(composeStrings)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key.normalize('NFC'), composeStrings(member)]),
  )
}

function untick(line: string): string {
  return line.replace(/^([ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+)\[[xX]\](?=[ \t])/, '$1[ ]')
}

// By hand: a regular expression for blanks at the end starts anew at each blank of a long line.
function stripTrailingBlanks(line: string): string {
  let end = line.length
  while (line[end - 1] === ' ' || line[end - 1] === '\t') end--
  return line.slice(0, end)
}

function stripFinalLineFeeds(text: string): string {
  let end = text.length
  while (text[end - 1] === '\n') end--
  return text.slice(0, end)
}
