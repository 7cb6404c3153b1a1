import { PlansError } from '../core/errors.ts'
import type { ChainCommit, ChainFault, TreeChange } from '../core/ledger/chain.ts'
import { type GitCommit, type GitObject, parseCommit, readObjects } from './git-objects.ts'
import { nameTreeOf } from './ledger-tree.ts'
import { readOptional, splitLines } from './lines.ts'
import type { Repository } from './repository.ts'

/** Commits of the ledger, oldest first. */
export async function readCommitNames(repository: Repository, tip: string): Promise<string[]> {
  // The commit-graph file is a cache beside the objects that could tell of other parents than they do.
  const args = ['-c', 'core.commitGraph=false', 'rev-list', '--first-parent', '--reverse', tip, '--']
  return splitLines(await repository.git.run(args))
}

/** A shallow clone ends the chain early, which must not look like a chain that was cut. */
export async function throwOnShallow(repository: Repository, oldest: string | undefined): Promise<void> {
  if (oldest === undefined) return
  const path = await repository.git.run(['rev-parse', '--path-format=absolute', '--git-path', 'shallow'])
  if (!readOptional(path.trimEnd()).split('\n').includes(oldest)) return
  throw new PlansError(
    'unverifiable',
    'ledger-shallow',
    `Expected the whole ledger, this clone has it from commit ${oldest} on only.`,
    'git fetch --unshallow',
  )
}

/** The whole chain as git has it, with every byte checked against its name. */
export async function readChain(
  repository: Repository,
  tip: string,
): Promise<{ commits: ChainCommit[]; faults: ChainFault[] }> {
  const names = await readCommitNames(repository, tip)
  await throwOnShallow(repository, names[0])
  const objects = await readObjects(repository.git, names)
  const commits = names.map((commit, index) => ({ commit, ...parseFound(objects[index]) }))
  const changes = await readTreeChanges(repository, commits)
  const faults = objects.flatMap((object, index) =>
    object?.intact ? [] : [damaged(names[index] ?? '', index + 1, 'the commit')],
  )
  const contents = await readAdded(repository, changes)
  const chain = commits.map(({ commit, parents, message }): ChainCommit => {
    const own = changes.get(commit) ?? []
    return { commit, parents, message, changes: own.map((change) => withText(change, contents)) }
  })
  const last = commits.at(-1)
  const fault = last && findTreeFault(chain, last)
  return { commits: chain, faults: fault ? [...faults, fault] : faults }
}

function parseFound(object: GitObject | undefined): GitCommit {
  return object ? parseCommit(object.content) : { tree: '', parents: [], message: '' }
}

async function readTreeChanges(
  repository: Repository,
  commits: (GitCommit & { commit: string })[],
): Promise<Map<string, TreeChange[]>> {
  // Each line names the one tree to compare with, so that a merge is seen as its first parent's child.
  const input = commits.map(({ commit, parents }) => `${commit}${parents[0] ? ` ${parents[0]}` : ''}\n`).join('')
  const flags = ['--stdin', '-r', '-z', '--root', '--raw', '--no-renames', '--no-abbrev', '--always']
  const tokens = (await repository.git.run(['diff-tree', ...flags], { input })).split('\0')
  const changes = new Map<string, TreeChange[]>()
  let current: TreeChange[] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] ?? ''
    if (token.startsWith(':')) {
      index++
      current.push(parseChange(token, tokens[index] ?? ''))
    } else if (token !== '') {
      current = []
      changes.set(token.trim(), current)
    }
  }
  return changes
}

function parseChange(raw: string, path: string): TreeChange {
  const [oldMode = '', mode = '', , blob = '', letter = ''] = raw.slice(1).split(' ')
  const status = letter === 'A' ? 'added' : letter === 'D' ? 'removed' : 'changed'
  return { status, path, mode: status === 'removed' ? oldMode : mode, blob }
}

async function readAdded(
  repository: Repository,
  changes: Map<string, TreeChange[]>,
): Promise<Map<string, GitObject | undefined>> {
  const added = [...changes.values()].flat().filter((change) => change.status === 'added')
  const names = [...new Set(added.filter((change) => change.mode.startsWith('100')).map((change) => change.blob))]
  const objects = await readObjects(repository.git, names)
  return new Map(names.map((name, index) => [name, objects[index]]))
}

function withText(change: TreeChange, contents: Map<string, GitObject | undefined>): TreeChange {
  const object = change.status === 'added' ? contents.get(change.blob) : undefined
  return object?.type === 'blob' && object.intact ? { ...change, text: object.content.toString('utf8') } : change
}

/** Puts all changes together and compares with the tip: catches tree objects whose bytes were replaced on disk. */
function findTreeFault(chain: ChainCommit[], last: GitCommit & { commit: string }): ChainFault | undefined {
  const files = new Map<string, { mode: string; blob: string }>()
  for (const change of chain.flatMap((commit) => commit.changes))
    if (change.status === 'removed') files.delete(change.path)
    else files.set(change.path, { mode: change.mode, blob: change.blob })
  const expected = nameTreeOf(files, last.commit.length)
  if (expected === last.tree) return undefined
  const detail = `tree is ${last.tree}, its files make ${expected}`
  return { code: 'tree-mismatch', seq: chain.length, commit: last.commit, detail }
}

function damaged(commit: string, seq: number, what: string): ChainFault {
  return { code: 'object-damaged', seq, commit, detail: `${what} is missing, or its bytes are not those of its name` }
}
