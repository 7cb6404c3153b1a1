import { describe, expect, it } from 'vitest'
import { checkPlan } from '../../../src/core/plan/check.ts'
import { firstHeading } from '../../../src/core/plan/markdown.ts'

const sections = '## Goal\na\n## Context\nb\n## Steps\nc\n## Verification\nd\n## Risks\ne\n'
const head = '---\nplan: 1\nid: 7m2k9d4x1q0z\ntitle: T\nscope: {allow: [src/**]}\n---\n'

function check(text: string, allowSecretLines?: number[]): string[] {
  const findings = checkPlan(text, { fileName: 'p.md', ...(allowSecretLines && { allowSecretLines }) })
  return findings.map(({ level, code, line }) => `${level} ${code}${line ? ` ${line}` : ''}`)
}

describe('a plan without fault', () => {
  it('has no findings', () => expect(check(head + sections)).toEqual([]))
  it('may end in a Log that repeats and leaves things', () =>
    expect(check(`${head}${sections}## Log\n{note}\n<!-- c -->\n`)).toEqual([]))
})

describe('errors', () => {
  const rows: [string, string, string[]][] = [
    [
      'headings, comments and placeholders alone',
      '# T\n\n## Goal\n\n<!-- x\ny -->\n- {Do it}\n> - [ ] \n---\n***\n',
      ['no-text'],
    ],
    ['nothing at all', '', ['no-title', 'no-text']],
    ['text in the Log alone', '# T\n## Log\ntext\n', ['no-text']],
    ['an open comment', '# T\n<!-- x\ntext\n', ['no-text']],
    ['tags and zero-width characters', '# T\n<br>\n\u200b\n<a href="x"></a>\n', ['no-text']],
    ['an underlined title', 'Title\n=====\n', ['no-text']],
    ['one word', '# T\nword\n', []],
    ['one word after a comment', '# T\n<!-- x --> word\n', []],
    ['code in a fence', '# T\n```\nnpm test\n```\n', []],
    ['code that looks like a comment', '# T\n`<!--` opens a comment\n', []],
    ['a title of front matter', '---\ntitle: T\n---\nword\n', []],
    ['no title', 'word\n', ['no-title']],
    ['an empty title', '---\ntitle: ""\n---\n# T\nword\n', ['no-title']],
    ['a placeholder as title', '---\ntitle: "{Title}"\n---\nword\n', ['no-title']],
    ['a title of two lines', '---\ntitle: "a\\nb"\n---\nword\n', ['no-title']],
    ['a number as title', '---\ntitle: 1\n---\nword\n', ['no-title']],
    [
      'a scope with two faults',
      '---\nscope: {allow: [/a], deny: [b, "["]}\n---\n# T\nword\n',
      ['scope-invalid 2', 'scope-invalid 2'],
    ],
    ['an empty scope', '---\nscope:\n---\n# T\nword\n', ['scope-invalid 2']],
    ['an id that YAML took for a number', '---\nid: 123456789012\n---\n# T\nword\n', ['id-invalid']],
    ['an id of other characters', '---\nid: my-plan\n---\n# T\nword\n', ['id-invalid']],
    ['a version to come', '---\nplan: 2\n---\n# T\nword\n', ['version-unknown']],
  ]
  it.each(rows)('%s', (_, text, expected) => {
    const errors = check(text).filter((finding) => finding.startsWith('error'))
    expect(errors).toEqual(expected.map((code) => `error ${code}`))
  })

  it('unreadable front matter is none of them', () => {
    expect(() => check('---\n- a\n---\n')).toThrow(expect.objectContaining({ exitCode: 3 }))
  })
})

describe('warnings', () => {
  const rows: [string, string, string[]][] = [
    ['no scope', head.replace(/scope.*\n/, '') + sections, ['no-scope']],
    ['a missing section', head + sections.replace('## Risks', '## Dangers'), ['section-missing']],
    ['sections by another depth and case', head + sections.replace('## Risks', '### RISKS ###'), []],
    ['a repeated section', `${head}${sections}## goal\nf\n`, ['section-repeated 17']],
    ['a heading in a fence', `${head}${sections}\`\`\`\n## Goal\n\`\`\`\n`, []],
    ['a placeholder', `${head}${sections}{Say more}\n`, ['placeholder-left 17']],
    ['a placeholder of the command', `${head}${sections}Do {{what}}\n`, ['placeholder-left 17']],
    ['braces in a sentence, in code', `${head}${sections}Use {a, b} and \`{{x}}\`\n\`\`\`\n{x}\n\`\`\`\n`, []],
    ['a comment', `${head}${sections}a <!-- b -->\n`, ['html-comment 17']],
    ['a comment of three lines', `${head}${sections}<!-- a\nb\nc --> d\n`, ['html-comment 17']],
    ['a comment in code', `${head}${sections}\`<!-- a -->\`\n\`\`\`html\n<!-- a -->\n\`\`\`\n`, []],
    ['zero-width characters', `${head}${sections}a\u200bb\n`, ['hidden-character 17']],
    ['bidi characters, in code too', `${head}${sections}\`a\u202eb\u2066\`\n`, ['hidden-character 17']],
    ['tag characters', `${head}${sections}a\u{e0041}\n`, ['hidden-character 17']],
    ['a byte-order mark within', `${head}${sections}a\ufeff\n`, ['hidden-character 17']],
    ['in front matter', head.replace('title: T', 'title: T\u200d') + sections, ['hidden-character 4']],
    ['emoji that are joined, and a mark at the start', `\ufeff${head}${sections}👩‍💻 ❤️ 👩🏽‍🚀\n`, []],
    ['CRLF', (head + sections).replaceAll('\n', '\r\n'), []],
  ]
  it.each(rows)('%s', (_, text, expected) => expect(check(text)).toEqual(expected.map((code) => `warning ${code}`)))
})

describe('secrets', () => {
  // Put together here, so that no scanner takes this file for a leak.
  const body = 'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY1zA2b'
  const token = (start: string, length: number): string => start + body.repeat(4).slice(0, length)
  const key = (kind: string): string => `-----BEGIN ${kind}PRIVATE KEY-----`
  const secrets: [string, string][] = [
    ['GitHub', token('ghp_', 36)],
    ['GitHub OAuth', token('gho_', 36)],
    ['GitHub, fine-grained', `${token('github_pat_', 22)}_${token('', 59)}`],
    ['AWS', `AKIA${'ABCDEFGH234567QR'}`],
    ['Google', token('AIza', 35)],
    ['Slack', `xoxb-${'123456789012'}-${'123456789012'}-${token('', 24)}`],
    ['npm', token('npm_', 36)],
    ['OpenAI', token('sk-', 48)],
    ['OpenAI project', token('sk-proj-', 80)],
    ['Anthropic', token('sk-ant-api03-', 90)],
    ['GitLab', token('glpat-', 20)],
    ['Stripe', token('sk_live_', 24)],
  ]
  it.each(secrets)('%s', (_, secret) => {
    for (const line of [secret, `use \`${secret}\`.`, `TOKEN="${secret}"`, `- a: ${secret}`]) {
      expect(check(`${head}${sections}${line}\n`)).toEqual(['error secret 17'])
      expect(check(`${head}${sections}${line}\n`, [17])).toEqual([])
      expect(check(`${head}${sections}${line}\n`, [16])).toEqual(['error secret 17'])
    }
    expect(JSON.stringify(checkPlan(secret, { fileName: 'p.md' }))).not.toContain(secret)
  })

  it.each([
    ['alone on its line', `${key('RSA ')}\nMIIEow`],
    ['OpenSSH', `> ${key('OPENSSH ')}\n`],
    ['of no kind', `  ${key('')}\n`],
    ['PGP', `${key('PGP ').replace('KEY', 'KEY BLOCK')}\n`],
    ['as a value of one line', `KEY="${key('EC ')}\\n${body}"\n`],
    ['as a value of several lines', `KEY="${key('EC ')}\n${body}\n"\n`],
  ])('a private key, %s', (_, text) => expect(check(`${head}${sections}${text}`)).toContain('error secret 17'))

  it.each([
    ['in front matter', `---\nnote: ${token('ghp_', 36)}\n---\n# T\nword\n`, 'error secret 2'],
    ['in the Log', `# T\nword\n## Log\n${token('ghp_', 36)}\n`, 'error secret 4'],
    ['in a fence', `# T\n\`\`\`\n${token('ghp_', 36)}\n\`\`\`\n`, 'error secret 3'],
    ['in a comment', `# T\nword\n<!-- ${token('ghp_', 36)} -->\n`, 'error secret 3'],
    ['after CRLF', `# T\r\nword\r\n${token('ghp_', 36)}\r\n`, 'error secret 3'],
  ])('%s', (_, text, expected) => expect(check(text)).toContain(expected))

  it.each([
    ['a sentence about keys', `Refuse files with \`${key('RSA ')}\` in them.`],
    ['a public key', '-----BEGIN PUBLIC KEY-----'],
    ['a prefix', 'Tokens begin with ghp_, github_pat_, AKIA, AIza, xoxb-, npm_, sk- or sk-ant-.'],
    ['an example', `ghp_${'x'.repeat(36)} or sk-ant-your-key-goes-here-please`],
    ['a commit', '3f786850e387550fdab836ed7e6dc881de23001b'],
    ['a digest', `sha256:${'a1'.repeat(32)}`],
    ['names', 'sk-learn-pipeline-with-a-rather-long-name npm_config_registry npm_lifecycle_event_of_long_name_here'],
    ['capitals', 'AKIAS AND OTHER WORDS, ASIAPACIFICSOUTHEASTREGION'],
    ['an address', 'https://example.com:8080/a@b postgres://user:$PASSWORD@localhost/x'],
    ['a variable', 'password = readPasswordFromTheKeychain() token: process.env.TOKEN'],
  ])('no alarm for %s', (_, line) => expect(check(`${head}${sections}${line}\n`)).toEqual([]))

  it.each([
    ['an address with a password', 'postgres://app:hunter22@db.example.com/x'],
    ['a web token', `eyJ${body.slice(0, 20)}.eyJ${body}.${body}`],
    ['a password', `password: "${body.slice(0, 20)}"`],
  ])('a warning for %s', (_, line) =>
    expect(check(`${head}${sections}${line}\n`)).toEqual(['warning secret-suspected 17']),
  )
})

describe('firstHeading', () => {
  it.each<[string, string | undefined]>([
    ['# A plan\n', 'A plan'],
    ['text\n\n## The `foo` & **bar**\n# Later\n', 'The foo & bar'],
    ['Under\nlined\n===\n', 'Under lined'],
    ['#\n\n# Second\n', 'Second'],
    ['---\nid: x\n---\n\n# After front matter ##\n', 'After front matter'],
    ['# [Link](x) ![image](y) &amp; <b>tag</b>\n', 'Link image & tag'],
    ['```\n# code\n```\n# Heading\n', 'Heading'],
    ['> # quoted\n', undefined],
    ['#hashtag\n', undefined],
    ['', undefined],
  ])('%j', (text, expected) => expect(firstHeading(text)).toBe(expected))
})

describe('time', () => {
  it.each([
    ['quote marks', '>'.repeat(1e6)],
    ['emphasis', '*a '.repeat(3e5)],
    ['comment marks', '<!-- '.repeat(2e5)],
    ['tags', '<a'.repeat(5e5)],
    ['backticks', '`'.repeat(1e6)],
    ['braces', '{'.repeat(1e6)],
    ['double braces', '{{a'.repeat(3e5)],
    ['token starts', 'sk-proj-'.repeat(1.2e5)],
    ['passwords', 'password='.repeat(1e5)],
    ['addresses', '://a:'.repeat(2e5)],
    ['web tokens', 'eyJ'.repeat(3e5)],
    ['key lines', '-----BEGIN '.repeat(9e4)],
    ['headings', '## a\n'.repeat(2e5)],
    ['blanks', `a${' '.repeat(1e6)}b`],
    ['closing marks', `## a${' #'.repeat(4e5)} b`],
    ['items', '- [ ] do it\n'.repeat(8e4)],
  ])('is linear in 1 MiB of %s', (_, text) => {
    const start = performance.now()
    checkPlan(text, { fileName: 'p.md' })
    expect(performance.now() - start).toBeLessThan(4000)
  })
})
