import { PlansError } from '../core/errors.ts'
import { isObject, type Json, objectOf } from '../core/json.ts'
import { type Rung, rungs } from '../core/plan/plan.ts'
import type { ApprovalSettings } from '../core/policy/config.ts'
import { parseYaml } from '../core/yaml.ts'
import type { Git } from './git.ts'

const fileNames = ['.plansrc.json', '.plansrc.yaml', 'plans.config.json', 'plans.config.yaml', 'package.json']

/** Key `approvals` of the project's configuration as it stands on the base, out of reach of the branch under review. */
export async function readBaseSettings(git: Git, ref: string): Promise<ApprovalSettings> {
  for (const name of fileNames) {
    const text = await readBaseFile(git, ref, name)
    if (text === undefined) continue
    const value = parseFile(name, text)
    const config = name === 'package.json' ? objectOf(value)['plans'] : value
    if (isObject(config)) return parseSettings(name, config['approvals'])
  }
  return {}
}

/** A regular file on the base; a link in its place is a fault, since its target may be anything. */
export async function readBaseFile(git: Git, ref: string, path: string): Promise<string | undefined> {
  const entry = await git.run(['ls-tree', '-z', '--full-tree', ref, '--', path])
  if (entry === '') return undefined
  const [mode = '', type, object = ''] = (entry.split('\t')[0] ?? '').split(' ')
  if (type !== 'blob' || !mode.startsWith('100')) throw unreadable(path, 'is not a regular file')
  return git.run(['cat-file', 'blob', object])
}

function parseFile(name: string, text: string): Json {
  try {
    return name.endsWith('.json') ? (JSON.parse(text) as Json) : parseYaml(text)
  } catch (cause) {
    throw unreadable(name, 'cannot be parsed', cause)
  }
}

function parseSettings(name: string, value: Json | undefined): ApprovalSettings {
  const { required, allowSelf, trust } = objectOf(value)
  const holds =
    (required === undefined || (Number.isSafeInteger(required) && Number(required) >= 1)) &&
    (allowSelf === undefined || typeof allowSelf === 'boolean') &&
    (trust === undefined || rungs.includes(trust as Rung))
  if (!holds) throw unreadable(name, 'has `approvals` that cannot be right')
  // Each was checked above.
  return { required, allowSelf, trust } as ApprovalSettings
}

function unreadable(path: string, what: string, cause?: unknown): PlansError {
  const message = `The approval rules cannot be read: ${path} on the base ${what}.`
  return new PlansError('unverifiable', 'base-unreadable', message, `Mend ${path} on the base branch.`, { cause })
}
