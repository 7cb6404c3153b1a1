import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { PlansError } from '../core/errors.ts'
import type { ApprovalRules } from '../core/ledger/approval-rules.ts'
import { parseOwners } from '../core/ledger/owners.ts'
import { applySettings, soloRules, teamRules, tightenRules } from '../core/ledger/presets.ts'
import type { ApprovalSettings } from '../core/policy/config.ts'
import { readBaseFile, readBaseSettings } from './base-settings.ts'
import { splitLines } from './lines.ts'
import type { Repository } from './repository.ts'

/** The branch that decides who may approve. `ref` is for git, `name` for people. */
export interface Base {
  ref: string
  name: string
}

const ownersPath = '.plans/OWNERS'

/** `configured` is `auto` or what `--base` or the configuration names; null: there is no remote base. */
export async function readBase(repository: Repository, configured: string, remote: string): Promise<Base | null> {
  if (configured === 'auto') return findRemoteBase(repository, remote)
  // What was fetched goes before a local branch of that name, which anyone at this machine can move.
  const refs = [
    `refs/remotes/${remote}/${configured}`,
    `refs/remotes/${configured}`,
    `refs/heads/${configured}`,
    configured,
  ]
  for (const ref of refs) {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`]
    const commit = (await repository.git.run(args, { okExitCodes: [1, 128] })).trimEnd()
    if (commit !== '') return { ref: ref.startsWith('refs/') ? ref : commit, name: nameOf(ref) }
  }
  throw new PlansError(
    'unverifiable',
    'base-missing',
    `Expected the base \`${configured}\` in this clone, there is no such commit.`,
    `git fetch ${remote}`,
  )
}

/** `approvals` is what the work tree's configuration says: it may only tighten what stands on the base. */
export async function readApprovalRules(
  repository: Repository,
  options: { base: Base | null; approvals?: ApprovalSettings | undefined; autoApprove: boolean },
): Promise<ApprovalRules> {
  const preset = options.base
    ? await readBaseRules(repository, options.base)
    : isMarkedTeam(repository)
      ? teamRules('local', [], true)
      : soloRules()
  return { ...tightenRules(preset, options.approvals ?? {}), allowAuto: options.autoApprove }
}

/** Principals of everybody who wrote the file on this branch: author, committer, co-authors. */
export async function findAuthors(
  repository: Repository,
  { baseRef, path, head = 'HEAD' }: { baseRef: string | null; path: string; head?: string },
): Promise<string[]> {
  if (!(await repository.git.succeeds(['rev-parse', '--verify', '--quiet', `${head}^{commit}`]))) return []
  const range = baseRef === null ? [head] : [head, `^${baseRef}`]
  // Addresses as written: a .mailmap in the work tree must not turn one person into another.
  const format = '--format=%ae%n%ce%n%B'
  const args = ['log', '--full-history', '--follow', '--no-mailmap', '-z', format, ...range, '--', `:(literal)${path}`]
  const commits = (await repository.git.run(args)).split('\0')
  const addresses = commits.flatMap((commit) => {
    const [author = '', committer = '', ...message] = commit.split('\n')
    const together = message.flatMap((line) => /^\s*co-authored-by:.*<([^<>]+)>/i.exec(line)?.[1] ?? [])
    return [author, committer, ...together]
  })
  return [...new Set(addresses.filter((address) => address !== '').map((address) => `git:${address.toLowerCase()}`))]
}

export interface Change {
  path: string
  /** The old path of a rename; both count. */
  from?: string
  /** Git's letter: A, M, D, T, R. */
  status: string
}

export async function readChanges(repository: Repository, from: string, to: string): Promise<Change[]> {
  const flags = ['-r', '-z', '--name-status', '-M', '--no-ext-diff', '--ignore-submodules=none']
  const tokens = (await repository.git.run(['diff-tree', ...flags, '--end-of-options', from, to])).split('\0')
  const changes: Change[] = []
  while (tokens.length > 1) {
    const status = (tokens.shift() ?? '').slice(0, 1)
    const first = tokens.shift() ?? ''
    changes.push(status === 'R' ? { path: tokens.shift() ?? '', from: first, status } : { path: first, status })
  }
  return changes
}

export async function readDiffStatistics(
  repository: Repository,
  from: string,
  to: string,
): Promise<{ files: number; insertions: number; deletions: number }> {
  const summary = await repository.git.porcelain.diffSummary(['--no-ext-diff', '--no-textconv', from, to])
  return { files: summary.changed, insertions: summary.insertions, deletions: summary.deletions }
}

async function findRemoteBase(repository: Repository, remote: string): Promise<Base | null> {
  const [head, ...branches] = ['HEAD', 'main', 'master'].map((name) => `refs/remotes/${remote}/${name}`)
  const output = await repository.git.run(['for-each-ref', '--format=%(refname) %(symref)', head ?? '', ...branches])
  const targets = new Map(splitLines(output).map((line) => line.split(' ') as [string, string]))
  const ref = targets.get(head ?? '') || branches.find((branch) => targets.has(branch))
  return ref === undefined ? null : { ref, name: nameOf(ref) }
}

function nameOf(ref: string): string {
  return ref.replace(/^refs\/(?:remotes|heads)\//, '')
}

async function readBaseRules(repository: Repository, base: Base): Promise<ApprovalRules> {
  const text = await readBaseFile(repository.git, base.ref, ownersPath)
  const settings = await readBaseSettings(repository.git, base.ref)
  if (text === undefined && !isMarkedTeam(repository)) return applySettings(soloRules(), settings)
  markTeam(repository)
  const rules = teamRules(base.name, parseOwners(text ?? ''), await hasKnownForge(repository, base))
  return applySettings(rules, settings)
}

/** Once a team, always a team: deleting the remote's refs or OWNERS must not open the gate of a clone. */
function markTeam(repository: Repository): void {
  if (isMarkedTeam(repository)) return
  mkdirSync(repository.commonFolder, { recursive: true })
  writeFileSync(teamMarker(repository), '')
}

function isMarkedTeam(repository: Repository): boolean {
  return existsSync(teamMarker(repository))
}

function teamMarker(repository: Repository): string {
  return join(repository.commonFolder, 'team')
}

async function hasKnownForge(repository: Repository, base: Base): Promise<boolean> {
  const urls = await repository.git.run(['config', '--get-regexp', '^remote\\..*\\.url$'], { okExitCodes: [1] })
  const url = splitLines(urls).find((line) => base.name.startsWith(`${/^remote\.(.*)\.url /.exec(line)?.[1]}/`))
  return /(?:^|[/@.])(?:github|gitlab)\.[^/:]+[/:]/i.test(url?.split(' ')[1] ?? '')
}
