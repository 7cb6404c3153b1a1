import { assert, jsonValue, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCanonicalJson } from '../../src/core/canonical-json.ts'
import type { Json } from '../../src/core/json.ts'

describe('formatCanonicalJson', () => {
  it.each<[Json, string]>([
    [null, 'null'],
    [{ b: 1, a: [true, false] }, '{"a":[true,false],"b":1}'],
    [{ 10: 1, 9: 2, '': 3 }, '{"":3,"10":1,"9":2}'],
    // The sample of RFC 8785, section 3.2.3: sorted by UTF-16 code units, not by code points.
    [
      { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 },
      '{"\\r":2,"1":4,"\u0080":6,"\u00f6":7,"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
    ],
    [
      [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0],
      '[333333333.3333333,1e+30,4.5,0.002,1e-27,0]',
    ],
    ['\u20ac$\u000f\nA\'B"\\/', '"\u20ac$\\u000f\\nA\'B\\"\\\\/"'],
  ])('%j', (value, text) => expect(formatCanonicalJson(value)).toBe(text))

  it.each<[string, Json]>([
    ['NaN', Number.NaN],
    ['infinity', [Number.POSITIVE_INFINITY]],
    ['half a character', '\ud800'],
    ['half a character as a key', { '\udc00': 1 }],
  ])('refuses %s', (_, value) => expect(() => formatCanonicalJson(value)).toThrow(TypeError))

  it('reads back as the same value, whatever the order of keys', () => {
    assert(
      property(jsonValue(), (value) => {
        const text = formatCanonicalJson(value as Json)
        expect(formatCanonicalJson(JSON.parse(text))).toBe(text)
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })
})
