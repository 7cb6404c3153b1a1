import { existsSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

import { PlansError } from '../core/errors.ts'
import { type Environment, type Git, openGit } from './git.ts'

export interface Repository {
  /** Work tree; null in a bare repository. */
  root: string | null
  gitDir: string
  /** The git directory that all work trees share. */
  commonDir: string
  bare: boolean
  /** State of this work tree, absolute; may not exist yet. */
  stateFolder: string
  /** State that all work trees share, absolute; may not exist yet. */
  commonFolder: string
  git: Git
  environment: Environment
}

/** Finds the repository around `cwd` and creates nothing. */
export async function openRepository(cwd: string, environment: Environment): Promise<Repository> {
  const bareDir = findBare(cwd)
  const git = openGit(cwd, environment, bareDir)
  const names = ['--absolute-git-dir', '--git-common-dir', '--git-path', 'plans']
  if (bareDir === undefined) names.push('--show-toplevel')
  let output: string
  try {
    output = await git.run(['rev-parse', '--path-format=absolute', ...names])
  } catch (cause) {
    throw notARepository(cwd, cause)
  }
  const [gitDir = '', commonDir = '', stateFolder = '', root = null] = output.trimEnd().split('\n')
  return {
    root,
    gitDir,
    commonDir,
    bare: root === null,
    stateFolder,
    commonFolder: join(commonDir, 'plans'),
    // From the root, so that a path in a revision or pathspec means the same wherever the command was started.
    git: root === null ? git : openGit(root, environment),
    environment,
  }
}

/** The branch, born or not; without one the head branch that CI names, else `_detached`. */
export async function findBranch(repository: Repository): Promise<string> {
  const symbolic = await repository.git.run(['symbolic-ref', '--quiet', 'HEAD'], { okExitCodes: [1] })
  if (symbolic !== '') return symbolic.trimEnd().replace(/^refs\/heads\//, '')
  return repository.environment['GITHUB_HEAD_REF'] || '_detached'
}

/** The person's principal, `git:<lower-case address>`. An address that git would make up from the host name is none. */
export async function readIdentity(repository: Repository): Promise<string> {
  const { email } = await readIdent(repository)
  return `git:${email.toLowerCase()}`
}

export async function readIdent(repository: Repository): Promise<{ name: string; email: string }> {
  const { git, environment } = repository
  const read = async (args: string[], extra: Environment): Promise<string> =>
    git.run([...args, 'var', 'GIT_COMMITTER_IDENT'], { okExitCodes: [1, 128], environment: extra })
  const configuredOnly = ['-c', 'user.useConfigOnly=true']
  const ident =
    (await read(configuredOnly, {})) ||
    // Only the address is needed: where no name can be found, the address stands in for it.
    (await read(configuredOnly, { GIT_COMMITTER_NAME: '-' })) ||
    (environment['EMAIL'] ? await read([], { GIT_COMMITTER_NAME: '-' }) : '')
  const found = /^(.*) <([^<>]+)> \d+ [+-]\d{4}\s*$/.exec(ident)
  const [, name = '', email = ''] = found ?? []
  if (!email.includes('@')) throw identityMissing()
  return { name: name === '-' ? email : name, email }
}

/**
 * A bare repository is opened only where the person stands right in its folder, and never below a work tree: there it
 * may have come with the checkout, configuration and all.
 */
function findBare(cwd: string): string | undefined {
  if (!existsSync(cwd)) return undefined
  const folder = realpathSync(cwd)
  if (!['HEAD', 'objects', 'refs'].every((name) => existsSync(join(folder, name)))) return undefined
  if (existsSync(join(folder, '.git'))) return undefined
  for (let parent = dirname(folder), last = folder; parent !== last; last = parent, parent = dirname(parent))
    if (existsSync(join(parent, '.git'))) return undefined
  return folder
}

function notARepository(cwd: string, cause: unknown): PlansError {
  const why = cause instanceof PlansError ? cause.message : String(cause)
  return new PlansError(
    'usage',
    'not-a-repository',
    `Expected a git repository at ${resolve(cwd)}, found none that git opens.`,
    'Change into a work tree, or run `git init` first.',
    { cause, details: [why] },
  )
}

function identityMissing(): PlansError {
  return new PlansError(
    'usage',
    'identity-missing',
    'Expected an e-mail address as your git identity, none is configured.',
    'git config user.email you@example.com',
  )
}
