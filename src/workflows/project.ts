import { formatCanonicalJson } from '../core/canonical-json.ts'
import { PlansError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import type { ApprovalRules } from '../core/ledger/approval-rules.ts'
import type { Actor, Subject } from '../core/ledger/record.ts'
import type { Config } from '../core/policy/config.ts'
import type { CompiledPolicy } from '../core/policy/policy.ts'
import { type Base, readApprovalRules, readBase } from '../store/base.ts'
import { readConfig } from '../store/config.ts'
import { findBranch, openRepository, type Repository, readIdentity } from '../store/repository.ts'
import { sha256 } from '../store/sha256.ts'
import type { World } from './world.ts'

/** A repository with its configuration, opened once a command. */
export interface Project {
  world: World
  repository: Repository
  branch: string
  config: Config
  policy: CompiledPolicy
  /** Ref of the ledger. */
  ref: string
}

export async function openProject(world: World): Promise<Project> {
  const repository = await openRepository(world.cwd, world.environment)
  const { config, policy } = readConfig({
    root: repository.root,
    commonFolder: repository.commonFolder,
    stateFolder: repository.stateFolder,
    environment: world.environment,
  })
  return { world, repository, branch: await findBranch(repository), config, policy, ref: config.ledger.ref }
}

/** The work tree, for commands that read or write plan files. */
export function workTreeOf({ repository }: Project): string {
  if (repository.root !== null) return repository.root
  throw new PlansError(
    'usage',
    'bare-repository',
    'Expected a work tree, this is a bare repository.',
    'Run it in a clone; `plans audit` works here.',
  )
}

/** Identity of the repository in records: an approval that is copied to another one is void. */
export function repositoryIdOf({ config }: Project): string {
  if (config.repository !== undefined) return config.repository
  throw new PlansError(
    'usage',
    'repository-missing',
    'Expected the key `repository` in the configuration, which names this repository in records; there is none.',
    'Run `plans init`, which mints it.',
  )
}

export interface Rules {
  base: Base | null
  rules: ApprovalRules
  /** Names the rules in records. */
  digest: string
}

/** `base` is what `--base` names; without it the configuration decides. */
export async function readRules(project: Project, base?: string): Promise<Rules> {
  const { repository, config } = project
  const found = await readBase(repository, base ?? config.base, config.ledger.remote)
  const rules = await readApprovalRules(repository, {
    base: found,
    approvals: config.approvals,
    autoApprove: config.headless.autoApprove,
  })
  return { base: found, rules, digest: sha256(formatCanonicalJson(rules as unknown as Json)) }
}

export async function actorOf(project: Project, via: Actor['via'], agent?: string): Promise<Actor> {
  const id = await readIdentity(project.repository)
  const interactive = via === 'tty' || via === 'dialog'
  return { id, via, interactive, ...(agent === undefined ? {} : { agent }) }
}

export function subjectOf(project: Project): Subject {
  return { repo: repositoryIdOf(project), branch: project.branch }
}

/** Commit names for a record; absent before the first commit. */
export async function findCommits(project: Project, base: Base | null): Promise<{ base?: string; head?: string }> {
  const { git } = project.repository
  const head = await nameOf(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])
  const start = base === null || head === undefined ? undefined : await nameOf(['merge-base', base.ref, 'HEAD'])
  return { ...(start === undefined ? {} : { base: start }), ...(head === undefined ? {} : { head }) }

  async function nameOf(args: string[]): Promise<string | undefined> {
    return (await git.run(args, { okExitCodes: [1, 128] })).trim() || undefined
  }
}
