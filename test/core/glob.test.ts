import { array, assert, constantFrom, property, string } from 'fast-check'
import { minimatch } from 'minimatch'
import { describe, expect, it } from 'vitest'
import { matchesGlob, parseGlob } from '../../src/core/glob.ts'

function matches(pattern: string, path: string): boolean {
  const glob = parseGlob(pattern)
  if ('fault' in glob) throw new Error(`${pattern} ${glob.fault}`)
  return matchesGlob(glob, path)
}

describe('matchesGlob', () => {
  const rows: [pattern: string, matching: string[], other: string[]][] = [
    ['src/*.ts', ['src/a.ts', 'src/.ts', 'src/.a.ts'], ['src/a.js', 'src/b/a.ts', 'src', 'a.ts']],
    ['src/**', ['src/a', 'src/a/b', 'src/.env'], ['src', 'srca', 'a/src/b']],
    ['**', ['a', 'a/b', '.github/x'], ['', '..', '../a', 'a/../b', '/a', 'a//b', 'a/']],
    ['**/*.md', ['a.md', 'a/b/c.md'], ['a.mdx', 'a.md/b']],
    ['a/**/z', ['a/z', 'a/b/z', 'a/b/c/z'], ['a/zz', 'b/z', 'az']],
    ['a/**/b/**/c', ['a/b/c', 'a/x/b/y/b/c'], ['a/c', 'a/b', 'a/b/c/d']],
    ['a**b', ['ab', 'axxb'], ['a/b', 'a/x/b']],
    ['?', ['a', 'é', '😀'], ['ab', '']],
    ['[a-c]x', ['ax', 'cx'], ['dx', '-x', 'x']],
    ['[!a-c]x', ['dx'], ['ax', 'x', '/x']],
    ['[^a]', ['b'], ['a']],
    ['[]]', [']'], ['[', '[]]']],
    ['[a-]', ['a', '-'], ['b']],
    ['[*]', ['*'], ['a']],
    ['[{]a,b[}]', ['{a,b}'], ['a', 'b']],
    ['*.{ts,tsx}', ['a.ts', 'a.tsx'], ['a.t', 'a.js']],
    ['src{,/**}', ['src', 'src/a'], ['srca']],
    ['{a/b,c}/d', ['a/b/d', 'c/d'], ['a/d']],
    ['Read Me.md', ['Read Me.md'], ['read me.md']],
    ['caf\u00e9/*', ['cafe\u0301/x'], ['cafe/x']],
  ]
  for (const [pattern, matching, other] of rows) {
    it.each(matching)(`${pattern} names %s`, (path) => expect(matches(pattern, path)).toBe(true))
    it.each(other)(`${pattern} does not name %s`, (path) => expect(matches(pattern, path)).toBe(false))
  }

  it('agrees with minimatch', () => {
    const piece = constantFrom('a', 'b', '.', '*', '?', '**', '/', '/', '[ab]', '[!a]', '{a,b}', '{a,.b}', '/**/')
    const paths = array(string({ minLength: 1, maxLength: 4, unit: constantFrom('a', 'b', '.') }), {
      minLength: 1,
      maxLength: 4,
    })
    const options = { dot: true, noext: true, nonegate: true, nocomment: true, platform: 'linux' } as const
    assert(
      property(array(piece, { minLength: 1, maxLength: 7 }), paths, (pieces, segments) => {
        const pattern = pieces.join('')
        const path = segments.join('/')
        if ('fault' in parseGlob(pattern) || segments.some((segment) => /^\.\.?$/.test(segment))) return
        expect(matches(pattern, path), `${pattern} on ${path}`).toBe(minimatch(path, pattern, options))
      }),
      { numRuns: 5000 },
    )
  })

  it.each([
    ['*a'.repeat(127), 'a'.repeat(100_000)],
    [`${'*a'.repeat(127)}b`, 'a'.repeat(100_000)],
    [`${'**/a/'.repeat(50)}b`, `${'a/'.repeat(20_000)}a`],
    [`${'*a'.repeat(20)}{b,c}{b,c}{b,c}{b,c}{b,c}{b,c}`, 'a'.repeat(20_000)],
  ])('takes linear time on %s', (pattern, path) => {
    const start = performance.now()
    matches(pattern, path)
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

describe('parseGlob', () => {
  it.each([
    ['', 'empty'],
    ['/src', '/'],
    ['src/', 'src/**'],
    ['a//b', '//'],
    ['./a', 'segment'],
    ['../a', 'segment'],
    ['a\\b', 'backslash'],
    ['!a', '!'],
    ['a\n', 'control'],
    ['[a', 'list of characters'],
    ['[]', 'list of characters'],
    ['[z-a]', 'list of characters'],
    ['[[:alpha:]]', 'list of characters'],
    ['{a}', 'choice'],
    ['{1..3}', 'choice'],
    ['{a,{b,c}}', 'braces within'],
    ['{a', 'nothing closes'],
    ['a}', 'nothing opened'],
    ['{a,b}'.repeat(7), 'more than 64'],
    ['a'.repeat(257), 'longer'],
  ])('refuses %s', (pattern, fault) => {
    expect(parseGlob(pattern)).toEqual({ fault: expect.stringContaining(fault) })
  })

  it.each(['a'.repeat(256), '{a,b}'.repeat(6), '[!]', '[a]', '.github/**'])('reads %s', (pattern) => {
    if (pattern === '[!]') expect(parseGlob(pattern)).toHaveProperty('fault')
    else expect(parseGlob(pattern)).toHaveProperty('pattern', pattern)
  })
})
