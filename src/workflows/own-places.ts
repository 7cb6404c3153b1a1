import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsPlaces } from '../adapters/settings-places.ts'
import { dataHome, stateHome } from '../store/folders.ts'
import { resolveRealPath } from '../store/paths.ts'
import type { HookWorld } from './hook-world.ts'

/** In every command that `init` writes into an agent's settings. */
const marker = 'git-plans'

/** Bundles and launchers of this installation, of vendored copies and of user installations. */
export function ownPrograms(world: HookWorld, bundleFolder: string): string[] {
  const installed = ['decide.cjs', 'shell.cjs', 'parser.cjs', 'record.cjs', '../hooks', '../bin'].map((name) =>
    join(bundleFolder, name),
  )
  const vendored = world.worktree ? [join(world.worktree.root, '.plans/hooks')] : []
  return [...installed, ...vendored, join(dataHome(world.environment), 'git-plans')].map((path) =>
    resolveRealPath(path),
  )
}

export function stateFolders(world: HookWorld): string[] {
  const common = world.worktree ? [join(world.worktree.commonDir, 'plans')] : []
  const folders = [world.stateFolder, ...common, join(stateHome(world.environment), 'git-plans')]
  return [...new Set(folders.map((folder) => resolveRealPath(folder)))]
}

/** Whether a settings file with our hooks stands at the path, or below it when the whole of it is removed. */
export function holdsOurHooks(path: string, removed: boolean, world: HookWorld): boolean {
  const homes = [...(world.worktree ? [world.worktree.root] : []), world.home]
  const files = homes.flatMap((home) => settingsPlaces.map((place) => resolveRealPath(join(home, place))))
  return files.some((file) => (file === path || (removed && file.startsWith(`${path}/`))) && namesUs(file))
}

function namesUs(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').includes(marker)
  } catch {
    return false
  }
}
