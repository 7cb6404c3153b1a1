import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

interface Metafile {
  inputs: Record<string, { imports: { path: string; external?: boolean }[] }>
}

const decide = JSON.parse(readFileSync(resolve(root, 'build/decide.meta.json'), 'utf8')) as Metafile

const shell = JSON.parse(readFileSync(resolve(root, 'build/shell.meta.json'), 'utf8')) as Metafile

it('the bundle of every call holds nothing from outside, that of shell calls the parser alone', () => {
  const packagesOf = ({ inputs }: Metafile): unknown[] => [
    ...new Set(
      Object.keys(inputs)
        .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
        .filter((name) => name !== undefined),
    ),
  ]
  expect(packagesOf(decide)).toEqual([])
  expect(packagesOf(shell)).toEqual(['unbash'])
})

it('it needs only the light modules of Node', () => {
  const external = Object.values(decide.inputs).flatMap((input) =>
    input.imports.filter((each) => each.external).map((each) => each.path),
  )
  // node:crypto alone costs 6 % of a start, a child process 11 %; check-ignore is started only for a write that would be stopped.
  const light = ['./record.cjs', './shell.cjs', 'node:fs', 'node:os', 'node:path']
  expect([...new Set(external)].filter((name) => !light.includes(name))).toEqual([])
})

it('it stays small', () => {
  expect(statSync(resolve(root, 'dist/decide.cjs')).size).toBeLessThan(250_000)
})
