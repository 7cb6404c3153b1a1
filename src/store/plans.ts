import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { PlansError } from '../core/errors.ts'
import { parsePlan } from '../core/plan/document.ts'
import type { PlanDocument } from '../core/plan/plan.ts'

export interface PlanFile {
  /** Relative to the repository root, with `/`. */
  path: string
  absolute: string
  text: string
  document?: PlanDocument
  /** Why there is no document, or no text. */
  fault?: PlansError
}

const largestPlan = 1024 * 1024
// Windows has neither flag.
const noFollow = constants.O_NOFOLLOW ?? 0
const noBlock = constants.O_NONBLOCK ?? 0

/** A regular file of at most 1 MiB of UTF-8, not a link; else PlansError. */
export function readPlanFile(path: string): string {
  const entry = findEntry(path)
  if (!entry) throw new PlansError('usage', 'plan-not-found', `there is no file ${path}`, 'See `plans list`.')
  throwOnIrregular(entry, path)
  // Between the look and the opening the file may have become a link, or a pipe that never ends.
  const file = attempt(path, () => openSync(path, constants.O_RDONLY | noFollow | noBlock))
  try {
    throwOnIrregular(fstatSync(file), path)
    return decode(readUpTo(file, largestPlan + 1), path)
  } finally {
    closeSync(file)
  }
}

/** All Markdown files below `directory`, by path. Links are not followed; a linked file is named with its fault. */
export function findPlanFiles(root: string, directory: string): PlanFile[] {
  const folder = join(root, directory)
  throwOnLinkBelow(root, folder)
  if (!findEntry(folder)?.isDirectory()) return []
  return listMarkdown(folder).map((absolute) => {
    const path = relative(root, absolute).split(sep).join('/')
    let text = ''
    try {
      text = readPlanFile(absolute)
      return { path, absolute, text, document: parsePlan(text) }
    } catch (error) {
      if (error instanceof PlansError) return { path, absolute, text, fault: error }
      throw error
    }
  })
}

/** Creates the file and its parents, and never touches one that exists. Returns the absolute path. */
export function writeNewPlanFile(root: string, directory: string, path: string, text: string): string {
  const absolute = resolve(root, path)
  if (!isBelow(resolve(root, directory), absolute) || !isBelow(resolve(root), resolve(root, directory)))
    throw new PlansError(
      'usage',
      'plan-outside',
      `${path} is not below ${directory}`,
      'Write plans below the configured directory.',
    )
  throwOnLarge(Buffer.byteLength(text), path)
  throwOnLinkBelow(root, absolute)
  attempt(path, () => mkdirSync(dirname(absolute), { recursive: true }))
  writeNew(absolute, text, () => throwOnMoved(root, absolute))
  return absolute
}

/** Replaces the file in one step; readers see the old text or the new. Refused where it no longer holds `expectedText`. */
export function replacePlanFile(absolute: string, text: string, expectedText: string): void {
  throwOnLarge(Buffer.byteLength(text), absolute)
  const root = findRootAbove(absolute)
  if (root) throwOnLinkBelow(root, absolute)
  throwOnStale(absolute, expectedText)
  const temporary = `${absolute}.${randomBytes(6).toString('hex')}.tmp`
  writeNew(temporary, text)
  try {
    chmodSync(temporary, lstatSync(absolute).mode & 0o777)
    throwOnStale(absolute, expectedText)
    renameSync(temporary, absolute)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

function findEntry(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false })
}

function throwOnIrregular(entry: Stats, path: string): void {
  if (entry.isSymbolicLink()) throw linked(path)
  if (!entry.isFile()) throw unreadable('plan-not-a-file', `${path} is no regular file`)
  throwOnLarge(entry.size, path)
}

function throwOnLarge(bytes: number, path: string): void {
  if (bytes <= largestPlan) return
  throw new PlansError(
    'unverifiable',
    'plan-too-large',
    `${path} has ${bytes} bytes, at most ${largestPlan} are read`,
    'Split the plan, and keep data in files of their own.',
  )
}

/** Every part of the path below the root; what is above it (a linked HOME) is the person's own. */
function throwOnLinkBelow(root: string, target: string): void {
  let path = resolve(root)
  for (const part of relative(path, resolve(target)).split(sep)) {
    path = join(path, part)
    const entry = findEntry(path)
    if (!entry) return
    if (entry.isSymbolicLink()) throw linked(path)
    if (path !== resolve(target) && !entry.isDirectory()) throw unreadable('plan-not-a-folder', `${path} is no folder`)
  }
}

/** A folder may have been swapped for a link between the look and the writing. */
function throwOnMoved(root: string, absolute: string): void {
  const folder = dirname(absolute)
  if (realpathSync(folder) !== join(realpathSync(root), relative(resolve(root), folder))) throw linked(folder)
}

function throwOnStale(absolute: string, expectedText: string): void {
  if (readPlanFile(absolute) === expectedText) return
  throw new PlansError(
    'stale',
    'plan-changed',
    `${absolute} was changed by someone else meanwhile`,
    'Look at it again with `plans show`, then repeat the command.',
  )
}

function isBelow(folder: string, path: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

function findRootAbove(path: string): string | undefined {
  const folder = dirname(path)
  if (folder === path) return undefined
  return findEntry(join(folder, '.git')) ? folder : findRootAbove(folder)
}

function listMarkdown(folder: string): string[] {
  const entries = attempt(folder, () => readdirSync(folder, { withFileTypes: true }))
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return listMarkdown(path)
      return entry.name.endsWith('.md') ? [path] : []
    })
}

/** `wx`: fails where anything has that name, also a link to nothing. */
function writeNew(path: string, text: string, check: () => void = () => {}): void {
  const file = attempt(path, () => openSync(path, 'wx'))
  try {
    check()
    writeFileSync(file, text)
    fsyncSync(file)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

function readUpTo(file: number, limit: number): Buffer {
  const buffer = Buffer.alloc(limit)
  let length = 0
  while (length < limit) {
    const read = readSync(file, buffer, length, limit - length, null)
    if (read === 0) break
    length += read
  }
  return buffer.subarray(0, length)
}

/** The byte-order mark is kept: a plan is stored byte by byte. */
function decode(bytes: Buffer, path: string): string {
  throwOnLarge(bytes.length, path)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    throw unreadable('plan-not-utf8', `${path} is not UTF-8 text`, error)
  }
}

function attempt<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'EEXIST')
      throw new PlansError(
        'usage',
        'plan-exists',
        `${path} exists already`,
        'Nothing was written; take another name.',
        { cause: error },
      )
    if (code === 'ELOOP') throw linked(path)
    throw unreadable('plan-inaccessible', `${path} cannot be opened (${code ?? String(error)})`, error)
  }
}

function linked(path: string): PlansError {
  return unreadable('plan-linked', `${path} is a link; plans are not read or written through links`)
}

function unreadable(code: string, message: string, cause?: unknown): PlansError {
  return new PlansError('unverifiable', code, message, 'Put a regular Markdown file in its place.', { cause })
}
