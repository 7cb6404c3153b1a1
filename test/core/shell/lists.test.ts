import { describe, expect, it } from 'vitest'
import { type FurtherTables, families } from '../../../src/core/shell/effects/index.ts'
import { wrapperNames, wrappers } from '../../../src/core/shell/effects/wrappers.ts'
import { further } from '../../../src/core/shell/further.ts'
import { findWords, holdsWord, once } from '../../../src/core/shell/lists.ts'

describe('holdsWord', () => {
  it.each([
    ['ls cat\n  rm', 'ls', true],
    ['ls cat\n  rm', 'cat', true],
    ['ls cat\n  rm', 'rm', true],
    ['lsof ls', 'ls', true],
    ['lsof als', 'ls', false],
    ['ls cat', 'ls cat', false],
    ['ls\ncat', 'ls\ncat', false],
    ['ls cat', '', false],
    ['', 'ls', false],
    ['--check', '--che', false],
  ])('%j %j', (list, word, held) => {
    expect(holdsWord(list, word)).toBe(held)
  })
})

it('finds the words that begin so', () => {
  expect(findWords('--re-do --red -x --no-red\n --red', '--red')).toEqual(['--red', '--red'])
  expect(findWords('--re-do --red', '--re')).toEqual(['--re-do', '--red'])
})

it('builds once', () => {
  let built = 0
  const table = once(() => ({ built: ++built }))
  expect([table(), table()]).toEqual([{ built: 1 }, { built: 1 }])
})

describe('the table of programs', () => {
  const split = (text: string): string[] => text.split(/\s+/).filter((name) => name !== '')

  it('names exactly the programs of every family', () => {
    for (const { names, table } of families)
      expect(split(names).sort()).toEqual(
        Object.keys(table(() => further.tables as FurtherTables))
          .flatMap(split)
          .sort(),
      )
  })

  it('names exactly the programs that run the command behind them', () => {
    expect(split(wrapperNames).sort()).toEqual(Object.keys(wrappers()).sort())
  })

  it('names no program twice', () => {
    const all = families.flatMap(({ names }) => split(names))
    expect(all.filter((name, index) => all.indexOf(name) !== index)).toEqual([])
  })
})
