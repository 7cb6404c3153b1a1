import { basename, join, relative } from 'node:path'
import { appendMember, findMember, parseSettingsText } from '../adapters/settings-text.ts'
import { formatCanonicalJson } from '../core/canonical-json.ts'
import { PlansError } from '../core/errors.ts'
import { isObject, type Json } from '../core/json.ts'
import { mergeLayers } from '../core/policy/layers.ts'
import { parseYaml } from '../core/yaml.ts'
import { readConfigLayers } from '../store/config.ts'
import type { Repository } from '../store/repository.ts'
import { readTargetFile, type TargetFile } from '../store/settings-file.ts'

export interface ConfigChange {
  file: TargetFile
  shown: string
  after: string
  /** Nothing but what init wrote, or what the person trusted before. */
  trust: boolean
}

/** Mints the name of the repository, in a new file or in the one that is there. Undefined where it has one. */
export function planConfig(root: string, repository: Repository, mintId: () => string): ConfigChange | undefined {
  const { commonFolder, stateFolder, environment } = repository
  const layers = readConfigLayers({ root, commonFolder, stateFolder, environment })
  if (mergeLayers(layers).config.repository !== undefined) return undefined
  const layer = layers.find((each) => each.name === 'project')
  const file = readTargetFile(layer?.source ?? join(root, '.plansrc.yaml'), root)
  const shown = layer ? relative(root, layer.source) : '.plansrc.yaml'
  if (!layer) return { file, shown, after: newConfig(mintId()), trust: true }
  return { file, shown, after: addName(shown, file.text ?? '', mintId()), trust: layer.trusted }
}

/** The quotes keep an id of digits alone from being read as a number. */
function newConfig(id: string): string {
  return [
    '# Configuration of git-plans. This name stands in every approval record of the repository: keep it.',
    `repository: "${id}"`,
    '',
  ].join('\n')
}

function addName(shown: string, text: string, id: string): string {
  return shown.endsWith('.json') ? addToJson(shown, text, id) : addToYaml(shown, text, id)
}

function addToJson(shown: string, text: string, id: string): string {
  const tree = parseSettingsText(text)
  const object = basename(shown) === 'package.json' ? findMember(tree, tree.root, 'plans') : tree.root
  if (object?.type !== 'object') throw byHand(shown, id)
  return appendMember(tree, object, 'repository', id)
}

/** A line at the end, where that adds the key and changes nothing else; YAML can be laid out so that it does not. */
function addToYaml(shown: string, text: string, id: string): string {
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const after = `${text}${text === '' || text.endsWith('\n') ? '' : eol}repository: "${id}"${eol}`
  const before = text.trim() === '' ? {} : (parseYaml(text) ?? {})
  if (!isObject(before) || !holds(after, { ...before, repository: id })) throw byHand(shown, id)
  return after
}

function holds(text: string, expected: Json): boolean {
  try {
    return formatCanonicalJson(parseYaml(text)) === formatCanonicalJson(expected)
  } catch {
    return false
  }
}

function byHand(shown: string, id: string): PlansError {
  const message = `${shown} lacks the key \`repository\`, and its layout does not let init add it.`
  return new PlansError('usage', 'repository-missing', message, `Add it by hand: repository: "${id}"`)
}
