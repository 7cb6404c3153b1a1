import { join } from 'node:path'

import { PlansError } from '../core/errors.ts'
import { compilePolicy } from '../core/policy/compile.ts'
import type { Config, ConfigLayer, LayerName } from '../core/policy/config.ts'
import { mergeLayers } from '../core/policy/layers.ts'
import type { CompiledPolicy } from '../core/policy/policy.ts'
import { findConfigFile } from './config-file.ts'
import { configHome, homeOf, stateHome } from './folders.ts'
import { isTrusted, trustPath } from './trust.ts'

/** Where configuration is looked for. */
export interface ConfigPlace {
  /** Work tree; absent outside a repository and in a bare one. */
  root?: string | null | undefined
  /** `<common git dir>/plans`; absent outside a repository. */
  commonFolder?: string | undefined
  /** `<git dir>/plans` of this work tree, where it is another folder. */
  stateFolder?: string | undefined
  environment: Record<string, string | undefined>
  /** Only for tests. No environment variable moves the managed file: a repository can set those for an agent. */
  managed?: string
}

interface ReadConfig {
  config: Config
  policy: CompiledPolicy
  /** Every file that the result depends on, absent ones included. */
  sources: string[]
}

const projectNames = ['.plansrc.json', '.plansrc.yaml', 'plans.config.json', 'plans.config.yaml', 'package.json']

/** Throws PlansError for a file that is broken, that is there twice, or that asks for what this version cannot do. */
export function readConfig(place: ConfigPlace): ReadConfig {
  const layers = readConfigLayers(place)
  const { environment } = place
  const policy = compilePolicy(layers, {
    root: place.root ?? undefined,
    home: homeOf(environment),
    ownFiles: ownFilesOf(place, layers),
  })
  return {
    config: mergeLayers(layers).config,
    policy,
    sources: [...sourcesOf(place), trustPath(environment)],
  }
}

export function readConfigLayers(place: ConfigPlace): ConfigLayer[] {
  const layers: ConfigLayer[] = []
  for (const name of ['user', 'project', 'local', 'managed'] as const) {
    const found = pathsOf(name, place)
      .map(findConfigFile)
      .filter((file) => file !== undefined)
    const [file, other] = found
    if (file && other) throw foundTwice(file.path, other.path)
    if (!file) continue
    const trusted = name === 'user' || name === 'managed' || isTrusted(file.path, file.text, place.environment)
    layers.push({ name, source: file.path, trusted, text: file.text, values: file.values, lines: file.lines })
  }
  return layers
}

function pathsOf(name: LayerName, place: ConfigPlace): string[] {
  const { root, commonFolder } = place
  if (name === 'managed') return [place.managed ?? '/etc/git-plans/config.yaml']
  if (name === 'user') return [join(configHome(place.environment), 'git-plans/config.yaml')]
  if (name === 'local') return commonFolder === undefined ? [] : [join(commonFolder, 'config.yaml')]
  return root ? projectNames.map((file) => join(root, file)) : []
}

function sourcesOf(place: ConfigPlace): string[] {
  return (['managed', 'local', 'project', 'user'] as const).flatMap((name) => pathsOf(name, place))
}

/** What nobody but a person may write. package.json is everybody's file, unless it is where the configuration stands. */
function ownFilesOf(place: ConfigPlace, layers: readonly ConfigLayer[]): string[] {
  const { environment, commonFolder, stateFolder } = place
  const state = join(stateHome(environment), 'git-plans')
  const folders = [state, commonFolder, stateFolder].filter((folder) => folder !== undefined)
  const files = sourcesOf(place).filter(
    (path) => !path.endsWith('/package.json') || layers.some((layer) => layer.source === path),
  )
  return [
    ...new Set([
      ...files,
      trustPath(environment),
      ...folders.flatMap((folder) => [folder, join(folder, 'policy.json')]),
    ]),
  ]
}

function foundTwice(one: string, other: string): PlansError {
  return new PlansError(
    'usage',
    'config-twice',
    `Expected one configuration file, found ${one} and ${other}.`,
    'Move what counts into one of them and delete the other.',
  )
}
