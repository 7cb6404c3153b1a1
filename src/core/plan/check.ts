import { PlansError } from '../errors.ts'
import { formatPlainLines, parseFrontMatter } from './front-matter.ts'
import { isPlanId } from './identifier.ts'
import { firstHeading, isPlaceholder, type Line, scanLines } from './markdown.ts'
import { parseScope } from './scope.ts'
import { findSecrets } from './secrets.ts'

export interface CheckFinding {
  level: 'error' | 'warning'
  code: string
  /** Counts from 1 in the whole file. */
  line?: number
  detail: string
  remedy: string
}

export interface CheckOptions {
  /** As the person calls the file, for the lines to paste. */
  fileName: string
  /** Lines whose secrets a person has looked at and let pass. */
  allowSecretLines?: number[]
}

/** All faults of a plan, errors first. Throws PlansError where front matter cannot be read. */
export function checkPlan(text: string, options: CheckOptions): CheckFinding[] {
  const lines = scanLines(text)
  const findings = [
    ...checkFrontMatter(text),
    ...checkText(lines),
    ...checkSecrets(text, options),
    ...checkSections(lines),
    ...checkPlaceholders(lines),
    ...checkHidden(text),
    ...checkComments(lines),
  ]
  return [...findings.filter(({ level }) => level === 'error'), ...findings.filter(({ level }) => level === 'warning')]
}

function checkFrontMatter(text: string): CheckFinding[] {
  const { values } = parseFrontMatter(text)
  const findings: CheckFinding[] = []
  const { plan, id, scope } = values
  if (plan !== undefined && plan !== null && plan !== 1)
    findings.push(error('version-unknown', `plan: ${JSON.stringify(plan)} is no version we know`, 'Write `plan: 1`.'))
  if (id !== undefined && id !== null && id !== '' && !(typeof id === 'string' && isPlanId(id)))
    findings.push(
      error(
        'id-invalid',
        `id: ${JSON.stringify(id)} is no plan id`,
        'Take the line out, or put the 12 characters in quotes.',
      ),
    )
  if (!hasTitle(text, values['title']))
    findings.push(
      error(
        'no-title',
        'the plan has no title of one line',
        'Write `title:` in the front matter, or begin with a heading.',
      ),
    )
  if (scope === undefined)
    return [
      ...findings,
      warning(
        'no-scope',
        'no scope: every path counts as planned',
        'Add `scope: {allow: [glob]}` to the front matter.',
      ),
    ]
  return [...findings, ...checkScope(scope, text)]
}

function hasTitle(text: string, title: unknown): boolean {
  if (title === undefined || title === null) return firstHeading(text) !== undefined
  return (
    typeof title === 'string' &&
    /[\p{L}\p{N}\p{S}]/u.test(title) &&
    !/[\r\n]/.test(title.trim()) &&
    !isPlaceholder(title.trim())
  )
}

function checkScope(scope: Parameters<typeof parseScope>[0], text: string): CheckFinding[] {
  try {
    parseScope(scope)
    return []
  } catch (fault) {
    if (!(fault instanceof PlansError)) throw fault
    const line =
      formatPlainLines(text)
        .split('\n')
        .findIndex((written) => /^["' ]*scope\b/.test(written)) + 1
    const place = line > 0 ? { line } : {}
    return [fault.message, ...fault.details].map((detail) => ({
      ...error('scope-invalid', detail, fault.remedy),
      ...place,
    }))
  }
}

function checkText(lines: Line[]): CheckFinding[] {
  const hasText = lines.some(({ kind, words }) => kind === 'text' || (kind === 'code' && /[\p{L}\p{N}]/u.test(words)))
  if (hasText) return []
  return [
    error(
      'no-text',
      'no text beside headings, comments and placeholders',
      'Write what is to be done, and how it is verified.',
    ),
  ]
}

function checkSecrets(text: string, { fileName, allowSecretLines = [] }: CheckOptions): CheckFinding[] {
  return findSecrets(formatPlainLines(text))
    .filter(({ line }) => !allowSecretLines.includes(line))
    .map(({ line, what, certain }) => {
      if (!certain)
        return { ...warning('secret-suspected', `this looks like ${what}`, 'Take it out if it is one.'), line }
      const remedy = `Take it out and revoke it; if it is none: plans submit ${fileName} --allow-secret ${line}`
      return { ...error('secret', `this looks like ${what}; a ledger keeps it for good`, remedy), line }
    })
}

const expectedSections = ['Goal', 'Context', 'Steps', 'Verification', 'Risks']

function checkSections(lines: Line[]): CheckFinding[] {
  const headings = lines.filter(({ kind, depth }) => kind === 'heading' && depth > 1)
  const names = headings.map(({ words }) => words.toLowerCase())
  const missing = expectedSections.filter((section) => !names.includes(section.toLowerCase()))
  const seen = new Set<string>()
  const repeated = headings.filter(({ words, depth }) => {
    const isRepeated = depth === 2 && seen.has(words.toLowerCase())
    if (depth === 2) seen.add(words.toLowerCase())
    return isRepeated
  })
  const findings = repeated.map(({ words, number }) => ({
    ...warning('section-repeated', `the section "${words}" stands twice`, 'Join the two, or name one otherwise.'),
    line: number,
  }))
  if (missing.length === 0) return findings
  return [warning('section-missing', `no section ${missing.join(', ')}`, 'Add what applies.'), ...findings]
}

function checkPlaceholders(lines: Line[]): CheckFinding[] {
  return lines
    .filter(({ kind, words }) => kind === 'placeholder' || (kind !== 'code' && isLeft(words)))
    .map(({ number, words }) => ({
      ...warning(
        'placeholder-left',
        `a placeholder is left: ${words.slice(0, 80)}`,
        'Fill it in, or take the line out.',
      ),
      line: number,
    }))
}

function isLeft(words: string): boolean {
  return isPlaceholder(words) || /\{\{[^{}]*\}\}/.test(words.replace(/`[^`]*`/g, ''))
}

// Zero width, joiners, bidi controls, tag characters: what a reader does not see and an agent does.
const hidden = /(?!\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu
const emojiJoiner = /(?<=\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})/gu

function checkHidden(text: string): CheckFinding[] {
  return formatPlainLines(text)
    .split('\n')
    .flatMap((line, index) => {
      const found = new Set(line.replace(emojiJoiner, '').match(hidden) ?? [])
      if (found.size === 0) return []
      const codes = Array.from(
        found,
        (character) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
      )
      return [
        {
          ...warning('hidden-character', `characters that cannot be seen: ${codes.join(', ')}`, 'Take them out.'),
          line: index + 1,
        },
      ]
    })
}

function checkComments(lines: Line[]): CheckFinding[] {
  return lines
    .filter(({ comment }) => comment)
    .map(({ number }) => ({
      ...warning(
        'html-comment',
        'an HTML comment: readers do not see it, agents do',
        'Take it out, or write it as text.',
      ),
      line: number,
    }))
}

function error(code: string, detail: string, remedy: string): CheckFinding {
  return { level: 'error', code, detail, remedy }
}

function warning(code: string, detail: string, remedy: string): CheckFinding {
  return { level: 'warning', code, detail, remedy }
}
