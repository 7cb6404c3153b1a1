import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { analyzeShell } from '../../../src/core/shell/analyze.ts'
import { createAnalyzer } from '../../../src/core/shell/analyzer.ts'
import { further } from '../../../src/core/shell/further.ts'
import { readPlainWords } from '../../../src/core/shell/plain.ts'
import { sharedPath, sharedTitle } from '../../helpers/shared.ts'

const context = { cwd: '/home/dev/app', home: '/home/dev' }

const withoutParser = createAnalyzer(() => ({
  tables: further.tables,
  parser: {
    parse: () => {
      throw new Error('the parser was asked for')
    },
    forEachChild: () => undefined,
  },
}))

/** The line break does not change what a command does, and keeps it from the plain lane. */
function throughParser(command: string): unknown {
  expect(readPlainWords(`${command}\n`)).toBeUndefined()
  return analyzeShell(`${command}\n`, context)
}

describe('plain words need no parser', () => {
  it.each([
    ['git status', true],
    ['  ls\t-la  src/a.ts ', true],
    ['git show HEAD@{1}', false],
    ['git log --format=%h,%s', true],
    ['scp a@b:/c+d ./x', true],
    ['A=b ls', false],
    ['ls A=b', true],
    ['time ls', false],
    ['echo time if done', true],
    ['for', false],
    ['coproc', false],
    ['ls ~', false],
    ['ls # a', false],
    ['ls *', false],
    ["ls 'a'", false],
    ['ls "a"', false],
    ['ls \\a', false],
    ['ls $a', false],
    ['ls;', false],
    ['ls &', false],
    ['ls | wc', false],
    ['ls > a', false],
    ['! ls', false],
    ['{ ls', false],
    ['ls\nrm', false],
    ['ls ^a', false],
    ['ls é', false],
    ['', false],
    ['   ', false],
  ])('%s', (command, plain) => {
    expect(readPlainWords(command) !== undefined).toBe(plain)
  })

  it('never asks for it', () => {
    expect(withoutParser('git status', context).readOnly).toBe(true)
    expect(withoutParser('timeout 5 rm -rf build', context).readOnly).toBe(false)
    expect(() => withoutParser('ls | wc', context)).toThrow('asked for')
  })
})

it('the programs that are run most need nothing further', () => {
  const alone = createAnalyzer(() => {
    throw new Error('more was asked for')
  })
  for (const command of [
    'git status',
    'ls -la',
    'cat a',
    'grep -rn a src',
    'find . -name a',
    'sed -n 1,9p a',
    'frobnicate',
  ])
    expect(() => alone(command, context)).not.toThrow()
})

describe('the analysis is that of the parser', () => {
  const file = resolve(import.meta.dirname, '../../fixtures/shell-commands.json')
  const own = (JSON.parse(readFileSync(file, 'utf8')) as { command: string }[]).map(({ command }) => command)
  const words =
    'if then fi do done case esac in select while until function time coproc let export %1 + @ . : = == =ls a=b -a=b -- - 2 a: /'
  const odd = words.split(' ').flatMap((word) => [word, `ls ${word}`, `echo ${word} ${word}`, `env ${word} ls`])

  function expectSame(commands: string[]): void {
    const plain = commands.filter((command) => readPlainWords(command))
    expect(plain.length).toBeGreaterThan(50)
    for (const command of plain)
      expect([command, withoutParser(command, context)]).toEqual([command, throughParser(command)])
  }

  it('for our own commands', () => expectSame(own))
  it('for odd words', () => expectSame(odd))

  const name = 'vectors/shell-commands.jsonl'
  const path = sharedPath(name)
  it.skipIf(!path)(sharedTitle('for the shared ones', name), () => {
    const lines = readFileSync(path as string, 'utf8')
      .trim()
      .split('\n')
    expectSame([...new Set(lines.map((line) => (JSON.parse(line) as { cmd: string }).cmd))])
  })
})
