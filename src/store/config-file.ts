import { lstatSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import * as cosmiconfig from 'cosmiconfig/dist/ExplorerSync.js'

import { PlansError } from '../core/errors.ts'
import { isObject, type Json, objectOf } from '../core/json.ts'
import type { ConfigValues } from '../core/policy/config.ts'
import { parseYaml } from '../core/yaml.ts'
import { type ConfigFault, parseConfig } from './config-schema.ts'

interface ConfigFile {
  path: string
  text: string
  values: ConfigValues
  /** Line of each rule, where it stands on exactly one. */
  lines: Record<string, number>
}

const largestFile = 1024 * 1024

/** Undefined where there is no such file, or for a package.json that holds no configuration. Throws PlansError. */
export function findConfigFile(path: string): ConfigFile | undefined {
  if (!isThere(path)) return undefined
  const loaded = load(path)
  if (loaded.value === null && basename(path) === 'package.json') return undefined
  const parsed = parseConfig(loaded.value ?? {})
  if ('faults' in parsed) throw invalid(path, parsed.faults)
  const { values } = parsed
  return { path, text: loaded.text, values, lines: findLines(loaded.text, values) }
}

/** A link to nothing counts as there, so that its loss is an error and not a looser configuration. */
function isThere(path: string): boolean {
  try {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return false
    const stat = statSync(path)
    if (!stat.isFile() || stat.size > largestFile) throw new Error('not a regular file of at most 1 MiB')
    return true
  } catch (cause) {
    throw unreadable(path, cause)
  }
}

interface Loaded {
  text: string
  value: unknown
}

type Loader = (path: string, text: string) => Json

interface Explorer {
  load(path: string): { config?: unknown } | null
}

// cosmiconfig's own entry also looks for files that configure cosmiconfig itself, in the current directory, and runs
// `.config/config.cjs`, `.js` or `.ts` there: code of the repository, before any of it is trusted. Its explorer alone
// reads nothing but what it is told to, with the loaders it is given. It has no published types.
const { ExplorerSync } = cosmiconfig as unknown as { ExplorerSync: new (options: object) => Explorer }

/** The text is that of the one read that was parsed, so that what is trusted is what counts. */
function load(path: string): Loaded {
  let text = ''
  const loader: Loader = (file, content) => {
    text = content
    return parseText(file, content)
  }
  const explorer = new ExplorerSync({
    moduleName: 'plans',
    searchPlaces: [],
    loaders: { '.json': loader, '.yaml': loader },
    transform: <T>(result: T): T => result,
    cache: false,
    searchStrategy: 'none',
    metaConfigFilePath: null,
  })
  try {
    return { value: explorer.load(path)?.config ?? null, text }
  } catch (cause) {
    throw unreadable(path, cause)
  }
}

function parseText(path: string, content: string): Json {
  const text = content.replace(/^\uFEFF/, '')
  const isPackage = basename(path) === 'package.json'
  // An agent may leave package.json broken for a moment; that is no fault of a configuration which is not in it.
  if (isPackage && !text.includes('"plans"')) return {}
  const value = path.endsWith('.json') ? (JSON.parse(text) as Json) : parseYaml(text)
  // cosmiconfig would read the files named there, which nobody trusted.
  const own = isPackage ? objectOf(value)['plans'] : value
  if (isObject(own) && '$import' in own) throw new Error('$import: no such key')
  return value
}

function findLines(text: string, values: ConfigValues): Record<string, number> {
  const { deny = [], ask = [], allow = [] } = values.permissions ?? {}
  const lines = text.split(/\r?\n/)
  const bare = lines.map((line) =>
    line
      .trim()
      .replace(/^- */, '')
      .replace(/,$/, '')
      .replace(/^(["'])(.*)\1$/, '$2'),
  )
  const found: Record<string, number> = {}
  for (const rule of [...deny, ...ask, ...allow, ...(values.plan?.allow ?? [])]) {
    const escaped = JSON.stringify(rule).slice(1, -1)
    const alone = indexesOf(bare, (line) => line === rule || line === escaped)
    const places = alone.length > 0 ? alone : indexesOf(lines, (line) => line.includes(rule) || line.includes(escaped))
    if (places.length === 1) found[rule] = (places[0] ?? 0) + 1
  }
  return found
}

function indexesOf(lines: readonly string[], holds: (line: string) => boolean): number[] {
  return lines.flatMap((line, index) => (holds(line) ? [index] : []))
}

function invalid(path: string, faults: readonly ConfigFault[]): PlansError {
  const code = faults.some((fault) => fault.unknownKey) ? 'config-unknown-key' : 'config-invalid'
  const count = faults.length === 1 ? 'one fault' : `${faults.length} faults`
  return new PlansError(
    'usage',
    code,
    `Expected a configuration that this version knows, found ${count} in ${path}.`,
    'Correct the file; docs/configuration.md lists every key.',
    { details: faults.map((fault) => fault.text) },
  )
}

function unreadable(path: string, cause: unknown): PlansError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new PlansError(
    'usage',
    'config-unreadable',
    `Expected a configuration file of JSON or YAML at ${path}, could not read it: ${why}.`,
    'Correct the file, or move it away.',
    { cause },
  )
}
