import { assert, constantFrom, dictionary, oneof, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatYaml, formatYamlScalar, parseYaml, replaceYamlValue, YamlError } from '../../src/core/yaml.ts'

describe('parseYaml', () => {
  it.each<[string, unknown]>([
    ['', null],
    ['# only a comment\n', null],
    ['a: 1\nb: [x, 1.5, true, null, ~]\n', { a: 1, b: ['x', 1.5, true, null, null] }],
    ['yes: no\ndate: 2026-01-02\noctal: 0o17\n', { yes: 'no', date: '2026-01-02', octal: 15 }],
    ['a: |\n  text\n', { a: 'text\n' }],
    ['"1": x\n', { '1': 'x' }],
    ['a: !!str 1\n', { a: '1' }],
    ['"<<": {a: 1}\n', { '<<': { a: 1 } }],
    ['{a: {b: [c]}}', { a: { b: ['c'] } }],
  ])('%j', (text, value) => expect(parseYaml(text)).toEqual(value))

  it('keeps a key __proto__ as a key', () => {
    expect(Object.keys(parseYaml('__proto__: {a: 1}') as object)).toEqual(['__proto__'])
  })

  it.each<[string, string, number]>([
    ['anchor', 'a: 1\nb: &x 1\n', 2],
    ['anchor on a key', '&x a: 1\n', 1],
    ['alias', 'a: 1\nb: *a\n', 2],
    ['duplicate key', 'a: 1\nb: 2\na: 3\n', 3],
    ['duplicate key in a nested mapping', 'a:\n  b: 1\n  b: 2\n', 3],
    ['two spellings of one key', 'caf\u00e9: 1\ncafe\u0301: 2\n', 2],
    ['number as a key', '1: a\n', 1],
    ['null as a key', '? \n: a\n', 1],
    ['list as a key', '[a]: b\n', 1],
    ['second document', 'a: 1\n--- \nb: 2\n', 2],
    ['directive', '%YAML 1.1\n---\na: yes\n', 1],
    ['unknown tag', 'a: !thing 1\n', 1],
    ['infinity', 'a: .inf\n', 1],
    ['number that is rounded when read', 'a: 1\nb: 9007199254740993\n', 2],
    ['bare CR', 'a: 1\nb: x\ry\n', 2],
    ['control character', 'a: \u0007\n', 1],
    ['tab as indent', 'a:\n\tb: 1\n', 2],
    ['open bracket', 'a: [1\n', 1],
    ['deep nesting', `a: ${'['.repeat(100)}${']'.repeat(100)}`, 1],
    ['very deep nesting', `a: ${'['.repeat(60_000)}`, 1],
    ['deep nesting of lists', '- '.repeat(20_000), 1],
    ['deep nesting of blocks', Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'), 1],
    ['length', `a: ${'x'.repeat(256 * 1024)}`, 1],
  ])('refuses %s', (_, text, line) => {
    try {
      parseYaml(text)
    } catch (error) {
      expect(error).toBeInstanceOf(YamlError)
      expect((error as YamlError).line).toBeGreaterThanOrEqual(1)
      if (line > 1) expect((error as YamlError).line).toBe(line)
      return
    }
    expect.unreachable()
  })
})

describe('formatYaml', () => {
  it('is read back as the same value', () => {
    const scalar = oneof(
      string({ unit: constantFrom('a', ' ', ':', '#', '-', '"', "'", '\n', '1', 'e', '{', '*', '&', '!', 'é', '\t') }),
      constantFrom('yes', '012345678901', '12345678e901', '---', '~', 'null', ''),
    )
    assert(
      property(dictionary(constantFrom('a', 'b', 'yes', '1'), scalar), (value) => {
        const plain = Object.fromEntries(Object.entries(value))
        expect(parseYaml(formatYaml(plain)) ?? {}).toEqual(plain)
        for (const text of Object.values(plain))
          expect(parseYaml(`key: ${formatYamlScalar(text)}\n`)).toEqual({ key: text })
      }),
    )
  })
})

describe('replaceYamlValue', () => {
  it.each<[string, string | undefined]>([
    ['a: 1\nstatus: draft # why\nb:   2\n', 'a: 1\nstatus: done # why\nb:   2\n'],
    ['status:\nb: 2\n', 'status: done\nb: 2\n'],
    ['status: "draft"\n', 'status: done\n'],
    ['nested:\n  status: draft\n', undefined],
    ['- status\n', undefined],
  ])('%j', (text, expected) => expect(replaceYamlValue(text, 'status', 'done')).toBe(expected))
})
