import { formatCanonicalJson } from '../canonical-json.ts'
import { PlansError } from '../errors.ts'
import { type JsonObject, stringOf } from '../json.ts'
import { formatYaml, formatYamlScalar, replaceYamlValue } from '../yaml.ts'
import { findFrontMatter, parseFrontMatter } from './front-matter.ts'
import type { PlanDocument, PlanState, Scope } from './plan.ts'
import { parseScope } from './scope.ts'

// A scope that cannot be read must not look like none, which would allow everything.
const closedScope: Scope = { allow: [], deny: ['**'] }

/** Throws PlansError `front-matter-unreadable`. A scope with faults lets nothing pass; `checkPlan` names the faults. */
export function parsePlan(text: string): PlanDocument {
  const { values, body } = parseFrontMatter(text)
  return {
    frontMatter: values,
    body,
    id: stringOf(values['id']),
    title: stringOf(values['title']),
    scope: readScope(values),
  }
}

/** Adds `plan`, `id` and `title` where they are missing or empty; body and other keys stay as they are, byte by byte. */
export function completePlan(text: string, fill: { id: string; title: string }): string {
  const { values } = parseFrontMatter(text)
  // A title may come from a file name, which can hold anything.
  const title = fill.title.replace(/[\s\p{Cc}\p{Cs}]+/gu, ' ').trim()
  const wanted: JsonObject = { plan: 1, id: fill.id, title }
  const missing = Object.keys(wanted).filter((key) => isEmpty(values[key]))
  if (missing.length === 0) return text
  const added = Object.fromEntries(missing.map((key) => [key, wanted[key] ?? null]))
  return editFrontMatter(text, { ...added, ...values, ...added }, (yaml) => formatLines(added) + yaml)
}

/** The text under another id: a plan that comes from elsewhere must not answer for that one. */
export function replaceId(text: string, id: string): string {
  const { values } = parseFrontMatter(text)
  if (isEmpty(values['id']) || values['id'] === id) return text
  return editFrontMatter(text, { ...values, id }, (yaml) => replaceYamlValue(yaml, 'id', id) ?? yaml)
}

/** Text heard back from an agent: under the front matter of what it answers, unless it brings its own. */
export function adoptFrontMatter(text: string, answered: string): string {
  const { id, title } = parsePlan(answered)
  if (findFrontMatter(text)) return completePlan(replaceId(text, id ?? ''), { id: id ?? '', title: title ?? '' })
  const place = findFrontMatter(answered)
  return place ? answered.slice(0, place.body) + text.replace(/^\ufeff/, '') : text
}

/** Writes the projection for readers, only where the plan has a `status` key. The digest does not count it. */
export function setStatus(text: string, status: PlanState): string {
  const { values } = parseFrontMatter(text)
  if (values['status'] === undefined || values['status'] === status) return text
  return editFrontMatter(text, { ...values, status }, (yaml) => replaceYamlValue(yaml, 'status', status) ?? yaml)
}

function readScope(values: JsonObject): Scope | undefined {
  try {
    return parseScope(values['scope'])
  } catch (error) {
    if (error instanceof PlansError) return closedScope
    throw error
  }
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}

function formatLines(values: JsonObject): string {
  return Object.entries(values)
    .map(([key, value]) => `${key}: ${typeof value === 'string' ? formatYamlScalar(value) : value}\n`)
    .join('')
}

/** Makes a small edit if it gives the wanted values, else writes the front matter anew (flow style, odd indents). */
function editFrontMatter(text: string, wanted: JsonObject, edit: (yaml: string) => string): string {
  const place = findFrontMatter(text)
  const crlf = /^[^\n]*\r\n/.test(text)
  const lineEnds = (yaml: string): string => (crlf ? yaml.replace(/\r?\n/g, '\r\n') : yaml)
  if (!place) {
    const mark = text.startsWith('\ufeff') ? '\ufeff' : ''
    return `${mark}${lineEnds(`---\n${formatYaml(wanted)}---\n`)}${text.slice(mark.length)}`
  }
  const [before, after] = [text.slice(0, place.start), text.slice(place.end)]
  const edited = before + lineEnds(edit(text.slice(place.start, place.end))) + after
  return holds(edited, wanted) ? edited : before + lineEnds(formatYaml(wanted)) + after
}

function holds(text: string, wanted: JsonObject): boolean {
  try {
    return formatCanonicalJson(parseFrontMatter(text).values) === formatCanonicalJson(wanted)
  } catch (error) {
    if (error instanceof PlansError) return false
    throw error
  }
}
