import type { Json, JsonObject } from '../json.ts'
import { isObject } from '../json.ts'
import { rungs } from '../plan/plan.ts'
import { type Config, type ConfigLayer, defaults, type LayerName } from './config.ts'

/** One key of one file that counts. */
interface Setting {
  key: string
  value: Json
  layer: ConfigLayer
}

/** What a file says and what does not count, since the file is not trusted. */
interface IgnoredSettings {
  layer: ConfigLayer
  settings: Setting[]
}

export interface MergedLayers {
  config: Config
  settings: Setting[]
  ignored: IgnoredSettings[]
}

/** Weakest first: each layer overrides the ones before it, and lists add up. */
const order: readonly LayerName[] = ['user', 'project', 'local', 'managed']

/** Values from loosest to strictest. A value that is not among them counts as the loosest. */
const strictness: Record<string, readonly Json[]> = {
  'scope.enforce': ['off', 'ask', 'deny'],
  defaultMode: ['bypassPermissions', 'auto', 'acceptEdits', 'default', 'dontAsk', 'plan'],
  'modes.auto': [true, false],
  'plan.enabled': [false, true],
  'plan.onMutation': ['ask', 'deny'],
  'plan.network': ['none', 'ask', 'deny'],
  'plan.autoAllowReadOnly': [true, false],
  'protectedPaths.outcome': ['ask', 'deny'],
  'headless.on': [false, 'auto', true],
  'headless.returnMode': ['bypassPermissions', 'auto', 'acceptEdits', 'default', 'dontAsk', 'plan'],
  'headless.autoApprove': [true, false],
  // Absent, the strictest preset may hold, so only what no preset can be stricter than counts as tightening.
  'approvals.allowSelf': [true, false],
  'approvals.trust': rungs,
}

/** Of a file that nobody trusted these count as well: they only add to what is stopped, or stop nothing. */
const harmless: ReadonlySet<string> = new Set([
  'directory',
  'repository',
  'base',
  'ledger.ref',
  'ledger.remote',
  'approvals.approvers',
  'gate.requireApprovedPlan',
  'permissions.deny',
  'permissions.ask',
  'protectedPaths.add',
  'questions.timeout',
  'review.open',
  'retention',
  'import',
  'archive.sinks',
])

export function mergeLayers(layers: readonly ConfigLayer[]): MergedLayers {
  const values = new Map<string, Json>(flatten(defaults as unknown as JsonObject))
  const settings: Setting[] = []
  const ignored: IgnoredSettings[] = []
  const sorted = [...layers].sort((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
  for (const layer of sorted) {
    const own = flatten(layer.values as JsonObject).map(([key, value]) => ({ key, value, layer }))
    const counts = (setting: Setting): boolean => layer.trusted || !loosens(setting, values.get(setting.key))
    const counted = own.filter(counts)
    const rest = own.filter((setting) => !counted.includes(setting))
    if (rest.length > 0) ignored.push({ layer, settings: rest })
    for (const { key, value } of counted) values.set(key, combine(values.get(key), value))
    settings.push(...counted)
  }
  return { config: unflatten(values), settings, ignored }
}

function loosens(setting: Setting, below: Json | undefined): boolean {
  const { key, value } = setting
  if (harmless.has(key)) return false
  // An empty list lets every sub-agent start, so the first names narrow it and further ones widen it.
  if (key === 'plan.subagents') return Array.isArray(below) && below.length > 0
  if (key === 'approvals.required') return Number(value) < Number(below ?? 1)
  const scale = strictness[key]
  // Lists that allow, and texts that an agent is told.
  if (!scale) return !(Array.isArray(value) && value.length === 0)
  const least = below === undefined ? scale.length - 1 : scale.indexOf(below)
  return scale.indexOf(value) < least
}

function combine(below: Json | undefined, value: Json): Json {
  if (!Array.isArray(below) || !Array.isArray(value)) return value
  return [...new Set([...below, ...value])]
}

function flatten(values: JsonObject, prefix = ''): [string, Json][] {
  return Object.entries(values).flatMap(([name, value]): [string, Json][] => {
    if (value === undefined) return []
    return isObject(value) ? flatten(value, `${prefix}${name}.`) : [[prefix + name, value]]
  })
}

function unflatten(values: ReadonlyMap<string, Json>): Config {
  const result = structureOf(defaults as unknown as JsonObject)
  for (const [key, value] of values) {
    const names = key.split('.')
    const last = names.pop() ?? key
    let place = result
    for (const name of names) place = place[name] as JsonObject
    place[last] = value
  }
  // Keys and types were checked when each file was read; nothing else is put in here.
  return result as unknown as Config
}

/** The folders of the tree without its leaves, so that a section without a value is still an object. */
function structureOf(values: JsonObject): JsonObject {
  const sections = Object.entries(values).filter((entry): entry is [string, JsonObject] => isObject(entry[1]))
  return Object.fromEntries(sections.map(([name, section]) => [name, structureOf(section)]))
}
