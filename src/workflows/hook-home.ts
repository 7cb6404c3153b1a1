import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PlansError } from '../core/errors.ts'
import { isObject, type Json, type JsonObject } from '../core/json.ts'
import { dataHome } from '../store/folders.ts'

export interface HookHomeOptions {
  vendor: boolean
  scope: 'project' | 'user' | undefined
}

/** Where the hooks' programs lie and whose settings name them. Never a cache of a package runner, which may go away. */
export interface HookHome {
  kind: 'dependency' | 'vendored' | 'user'
  scope: 'project' | 'user'
  /** Folder of the launchers, as the settings name it. */
  launchers: string
  /** Folder that bundles and launchers are copied to, absolute; absent where the package manager puts them. */
  copyTo: string | undefined
  /** What a person runs where they are missing. */
  remedy: string
}

export function findHookHome(
  root: string,
  options: HookHomeOptions,
  version: string,
  environment: Record<string, string | undefined>,
): HookHome {
  if (options.vendor && options.scope === 'user')
    throw usage('vendor-for-user', 'A vendored copy lies in the repository.', 'Leave out --vendor or --scope user.')
  if (options.vendor) return vendored(root, version)
  if (options.scope !== 'user' && isDependency(root)) return dependency(root)
  if (options.scope === 'project')
    throw usage(
      'no-project-copy',
      'Expected git-plans in the dependencies of package.json, since hooks of the project must find it in every clone.',
      'Run `npm install --save-dev git-plans` first, or pass --vendor.',
    )
  const folder = join(dataHome(environment), 'git-plans', version)
  const remedy = `npx --yes git-plans@${version} init --scope user`
  return { kind: 'user', scope: 'user', launchers: slashed(join(folder, 'hooks')), copyTo: folder, remedy }
}

function vendored(root: string, version: string): HookHome {
  const remedy = `npx --yes git-plans@${version} init --vendor`
  const copyTo = join(root, '.plans/hooks')
  return { kind: 'vendored', scope: 'project', launchers: '.plans/hooks/hooks', copyTo, remedy }
}

function dependency(root: string): HookHome {
  const launchers = 'node_modules/git-plans/hooks'
  return { kind: 'dependency', scope: 'project', launchers, copyTo: undefined, remedy: installCommand(root) }
}

function isDependency(root: string): boolean {
  const path = join(root, 'package.json')
  if (!existsSync(path)) return false
  const manifest = parseManifest(path)
  return ['dependencies', 'devDependencies', 'optionalDependencies'].some((key) => {
    const list = manifest[key]
    return isObject(list) && 'git-plans' in list
  })
}

function parseManifest(path: string): JsonObject {
  let value: Json
  try {
    value = JSON.parse(readFileSync(path, 'utf8')) as Json
  } catch (cause) {
    throw usage('package-unreadable', `${path} is not JSON.`, 'Mend it, then run it again.', cause)
  }
  return isObject(value) ? value : {}
}

function installCommand(root: string): string {
  const managers = [
    ['pnpm-lock.yaml', 'pnpm install'],
    ['yarn.lock', 'yarn install'],
    ['bun.lock', 'bun install'],
    ['bun.lockb', 'bun install'],
  ] as const
  return managers.find(([file]) => existsSync(join(root, file)))?.[1] ?? 'npm install'
}

/** Node takes slashes on Windows too, and shells do not stumble over them. */
function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}

function usage(code: string, message: string, remedy: string, cause?: unknown): PlansError {
  return new PlansError('usage', code, message, remedy, cause === undefined ? {} : { cause })
}
