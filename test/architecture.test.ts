import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adapters } from '../src/adapters/adapters.ts'
import { wires } from '../src/adapters/wires.ts'
import { agentIds } from '../src/core/action.ts'

const root = resolve(import.meta.dirname, '..')
const source = join(root, 'src')

interface SourceFile {
  path: string
  text: string
  /** Without comments. */
  code: string
  imports: string[]
}

const files: SourceFile[] = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => {
    const text = readFileSync(join(source, path), 'utf8')
    const found = [
      ...text.matchAll(
        /(?:^|\n)(?:import|export)\s[^;'"]*?from\s+'([^']+)'|(?:^|\n)import\s+'([^']+)'|\bimport\(\s*'([^']+)'/g,
      ),
    ]
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    return {
      code,
      path: path.replaceAll('\\', '/'),
      text,
      imports: found.map((match) => match[1] ?? match[2] ?? match[3] ?? ''),
    }
  })

/** The room of a file, and of what a relative import leads to. */
function roomOf(path: string): string {
  return path.split('/')[0] ?? ''
}

function target(file: SourceFile, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined
  return relative(source, resolve(source, dirname(file.path), specifier)).replaceAll('\\', '/')
}

/** Who may import whom; the picture in ARCHITECTURE.md says the same. */
const walls: Record<string, string[]> = {
  core: ['core'],
  adapters: ['core', 'adapters'],
  store: ['core', 'store'],
  workflows: ['core', 'store', 'adapters', 'workflows'],
  hook: ['core', 'store', 'adapters', 'workflows', 'hook'],
  cli: ['core', 'store', 'adapters', 'workflows', 'cli'],
  'index.ts': ['core'],
}

describe('walls', () => {
  it('every import stays in the rooms that its room may see', () => {
    const wrong = files.flatMap((file) =>
      file.imports
        .map((specifier) => target(file, specifier))
        .filter((path) => path !== undefined && !walls[roomOf(file.path)]?.includes(roomOf(path)))
        .map((path) => `${file.path} imports ${path}`),
    )
    expect(wrong).toEqual([])
  })

  it('core imports no package but the parsers and their one home', () => {
    const homes: Record<string, string> = {
      unbash: 'core/shell/parse.ts',
      yaml: 'core/yaml.ts',
      'mdast-util-from-markdown': 'core/plan/markdown.ts',
    }
    const foreign = files
      .filter((file) => roomOf(file.path) === 'core')
      .flatMap((file) =>
        file.imports.filter((name) => !name.startsWith('.')).map((name) => ({ name, path: file.path })),
      )
      .filter(({ name, path }) => homes[name] !== path)
    expect(foreign).toEqual([])
  })

  it('core has no clock and no chance', () => {
    const impure = /\bDate\.now\(|new Date\(\)|\bMath\.random\(|\bprocess\.|\bfetch\(/
    expect(
      files.filter((file) => roomOf(file.path) === 'core' && impure.test(file.code)).map((file) => file.path),
    ).toEqual([])
  })

  it('each dependency has one home', () => {
    const homes = new Map<string, Set<string>>()
    const wide = new Set(['@oclif/core'])
    for (const file of files)
      for (const name of file.imports.filter(
        (each) => !each.startsWith('.') && !each.startsWith('node:') && !wide.has(each),
      ))
        homes.set(name, (homes.get(name) ?? new Set()).add(file.path))
    const spread = [...homes]
      .filter(([, places]) => places.size > 1)
      .map(([name, places]) => `${name}: ${[...places].join(', ')}`)
    expect(spread).toEqual([])
  })

  it('only the command line knows oclif', () => {
    expect(
      files
        .filter((file) => file.imports.includes('@oclif/core') && roomOf(file.path) !== 'cli')
        .map((file) => file.path),
    ).toEqual([])
  })
})

it('no circles', () => {
  const graph = new Map(
    files.map((file) => [
      file.path,
      file.imports.map((specifier) => target(file, specifier)).filter((path) => path !== undefined),
    ]),
  )
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (path: string, trail: string[]): void => {
    if (trail.includes(path)) {
      circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
      return
    }
    if (done.has(path)) return
    for (const next of graph.get(path) ?? []) visit(next, [...trail, path])
    done.add(path)
  }
  for (const file of files) visit(file.path, [])
  expect(circles).toEqual([])
})

describe('sizes and names', () => {
  it('files stop at 300 lines, tables apart', () => {
    const tables = /^core\/shell\/effects\//
    const long = files.filter((file) => !tables.test(file.path) && file.text.split('\n').length > 301)
    expect(long.map((file) => file.path)).toEqual([])
  })

  it('no folder is named after nothing', () => {
    const empty = /(^|\/)(utils?|helpers?|services?|managers?|common|misc)\//
    expect(files.filter((file) => empty.test(file.path)).map((file) => file.path)).toEqual([])
  })

  it('no any, no enum, no class but errors and commands', () => {
    const wrong = files.filter(
      (file) =>
        /\bas any\b|: any\b|<any>|^(export )?(const )?enum /m.test(file.code) ||
        [...file.text.matchAll(/^\s*(?:export )?(?:default )?(?:abstract )?class (\w+)/gm)].some(
          (match) => !/Error$/.test(match[1] ?? '') && roomOf(file.path) !== 'cli',
        ),
    )
    expect(wrong.map((file) => file.path)).toEqual([])
  })
})

describe('an agent is a folder, a wire, an adapter', () => {
  const folders = readdirSync(join(source, 'adapters'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()

  it('folders, ids and tables are the same', () => {
    expect(folders).toEqual([...agentIds].sort())
    expect(Object.keys(wires).sort()).toEqual(folders)
    expect(Object.keys(adapters).sort()).toEqual(folders)
  })

  it('each folder has the same three files', () => {
    for (const folder of folders)
      for (const name of ['wire.ts', 'settings.ts', 'index.ts'])
        expect(existsSync(join(source, 'adapters', folder, name)), `${folder}/${name}`).toBe(true)
  })
})

it('every page named in the README is there', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const missing = [...readme.matchAll(/\]\(([^)#:]+)\)/g)]
    .map((match) => match[1] ?? '')
    .filter((path) => !existsSync(join(root, path)))
  expect(missing).toEqual([])
  expect(readme.split('\n').length).toBeLessThan(150)
})

it('no command reads its arguments from standard input, which belongs to pipes and batches', () => {
  const careless = files.filter(
    (file) =>
      roomOf(file.path) === 'cli' &&
      [...file.text.matchAll(/Args\.string\(\{([^}]*)\}/g)].some((match) => !match[1]?.includes('ignoreStdin: true')),
  )
  expect(careless.map((file) => file.path)).toEqual([])
})
