import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { analyzeShell } from '../../../src/core/shell/analyze.ts'
import { sharedPath, sharedTitle } from '../../helpers/shared.ts'

interface Vector {
  cmd: string
  expect_readonly: boolean | null
  destructive: boolean | null
}

interface Tricky {
  valid: { id: string; cmd: string; commands: string[] }[]
  invalid: ({ cmd: string } | string)[]
}

const context = { cwd: '/home/dev/app', home: '/home/dev' }
const vectorsName = 'vectors/shell-agreed.jsonl'
const trickyName = 'vectors/parse-tricky.json'

/** Commands that the analysis lists on top of those that stand in the text itself. */
const readAgain: Record<string, string[]> = { 'pt-015': ['rm'], 'pt-073': ['rm'], 'pt-083': ['rm'] }

function readVectors(path: string): Vector[] {
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Vector)
}

describe('shared vectors', () => {
  const path = sharedPath(vectorsName)

  it.skipIf(!path)(sharedTitle('never calls a command read-only that is not', vectorsName), () => {
    const wrong = readVectors(path as string).filter(
      ({ cmd, expect_readonly }) => !expect_readonly && analyzeShell(cmd, context).readOnly,
    )
    expect(wrong.map(({ cmd }) => cmd)).toEqual([])
  })

  it.skipIf(!path)(sharedTitle('recognises those that are', vectorsName), () => {
    const harmless = readVectors(path as string).filter(({ expect_readonly }) => expect_readonly)
    const missed = harmless.filter(({ cmd }) => !analyzeShell(cmd, context).readOnly)
    expect(1 - missed.length / harmless.length).toBeGreaterThan(0.978)
  })

  it.skipIf(!path)(sharedTitle('calls nothing destructive that only reads', vectorsName), () => {
    const wrong = readVectors(path as string).filter(
      ({ cmd, destructive }) => destructive === false && analyzeShell(cmd, context).destructive,
    )
    expect(wrong.map(({ cmd }) => cmd)).toEqual([])
  })
})

describe('verdicts of others', () => {
  const name = 'vectors/shell-commands.jsonl'
  const path = sharedPath(name)

  it.skipIf(!path)(sharedTitle('where we are less strict, docs/shell-judgements.md says why', name), () => {
    const judgements = readFileSync(resolve(import.meta.dirname, '../../../docs/shell-judgements.md'), 'utf8')
    const spell = (cmd: string): string =>
      cmd.replaceAll('\n', '\\n').replace(/( -exec echo \\;){3,}/, ' -exec echo \\; …')
    const lenient = readVectors(path as string).filter(
      ({ cmd, expect_readonly }) => expect_readonly === false && analyzeShell(cmd, context).readOnly,
    )
    expect(lenient.map(({ cmd }) => spell(cmd)).filter((cmd) => !judgements.includes(cmd))).toEqual([])
  })
})

describe('tricky texts', () => {
  const path = sharedPath(trickyName)
  const tricky = path ? (JSON.parse(readFileSync(path, 'utf8')) as Tricky) : undefined

  it.skipIf(!tricky)(sharedTitle('finds every command', trickyName), () => {
    for (const { id, cmd, commands } of tricky?.valid ?? []) {
      const found = analyzeShell(cmd, context).commands.map(({ words }) => String(words[0]))
      expect([id, ...found.sort()]).toEqual([id, ...[...commands, ...(readAgain[id] ?? [])].sort()])
    }
  })

  it.skipIf(!tricky)(sharedTitle('is never sure of what no shell takes', trickyName), () => {
    const texts = (tricky?.invalid ?? []).map((each) => (typeof each === 'string' ? each : each.cmd))
    expect(texts.filter((text) => analyzeShell(text, context).readOnly)).toEqual([])
  })
})
