import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'

import { PlansError } from '../core/errors.ts'
import type { Git } from './git.ts'

export interface GitObject {
  name: string
  type: string
  content: Buffer
  /** False where the bytes are not those of the name; git itself does not look. */
  intact: boolean
}

/** Answers one name after the other from a single process; names may be anything `git rev-parse` reads. */
export interface ObjectReader {
  read(name: string): Promise<GitObject | undefined>
  close(): void
}

export interface TreeEntry {
  mode: string
  name: string
  object: string
}

export interface GitCommit {
  tree: string
  parents: string[]
  message: string
}

/** Git's own name of an object; `length` is that of the repository's names, 40 (SHA-1) or 64 (SHA-256). */
export function nameObject(type: string, content: Buffer, length: number): string {
  const hash = createHash(length === 64 ? 'sha256' : 'sha1')
  return hash.update(`${type} ${content.length}\0`).update(content).digest('hex')
}

export function openObjectReader(git: Git): ObjectReader {
  const { stdin, stdout } = git.start(['cat-file', '--batch'])
  const taker = openTaker(stdout)
  return {
    async read(name) {
      stdin.write(`${name}\n`)
      const header = parseHeader((await taker.takeLine()).toString('utf8'))
      if (!header) return undefined
      const content = await taker.take(header.size)
      await taker.take(1)
      return toObject(header, content)
    },
    close: () => stdin.end(),
  }
}

/** Many objects by their full names in one go, in the same order. */
export async function readObjects(git: Git, names: string[]): Promise<(GitObject | undefined)[]> {
  if (names.length === 0) return []
  const output = await git.runBuffer(['cat-file', '--batch', '--buffer'], { input: `${names.join('\n')}\n` })
  let offset = 0
  return names.map(() => {
    const end = output.indexOf(10, offset)
    const header = parseHeader(output.toString('utf8', offset, end))
    offset = end + 1
    if (!header) return undefined
    const content = output.subarray(offset, offset + header.size)
    offset += header.size + 1
    return toObject(header, content)
  })
}

interface Header {
  name: string
  type: string
  size: number
}

function parseHeader(line: string): Header | undefined {
  const found = /^([0-9a-f]{40}|[0-9a-f]{64}) ([a-z]+) (\d+)$/.exec(line)
  if (!found) return undefined
  const [, name = '', type = '', size] = found
  return { name, type, size: Number(size) }
}

function toObject({ name, type }: Header, content: Buffer): GitObject {
  return { name, type, content, intact: nameObject(type, content, name.length) === name }
}

function openTaker(stream: Readable): { take(size: number): Promise<Buffer>; takeLine(): Promise<Buffer> } {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let rest: Buffer = Buffer.alloc(0)
  const more = async (): Promise<void> => {
    const next = await chunks.next()
    if (next.done) throw endedEarly()
    rest = rest.length === 0 ? next.value : Buffer.concat([rest, next.value])
  }
  const take = async (size: number): Promise<Buffer> => {
    while (rest.length < size) await more()
    const taken = rest.subarray(0, size)
    rest = rest.subarray(size)
    return taken
  }
  const takeLine = async (): Promise<Buffer> => {
    while (!rest.includes(10)) await more()
    const line = await take(rest.indexOf(10))
    await take(1)
    return line
  }
  return { take, takeLine }
}

function endedEarly(): PlansError {
  const message = '`git cat-file --batch` ended before it had answered.'
  return new PlansError('unverifiable', 'git-failed', message, 'Run `git fsck`, mend what it names, then try again.')
}

export function parseTree(content: Buffer, nameLength: number): TreeEntry[] {
  const entries: TreeEntry[] = []
  const size = nameLength / 2
  for (let offset = 0; offset < content.length; ) {
    const space = content.indexOf(32, offset)
    const end = content.indexOf(0, space)
    entries.push({
      mode: content.toString('latin1', offset, space).padStart(6, '0'),
      name: content.toString('utf8', space + 1, end),
      object: content.toString('hex', end + 1, end + 1 + size),
    })
    offset = end + 1 + size
  }
  return entries
}

/** The bytes of a tree object; git sorts folders as if their names ended in a slash. */
export function formatTree(entries: TreeEntry[]): Buffer {
  const key = (entry: TreeEntry): Buffer => Buffer.from(isFolder(entry) ? `${entry.name}/` : entry.name)
  const sorted = entries.map((entry) => ({ entry, key: key(entry) })).sort((a, b) => Buffer.compare(a.key, b.key))
  return Buffer.concat(
    sorted.flatMap(({ entry }) => [
      Buffer.from(`${entry.mode.replace(/^0/, '')} ${entry.name}\0`),
      Buffer.from(entry.object, 'hex'),
    ]),
  )
}

export function isFolder(entry: TreeEntry): boolean {
  return entry.mode === '040000'
}

export function parseCommit(content: Buffer): GitCommit {
  const text = content.toString('utf8')
  const end = text.indexOf('\n\n')
  const headers = text.slice(0, end < 0 ? undefined : end).split('\n')
  const valuesOf = (name: string): string[] =>
    headers.filter((header) => header.startsWith(`${name} `)).map((header) => header.slice(name.length + 1))
  return {
    tree: valuesOf('tree')[0] ?? '',
    parents: valuesOf('parent'),
    message: end < 0 ? '' : text.slice(end + 2),
  }
}
