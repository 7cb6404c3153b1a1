import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkPlan } from '../../../src/core/plan/check.ts'
import { digestPlan } from '../../../src/core/plan/digest.ts'
import { completePlan, parsePlan, setStatus } from '../../../src/core/plan/document.ts'
import { fillTemplate } from '../../../src/core/plan/template.ts'

const id = '7m2k9d4x1q0z'
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

describe('parsePlan', () => {
  it('reads the named keys and keeps the others', () => {
    const plan = parsePlan(`---\nplan: 1\nid: ${id}\ntitle: T\nscope: {allow: [src/**]}\nowner: ada\n---\n# T\r\n`)
    expect(plan).toMatchObject({ id, title: 'T', scope: { allow: ['src/**'], deny: [] }, body: '# T\n' })
    expect(plan.frontMatter['owner']).toBe('ada')
  })

  it('reads a text without front matter', () => {
    expect(parsePlan('# T\n')).toEqual({
      frontMatter: {},
      body: '# T\n',
      id: undefined,
      title: undefined,
      scope: undefined,
    })
  })

  it.each(['scope: src/**', 'scope: {allow: ["["]}', 'scope:', 'scope: {}', 'scope: {alow: [a]}'])(
    'lets nothing pass under an invalid scope: %s',
    (line) => expect(parsePlan(`---\n${line}\n---\n`).scope).toEqual({ allow: [], deny: ['**'] }),
  )

  it.each([
    ['never closed', '---\nplan: 1\n', 1],
    ['a list', '---\n- a\n---\n', 2],
    ['a text', '---\n# a\ntext\n---\n', 2],
    ['not YAML', '---\nplan: 1\ntitle: [\n---\n', 2],
    ['two documents', '---\nplan: 1\n--- {}\nplan: 2\n---\n', 3],
    ['an alias', '---\na: &x 1\nb: *x\n---\n', 2],
    ['too long', `---\na: ${'x'.repeat(65 * 1024)}\n---\n`, 1],
  ])('refuses front matter that is %s', (_, text) => {
    expect(() => parsePlan(text)).toThrow(
      expect.objectContaining({ kind: 'unverifiable', code: 'front-matter-unreadable', exitCode: 3 }),
    )
  })
})

describe('completePlan', () => {
  const fill = { id, title: 'T: "x" #1' }
  it.each([
    ['no front matter', '# T\n', /^---\nplan: 1\nid: 7m2k9d4x1q0z\ntitle: '?.*\n---\n# T\n$/],
    [
      'byte-order mark and CRLF',
      '\ufeff# T\r\nx\r\n',
      /^\ufeff---\r\nplan: 1\r\nid: .*\r\ntitle: .*\r\n---\r\n# T\r\nx\r\n$/,
    ],
    ['other keys', '---\nowner:   ada # her\n---\nx', /^---\nplan: 1\nid: .*\ntitle: .*\nowner: {3}ada # her\n---\nx$/],
    ['flow style', '---\n{owner: ada}\n---\nx', /^---\nplan: 1\nid: .*\ntitle: .*\nowner: ada\n---\nx$/],
    ['indented keys', '---\n  owner: ada\n---\nx', /^---\nplan: 1\nid: .*\ntitle: .*\nowner: ada\n---\nx$/],
    ['empty front matter', '---\n---\nx', /^---\nplan: 1\nid: .*\ntitle: .*\n---\nx$/],
    ['an empty title', '---\nplan: 1\ntitle:\n---\nx', /^---\n(.*\n){3}---\nx$/],
  ])('%s', (_, text, expected) => {
    const completed = completePlan(text, fill)
    expect(completed).toMatch(expected)
    expect(parsePlan(completed)).toMatchObject({ id, title: fill.title, frontMatter: { plan: 1 } })
    expect(parsePlan(completed).body).toBe(parsePlan(text).body)
    expect(completePlan(completed, { id: '000000000000', title: 'other' })).toBe(completed)
  })

  it('leaves a complete plan alone, byte by byte', () => {
    const text = `---\r\ntitle: a\r\nid:  "${id}"\r\nplan: 1\r\n---\r\nx`
    expect(completePlan(text, fill)).toBe(text)
  })

  it('quotes what YAML would take for a number, and puts a title on one line', () => {
    const completed = completePlan('x', { id: '012345678901', title: 'a\nb\u0007c' })
    expect(parsePlan(completed)).toMatchObject({ id: '012345678901', title: 'a b c' })
  })
})

describe('setStatus', () => {
  it.each([
    ['---\nplan: 1\nstatus: draft # for readers\n---\nx', '---\nplan: 1\nstatus: approved # for readers\n---\nx'],
    ['---\r\nstatus: "draft"\r\n---\r\nx\r\n', '---\r\nstatus: approved\r\n---\r\nx\r\n'],
    ['---\nstatus:\nplan: 1\n---\n', '---\nstatus: approved\nplan: 1\n---\n'],
    ['---\n{status: draft, plan: 1}\n---\n', '---\n{status: approved, plan: 1}\n---\n'],
    ['---\nstatus: |\n  draft\nplan: 1\n---\n', '---\nstatus: approved\nplan: 1\n---\n'],
    ['---\nplan: 1\n---\nstatus: draft\n', '---\nplan: 1\n---\nstatus: draft\n'],
    ['status: draft\n', 'status: draft\n'],
  ])('%j', (text, expected) => {
    const changed = setStatus(text, 'approved')
    expect(changed).toBe(expected)
    expect(digestPlan(changed, sha256)).toBe(digestPlan(text, sha256))
  })
})

describe('the template', () => {
  const template = readFileSync(resolve(import.meta.dirname, '../../../templates/plans/feature.md'), 'utf8')
  const values = { id: '12345678e901', title: 'Say "yes": #1 $& {x}', date: '2026-01-02', branch: 'feature/a' }

  it('takes any title', () => {
    const plan = parsePlan(fillTemplate(template, values))
    expect(plan).toMatchObject({ id: values.id, title: values.title, scope: undefined })
    expect(plan.frontMatter).toMatchObject({ plan: 1, status: 'draft', branch: 'feature/a', updated: '2026-01-02' })
    expect(plan.body).toContain('# Say "yes": #1 $& {x}\n')
  })

  it('says nothing yet: `check` refuses it until something is written', () => {
    const text = fillTemplate(template, values)
    const errors = (plan: string): string[] =>
      checkPlan(plan, { fileName: 'p.md' }).flatMap(({ level, code }) => (level === 'error' ? [code] : []))
    expect(errors(text)).toEqual(['no-text'])
    expect(errors(text.replace('{First step, small enough to be checked}', 'Write it'))).toEqual([])
  })
})
