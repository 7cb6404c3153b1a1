import { describe, expect, it } from 'vitest'
import type { Json } from '../../../src/core/json.ts'
import { isInScope, parseScope } from '../../../src/core/plan/scope.ts'

describe('parseScope', () => {
  it.each<[Json | undefined, unknown]>([
    [undefined, undefined],
    [{ allow: ['src/**'] }, { allow: ['src/**'], deny: [] }],
    [
      { allow: [], deny: [] },
      { allow: [], deny: [] },
    ],
    [{ deny: ['infra/**'] }, { allow: ['**'], deny: ['infra/**'] }],
    [{ allow: Array.from({ length: 200 }, () => 'a') }, { allow: Array.from({ length: 200 }, () => 'a'), deny: [] }],
  ])('%j', (value, scope) => expect(parseScope(value)).toEqual(scope))

  it.each<[Json, number]>([
    [null, 1],
    ['src/**', 1],
    [['src/**'], 1],
    [{}, 1],
    [{ allow: 'src/**' }, 1],
    [{ allow: [1] }, 1],
    [{ allow: ['/src', 'a', '../b'] }, 2],
    [{ allow: ['a'], denied: ['b'] }, 1],
    [{ allow: Array.from({ length: 150 }, () => 'a'), deny: Array.from({ length: 51 }, () => 'a') }, 1],
  ])('refuses %j', (value, faults) => {
    try {
      parseScope(value)
    } catch (error) {
      expect(error).toMatchObject({ kind: 'usage', code: 'scope-invalid' })
      expect((error as { details: string[] }).details).toHaveLength(faults - 1)
      return
    }
    expect.unreachable()
  })
})

describe('isInScope', () => {
  const scope = { allow: ['src/**', '*.md'], deny: ['src/generated/**'] }
  it.each([
    ['src/a.ts', true],
    ['src/.env', true],
    ['README.md', true],
    ['src/generated/a.ts', false],
    ['src', false],
    ['docs/README.md', false],
    ['src/../package.json', false],
    ['../src/a.ts', false],
    ['/src/a.ts', false],
    ['', false],
  ])('%s: %s', (path, expected) => expect(isInScope(scope, path)).toBe(expected))

  it('counts a glob that cannot be read against the path', () => {
    expect(isInScope({ allow: ['['], deny: [] }, '[')).toBe(false)
    expect(isInScope({ allow: ['**'], deny: ['['] }, 'a')).toBe(false)
    expect(isInScope({ allow: ['**'], deny: [] }, 'a')).toBe(true)
  })
})
