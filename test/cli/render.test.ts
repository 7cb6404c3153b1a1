import { describe, expect, it } from 'vitest'
import { formatPlain, formatPlainLine } from '../../src/cli/render/plain.ts'
import { cutTo, paint, widthOf } from '../../src/cli/render/screen.ts'
import { formatTable } from '../../src/cli/render/table.ts'

describe('plain text', () => {
  const rows: [text: string, shown: string][] = [
    ['one\ttwo\nthree', 'one\ttwo\nthree'],
    ['one\r\ntwo', 'one\ntwo'],
    ['over\rwritten', 'over<U+000D>written'],
    ['\u001b[2J', '<U+001B>[2J'],
    ['\u009b31m', '<U+009B>31m'],
    ['a\u202eb\u2066c', 'a<U+202E>b<U+2066>c'],
    ['zero\u200bwidth', 'zero<U+200B>width'],
    ['tag\u{e0041}', 'tag<U+E0041>'],
    ['umläut ☀️ 你好', 'umläut ☀️ 你好'],
  ]
  it.each(rows)('%j', (text, shown) => expect(formatPlain(text)).toBe(shown))

  it('one line stays one line', () => expect(formatPlainLine('a\nb\r\nc\td')).toBe('a b c d'))
})

describe('tables', () => {
  const screen = { width: 30, color: false }

  it('columns are aligned, wide letters count double, the last column is cut', () => {
    const rows = [
      ['ID', 'NAME', 'TITLE'],
      ['1', '你好', 'a title that is longer than the screen'],
    ]
    expect(formatTable(rows, screen)).toBe('ID  NAME  TITLE\n1   你好  a title that is lon…')
  })

  it('widths', () => {
    expect(widthOf('e\u0301你')).toBe(3)
    expect(cutTo('你好你好', 5)).toBe('你好…')
    expect(cutTo('fits', 4)).toBe('fits')
  })

  it('colour only where the screen has it', () => {
    expect(paint('x', 'red', screen)).toBe('x')
    expect(paint('x', 'red', { ...screen, color: true })).toBe('\u001b[31mx\u001b[39m')
  })
})
