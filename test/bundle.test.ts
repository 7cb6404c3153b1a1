import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { analyzeShell } from '../src/core/shell/analyze.ts'

const root = resolve(import.meta.dirname, '..')

interface Metafile {
  inputs: Record<string, { imports: { path: string; external?: boolean }[] }>
}

function readMetafile(name: string): Metafile {
  return JSON.parse(readFileSync(resolve(root, `build/${name}.meta.json`), 'utf8')) as Metafile
}

function packagesOf({ inputs }: Metafile): string[] {
  const names = Object.keys(inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1])
  return [...new Set(names.filter((name) => name !== undefined))]
}

function externalsOf({ inputs }: Metafile): string[] {
  const imports = Object.values(inputs).flatMap((input) => input.imports)
  return [...new Set(imports.filter((each) => each.external).map((each) => each.path))]
}

const decide = readMetafile('decide')
const shell = readMetafile('shell')
const parser = readMetafile('parser')

it('the bundles of every call and of plain commands hold nothing from outside, that of other commands the parser alone', () => {
  expect(packagesOf(decide)).toEqual([])
  expect(packagesOf(shell)).toEqual([])
  expect(packagesOf(parser)).toEqual(['unbash'])
  expect(externalsOf(shell)).toEqual(['./parser.cjs'])
  expect(externalsOf(parser)).toEqual([])
})

it('the bundle of shell calls judges as everything else does', () => {
  const load = createRequire(import.meta.url)
  const bundle = load(resolve(root, 'dist/shell.cjs')) as { analyzeShell: typeof analyzeShell }
  const context = { cwd: '/home/dev/app', home: '/home/dev' }
  for (const command of ['git status', 'git diff | head -3', 'npm test', 'gh pr list', '$(x)'])
    expect(bundle.analyzeShell(command, context)).toEqual(analyzeShell(command, context))
})

it('it needs only the light modules of Node', () => {
  // node:crypto alone costs 6 % of a start, a child process 11 %; check-ignore is started only for a write that would be stopped.
  const light = ['./record.cjs', './shell.cjs', 'node:fs', 'node:os', 'node:path']
  expect(externalsOf(decide).filter((name) => !light.includes(name))).toEqual([])
})

it('it stays small', () => {
  expect(statSync(resolve(root, 'dist/decide.cjs')).size).toBeLessThan(250_000)
})
