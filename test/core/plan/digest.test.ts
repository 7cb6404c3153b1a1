import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { assert, constantFrom, array as listOf, property, string, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { digestAlgorithm, digestPlan, formatDigested } from '../../../src/core/plan/digest.ts'

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')
const root = resolve(import.meta.dirname, '../../..')
const published = JSON.parse(readFileSync(join(root, 'docs/reference/digest-vectors.json'), 'utf8')) as {
  algorithm: string
  vectors: { name: string; text: string; digested: string; digest: string }[]
}
const digest = (text: string): string => digestPlan(text, sha256)

describe('published vectors', () => {
  it('name the algorithm, and there are enough of them', () => {
    expect(published.algorithm).toBe(digestAlgorithm)
    expect(published.vectors.length).toBeGreaterThanOrEqual(25)
    expect(new Set(published.vectors.map(({ name }) => name)).size).toBe(published.vectors.length)
  })

  it.each(published.vectors)('$name', ({ text, digested, digest: expected }) => {
    expect(formatDigested(text)).toBe(digested)
    expect(sha256(digested)).toBe(expected)
    expect(digest(text)).toBe(expected)
  })
})

const frontMatter = '---\nplan: 1\nid: 7m2k9d4x1q0z\ntitle: Add a cache\nstatus: draft\n---\n'
const lines = listOf(
  constantFrom(
    '# Plan',
    '## Steps',
    '- [ ] one',
    '1. [x] two',
    '```',
    '~~~',
    '',
    'word word',
    '> quote',
    '## Log',
    '\tcode',
  ),
  { maxLength: 20 },
)

describe('what is outside the digest does not move it', () => {
  const edits: [string, (text: string) => string][] = [
    ['byte-order mark', (text) => `\ufeff${text}`],
    ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
    ['decomposed characters', (text) => text.normalize('NFD')],
    ['status', (text) => text.replace('status: draft', 'status: approved\nupdated: 2026-01-02')],
    [
      'quotes and order in front matter',
      (text) => text.replace('plan: 1\n', '').replace('status:', 'plan: 1\nstatus:'),
    ],
  ]
  it.each(edits)('%s', (_, edit) => {
    assert(
      property(lines, (body) => {
        const text = `${frontMatter}${body.join('\n')}é\n`
        expect(digest(edit(text))).toBe(digest(text))
      }),
    )
  })

  it.each<[string, (text: string) => string]>([
    ['ticks', (text) => text.replaceAll('[ ] ', '[x] ')],
    ['trailing blanks', (text) => text.replaceAll('\n', ' \t\n')],
    ['more blank lines', (text) => text.replaceAll('\n\n', '\n\n\n\n')],
    ['no final line feed', (text) => text.slice(0, -1)],
    ['a Log tail', (text) => `${text}\n## Log\n\n- done\n`],
  ])('%s, where no fence is', (_, edit) => {
    assert(
      property(lines, (body) => {
        const text = `Start\n${body.filter((line) => !/^(```|~~~|## Log)/.test(line)).join('\n')}\nend\n`
        expect(digest(edit(text))).toBe(digest(text))
      }),
    )
  })
})

describe('what is inside the digest moves it', () => {
  it('any one word', () => {
    const words = string({ minLength: 1, unit: constantFrom('a', 'b', 'Z', '7', 'é', '.') })
    assert(
      property(tuple(listOf(words, { minLength: 1 }), words), ([text, other]) => {
        for (const [index, word] of text.entries()) {
          if (word.normalize('NFC') === other.normalize('NFC')) continue
          expect(digest(text.with(index, other).join(' '))).not.toBe(digest(text.join(' ')))
        }
      }),
    )
  })

  it.each([
    ['title', 'title: Add a cache', 'title: Add a cash'],
    ['a key of one’s own', 'plan: 1', 'plan: 1\nowner: ada'],
    ['the type of a value', 'plan: 1', 'plan: "1"'],
    ['scope', 'plan: 1', 'plan: 1\nscope: {allow: [src/**]}'],
    ['zero-width character', 'Text', 'Te\u200bxt'],
    ['comment', 'Text', 'Text <!-- and more -->'],
    ['bare CR', 'Text', 'Te\rxt'],
    ['indentation', 'Text', ' Text'],
    ['a tick in a fence', '- [ ] kept', '- [x] kept'],
    ['trailing blank in a fence', 'kept', 'kept '],
  ])('%s', (_, from, to) => {
    const text = `${frontMatter}Text\n\`\`\`\n- [ ] kept\n\`\`\`\n`
    expect(digest(text.replace(from, to))).not.toBe(digest(text))
  })
})

/** The contract word by word, one pass a step, each pass finding its fences anew. Slow, and easy to compare by eye. */
function literal(body: string): string {
  const outside = (text: string, edit: (line: string) => string): string => {
    let close: RegExp | undefined
    return text
      .split('\n')
      .map((line) => {
        if (close) {
          const closes = close.test(line)
          if (closes) close = undefined
          return closes ? edit(line) : line
        }
        const run = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
        if (run) close = new RegExp(`^[ \\t]*${run}${run[0]}*[ \\t]*$`)
        return edit(line)
      })
      .join('\n')
  }
  const marked = (text: string, test: RegExp): number[] => {
    const found: number[] = []
    const flagged = outside(text, (line) => (test.test(line) ? '\0' : line)).split('\n')
    for (const [index, line] of flagged.entries()) if (line === '\0') found.push(index)
    return found
  }
  let text = body.normalize('NFC')
  const headings = marked(text, /^ {0,3}#{1,2}(?=[ \t]|$)/)
  const log = marked(text, /^ {0,3}## Log[ \t]*#*$/).find((line) => !headings.some((heading) => heading > line))
  if (log !== undefined) text = text.split('\n').slice(0, log).join('\n')
  text = outside(text, (line) => line.replace(/^([ \t>]*([-*+]|\d{1,9}[.)])[ \t]+)\[[ xX]\](?=[ \t])/, '$1[ ]'))
  text = outside(text, (line) => line.replace(/[ \t]+$/, ''))
  text = outside(text, (line) => (line === '' ? '\0' : line)).replace(/\0(\n\0)+/g, '\0')
  const open = outside(`${text}\nend`, (line) => (line === 'end' ? 'closed' : line)).endsWith('end')
  return (open ? text : `${text.replace(/[\n\0]+$/, '')}\n`).replaceAll('\0', '')
}

describe('normalisation', () => {
  it('gives what the contract says, taken literally', () => {
    const pieces = [
      '```',
      '~~~~',
      '`',
      '- [x] ',
      '12) [X]\t',
      '>',
      ' ',
      '\t',
      '\n',
      '\n\n',
      '## Log',
      '## ',
      '#',
      'a',
      '\r',
      '\r\n',
      'e\u0301',
      '\u1fef\u1fef\u1fef',
    ]
    assert(
      property(listOf(constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        const body = `x${parts.join('')}`
        expect(formatDigested(body)).toBe(`{}\n${literal(body.replaceAll('\r\n', '\n'))}`)
      }),
      { numRuns: 3000 },
    )
  })

  it.each([
    ['blanks within a line', `a${' '.repeat(1e6)}b`],
    ['blank lines', ' \n'.repeat(5e5)],
    ['list marks', '- '.repeat(5e5)],
    ['quote marks', '>'.repeat(1e6)],
    ['digits', '1'.repeat(1e6)],
    ['fence marks', '`'.repeat(1e6)],
    ['fences', '```\n'.repeat(2.5e5)],
    ['Log headings', '## Log\n'.repeat(1.4e5)],
    ['closing marks', `## Log${' #'.repeat(5e5)}`],
    ['unclosed front matter lines', `---\n${'--- x\n'.repeat(1.6e5)}---\n`],
    ['hyphens of front matter', `---\na: 1\n---${' '.repeat(1e6)}x`],
  ])('is linear in 1 MiB of %s', (_, text) => {
    const start = performance.now()
    try {
      formatDigested(text)
    } catch (error) {
      expect(error).toMatchObject({ code: 'front-matter-unreadable' })
    }
    expect(performance.now() - start).toBeLessThan(3000)
  })
})

it('has one implementation', () => {
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const cutting = files.filter((name) => readFileSync(join(root, 'src', name), 'utf8').includes('## Log['))
  expect(cutting).toEqual([join('core', 'plan', 'digest.ts')])
})
