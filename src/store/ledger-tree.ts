import { PlansError } from '../core/errors.ts'
import type { Git } from './git.ts'
import { formatTree, isFolder, nameObject, type ObjectReader, parseTree, type TreeEntry } from './git-objects.ts'

/** Trees made for one commit. Only those on the way to an added file are read and written. */
export interface TreeDraft {
  /** Name of the root tree; `undefined` before anything is in it. */
  root: string | undefined
  made: Map<string, TreeEntry[]>
}

const emptyTree: TreeEntry[] = []

export async function readTree(reader: ObjectReader, name: string | undefined): Promise<TreeEntry[]> {
  if (name === undefined) return emptyTree
  const object = await reader.read(name)
  if (object?.type !== 'tree') throw missingTree(name)
  return parseTree(object.content, object.name.length)
}

/** Adds a file; one that stands there with the same content changes nothing. */
export async function addFile(
  reader: ObjectReader,
  draft: TreeDraft,
  file: { path: string; blob: string },
): Promise<TreeDraft> {
  const made = new Map(draft.made)
  const put = async (tree: string | undefined, [name = '', ...rest]: string[]): Promise<string> => {
    const entries = (tree === undefined ? undefined : made.get(tree)) ?? (await readTree(reader, tree))
    const standing = entries.find((entry) => entry.name === name)
    const entry: TreeEntry =
      rest.length === 0
        ? { mode: '100644', name, object: file.blob }
        : { mode: '040000', name, object: await put(standing?.object, rest) }
    if (tree !== undefined && standing?.object === entry.object && standing.mode === entry.mode) return tree
    const changed = [...entries.filter((other) => other !== standing), entry]
    const made_ = nameObject('tree', formatTree(changed), file.blob.length)
    made.set(made_, changed)
    return made_
  }
  return { root: await put(draft.root, file.path.split('/')), made }
}

/** Writes every tree of the draft in one process. Names are known beforehand, so none needs to wait for another. */
export async function writeTrees(git: Git, draft: TreeDraft): Promise<string> {
  const trees = [...draft.made]
  const input = trees
    .map(([, entries]) => entries.map((entry) => `${formatEntry(entry)}\0`).join(''))
    .map((tree) => `${tree}\0`)
    .join('')
  const output = await git.run(['mktree', '--batch', '--missing', '-z'], { input })
  const written = output.trimEnd().split('\n')
  const wrong = trees.find(([name], index) => written[index] !== name)
  if (wrong || draft.root === undefined) throw missingTree(wrong?.[0] ?? 'root')
  return draft.root
}

/** Name of the tree that holds exactly these files, computed without git. */
export function nameTreeOf(files: Map<string, { mode: string; blob: string }>, nameLength: number): string {
  const folders = new Map<string, Map<string, { mode: string; blob: string }>>()
  const entries: TreeEntry[] = []
  for (const [path, file] of files) {
    const slash = path.indexOf('/')
    if (slash < 0) {
      entries.push({ mode: file.mode, name: path, object: file.blob })
      continue
    }
    const name = path.slice(0, slash)
    const folder = folders.get(name) ?? new Map<string, { mode: string; blob: string }>()
    folder.set(path.slice(slash + 1), file)
    folders.set(name, folder)
  }
  for (const [name, folder] of folders) entries.push({ mode: '040000', name, object: nameTreeOf(folder, nameLength) })
  return nameObject('tree', formatTree(entries), nameLength)
}

function formatEntry(entry: TreeEntry): string {
  return `${entry.mode} ${isFolder(entry) ? 'tree' : 'blob'} ${entry.object}\t${entry.name}`
}

export function missingTree(name: string): PlansError {
  return new PlansError(
    'unverifiable',
    'tree-unreadable',
    `The ledger's tree ${name} could not be read or written.`,
    'Run `git fsck`, then fetch the ledger again.',
  )
}
