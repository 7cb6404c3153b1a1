import { basename, dirname, join } from 'node:path'
import type { Adapter, LauncherPaths } from '../adapters/adapter.ts'
import { adapters } from '../adapters/adapters.ts'
import type { AgentId } from '../core/action.ts'
import { PlansError } from '../core/errors.ts'
import { formatPlanId } from '../core/plan/identifier.ts'
import { isBefore, readAgentVersion } from '../store/agent-version.ts'
import { homeOf } from '../store/folders.ts'
import { findInstallation, type Installation, readHookFiles } from '../store/installation.ts'
import type { Repository } from '../store/repository.ts'
import { isFolder, readTargetFile, type TargetFile, writeTargetFile } from '../store/settings-file.ts'
import { trustTexts } from '../store/trust.ts'
import { findHookHome, type HookHome, type HookHomeOptions } from './hook-home.ts'
import { planConfig } from './init-config.ts'

export interface InitOptions extends HookHomeOptions {
  /** Empty: those whose folder stands in the repository or in HOME. */
  agents: readonly AgentId[]
}

export interface InitWorld {
  repository: Repository
  environment: Record<string, string | undefined>
  randomBytes(length: number): Uint8Array
}

export interface FileChange {
  file: TargetFile
  /** For people: relative to the repository, or absolute. */
  shown: string
  after: string
  newMode: number
  /** A program of ours, copied as it is; not worth a diff. */
  copied: boolean
}

/** What init would do. Making it writes nothing. */
export interface InitPlan {
  agents: AgentId[]
  home: HookHome['kind']
  /** In the order of writing: settings last, so that no hook names what is not there yet. */
  changes: FileChange[]
  /** Configuration that init itself writes and therefore trusts. */
  trust: { path: string; text: string } | undefined
  notices: string[]
}

export function planInit(world: InitWorld, options: InitOptions): InitPlan {
  const root = requireRoot(world.repository)
  const installation = findInstallation()
  const home = findHookHome(root, options, installation.version, world.environment)
  const chosen = chooseAgents(root, options.agents, world.environment)
  const notices: string[] = []
  const config = planConfig(root, world.repository, () => formatPlanId(world.randomBytes(8)))
  const settings = chosen.map((adapter) => planSettings(adapter, home, root, world, notices))
  const all = [
    ...planCopies(home, root, installation),
    ...(config ? [{ ...config, newMode: 0o644, copied: false }] : []),
    ...settings,
  ]
  return {
    agents: chosen.map((adapter) => adapter.id),
    home: home.kind,
    changes: all.filter((change) => change.after !== change.file.text),
    trust: config?.trust ? { path: config.file.path, text: config.after } : undefined,
    notices,
  }
}

export function applyInit(plan: InitPlan, environment: Record<string, string | undefined>): void {
  for (const { file, after, newMode } of plan.changes) writeTargetFile(file, after, newMode)
  if (plan.trust) trustTexts([plan.trust], environment)
}

function requireRoot({ root }: Repository): string {
  if (root !== null) return root
  const message = 'This is a bare repository, which no agent works in.'
  throw new PlansError('usage', 'bare-repository', message, 'Run it in a clone with a work tree.')
}

function chooseAgents(root: string, named: readonly AgentId[], environment: InitWorld['environment']): Adapter[] {
  const all = Object.values(adapters)
  if (named.length > 0) return all.filter((adapter) => named.includes(adapter.id))
  const folders = [root, homeOf(environment)].filter((folder) => folder !== '')
  const found = all.filter((adapter) =>
    folders.some((folder) => isFolder(join(folder, dirname(adapter.settingsFile.project)))),
  )
  if (found.length > 0) return found
  throw new PlansError(
    'usage',
    'agent-missing',
    'No agent is named, and none has a folder here or in the home folder.',
    `Name it: ${all.map((adapter) => `--agent ${adapter.id}`).join(', ')}.`,
  )
}

function planCopies(home: HookHome, root: string, installation: Installation): FileChange[] {
  const { copyTo } = home
  if (copyTo === undefined) return []
  const boundary = home.scope === 'project' ? root : dirname(dirname(copyTo))
  return readHookFiles(installation).map(({ path, text, executable }) => {
    const file = readTargetFile(join(copyTo, path), boundary)
    const shown = home.scope === 'project' ? `.plans/hooks/${path}` : join(copyTo, path)
    return { file, shown, after: text, newMode: executable ? 0o755 : 0o644, copied: true }
  })
}

function planSettings(adapter: Adapter, home: HookHome, root: string, world: InitWorld, notices: string[]): FileChange {
  const project = { path: join(root, adapter.settingsFile.project), boundary: root }
  const place = home.scope === 'user' ? userSettings(adapter, world.environment) : project
  const file = readTargetFile(place.path, place.boundary)
  const shown = home.scope === 'user' ? place.path : adapter.settingsFile.project
  const launchers = launcherPaths(adapter, home, world, notices)
  const text = file.text ?? ''
  const after = editSettings(shown, () => adapter.addHooks(text, launchers))
  const hindrance = editSettings(shown, () => adapter.findHindrance(text))
  if (hindrance) notices.push(`${shown}: ${hindrance}; ${adapter.title} is not guarded until that is changed.`)
  const twice = home.scope === 'project' ? findUserHooks(adapter, world.environment) : undefined
  if (twice) notices.push(`${twice} holds hooks of git-plans too; ${adapter.title} will run them twice for each call.`)
  return { file, shown, after, newMode: 0o644, copied: false }
}

function launcherPaths(adapter: Adapter, home: HookHome, world: InitWorld, notices: string[]): LauncherPaths {
  const { execFormSince, closedSince } = adapter
  const version = closedSince ? readAgentVersion(adapter.program, world.environment) : undefined
  if (version && closedSince && isBefore(version, closedSince))
    notices.push(
      `${adapter.title} ${version.join('.')} lets a call pass when a hook fails to start; ${closedSince} and later deny it.`,
    )
  const form = version && execFormSince && isBefore(version, execFormSince) ? 'shell' : 'exec'
  return { folder: home.launchers, form, remedy: home.remedy }
}

function userSettings(adapter: Adapter, environment: InitWorld['environment']): { path: string; boundary: string } {
  const home = homeOf(environment)
  const moved = adapter.userFolderVariable && environment[adapter.userFolderVariable]
  if (moved) return { path: join(moved, basename(adapter.settingsFile.user)), boundary: moved }
  if (home !== '') return { path: join(home, adapter.settingsFile.user), boundary: home }
  throw new PlansError('usage', 'home-missing', 'Expected HOME to name a folder, found nothing.', 'Set HOME.')
}

/** Only for a notice, so a file that cannot be found, read or edited is none. */
function findUserHooks(adapter: Adapter, environment: InitWorld['environment']): string | undefined {
  try {
    const { path, boundary } = userSettings(adapter, environment)
    return adapter.hasHooks(readTargetFile(path, boundary).text ?? '') ? path : undefined
  } catch {
    return undefined
  }
}

function editSettings<Result>(shown: string, edit: () => Result): Result {
  try {
    return edit()
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    throw new PlansError(
      'usage',
      'settings-unreadable',
      `${shown}, ${cause.message}; nothing was written.`,
      `Mend ${shown}, then run it again.`,
      { cause },
    )
  }
}
