import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PlansError } from '../core/errors.ts'
import { objectOf, stringOf } from '../core/json.ts'

/** This installation of the package. */
export interface Installation {
  root: string
  version: string
}

/** A part that hooks need to run elsewhere; the path is relative to the folder it is copied to. */
export interface HookFile {
  path: string
  text: string
  executable: boolean
}

export function findInstallation(): Installation {
  const root = findPackageRoot(import.meta.dirname)
  const manifest = objectOf(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
  return { root, version: stringOf(manifest['version']) ?? '0.0.0' }
}

/** Bundles and launchers, laid out as in the package, since launchers look for their bundle beside them. */
export function readHookFiles({ root }: Installation): HookFile[] {
  const launchers = readdirSync(join(root, 'hooks')).filter((name) => name.endsWith('.cjs'))
  const paths = [
    'dist/decide.cjs',
    'dist/shell.cjs',
    'dist/parser.cjs',
    'dist/record.cjs',
    ...launchers.sort().map((name) => `hooks/${name}`),
  ]
  return paths.map((path) => ({ path, text: readPart(join(root, path)), executable: path.startsWith('hooks/') }))
}

/** Upwards, since the bundler decides how deep this code lies. */
function findPackageRoot(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json')) && existsSync(join(folder, 'hooks'))) return folder
    if (dirname(folder) === folder) throw incomplete(from)
  }
}

function readPart(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw incomplete(path, cause)
  }
}

function incomplete(path: string, cause?: unknown): PlansError {
  const message = `This installation of git-plans is incomplete: ${path} is missing.`
  return new PlansError('usage', 'installation-incomplete', message, 'Install git-plans again.', { cause })
}
