import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compilePolicy } from '../../src/core/policy/compile.ts'
import type { CompiledPolicy } from '../../src/core/policy/policy.ts'
import { readCompiledPolicy, writeCompiledPolicy } from '../../src/store/compiled-policy.ts'

let folder: string
let source: string
let absent: string
const policy = compilePolicy([], { root: '/app', home: '/home', ownFiles: [] })
const later = Date.now() + 3_600_000

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'git-plans-policy-'))
  source = join(folder, 'config.yaml')
  absent = join(folder, 'absent.yaml')
  writeFileSync(source, 'base: main\n')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = () => join(folder, 'policy.json')
const write = (now = later, what: CompiledPolicy = policy) => writeCompiledPolicy(folder, what, [source, absent], now)

describe('a compiled policy', () => {
  it('is read as it was written, while nothing moves', () => {
    write()
    expect(readCompiledPolicy(folder)).toEqual(policy)
  })

  it('is not there before it was written', () => {
    expect(readCompiledPolicy(folder)).toBeUndefined()
  })

  const sameSize = (): void => {
    const { atime, mtime } = statSync(source)
    writeFileSync(source, 'base: mein\n')
    utimesSync(source, atime, mtime)
  }
  const replaced = (): void => {
    const { atime, mtime } = statSync(source)
    writeFileSync(`${source}.new`, 'base: mein\n')
    utimesSync(`${source}.new`, atime, mtime)
    renameSync(`${source}.new`, source)
  }

  it.each([
    ['a source grew', () => appendFileSync(source, '# more\n')],
    ['a source has other bytes of the same length and time', sameSize],
    ['a source was replaced by another file', replaced],
    ['a source is gone', () => rmSync(source)],
    ['an absent source appeared', () => writeFileSync(absent, '')],
    ['it was cut', () => writeFileSync(file(), readFileSync(file(), 'utf8').slice(0, -9))],
    ['one character differs', () => writeFileSync(file(), readFileSync(file(), 'utf8').replace('"ask"', '"asc"'))],
    ['it is empty', () => writeFileSync(file(), '')],
    [
      'it is JSON without its first line',
      () => writeFileSync(file(), readFileSync(file(), 'utf8').split('\n')[1] ?? ''),
    ],
  ])('is compiled again when %s', (_title, change) => {
    write()
    change()
    expect(readCompiledPolicy(folder)).toBeUndefined()
  })

  it('of another version is compiled again', () => {
    write(later, { ...policy, v: policy.v + 1 })
    expect(readCompiledPolicy(folder)).toBeUndefined()
  })

  it.each([
    ['younger than two seconds', 1999, undefined],
    ['two seconds old', 2000, policy],
  ])('from a source %s', (_title, age, expected) => {
    write(Math.ceil(statSync(source).ctimeMs) + age)
    expect(readCompiledPolicy(folder)).toEqual(expected)
  })

  it('that was written over is whole, and leaves no other file behind', () => {
    write()
    write(later, { ...policy, directory: 'docs/plans' })
    expect(readCompiledPolicy(folder)?.directory).toBe('docs/plans')
    expect(statSync(file()).mode & 0o077).toBe(0)
  })
})
