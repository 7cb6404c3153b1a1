import { chmodSync, readFileSync, statSync } from 'node:fs'
import { sep } from 'node:path'
import { PlansError } from '../core/errors.ts'
import { writeAtomically } from './atomic-write.ts'
import { resolveRealPath } from './paths.ts'

/** A file that `init` may change, read before anything is written. */
export interface TargetFile {
  /** Real path: a link that stays inside is written through, so that it stays a link. */
  path: string
  text: string | undefined
  mode: number | undefined
}

/** Refuses a path that leads out of the folder it belongs to: a repository must not make us write elsewhere. */
export function readTargetFile(path: string, boundary: string): TargetFile {
  const real = resolveRealPath(path)
  if (!isBelow(real, resolveRealPath(boundary))) throw leadsOut(path, real)
  const stat = statSync(real, { throwIfNoEntry: false })
  if (stat === undefined) return { path: real, text: undefined, mode: undefined }
  if (!stat.isFile()) throw notAFile(path)
  return { path: real, text: readFileSync(real, 'utf8'), mode: stat.mode & 0o7777 }
}

/** Whole or not at all, and only over what was read; the file keeps its mode. */
export function writeTargetFile(file: TargetFile, text: string, newMode: number): void {
  const stat = statSync(file.path, { throwIfNoEntry: false })
  const present = stat === undefined ? undefined : readFileSync(file.path, 'utf8')
  if (present !== file.text || resolveRealPath(file.path) !== file.path) throw movedMeanwhile(file.path)
  const mode = file.mode ?? newMode
  writeAtomically(file.path, text, mode)
  if ((statSync(file.path).mode & 0o7777) !== mode && file.mode !== undefined) chmodSync(file.path, mode)
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`)
}

function leadsOut(path: string, real: string): PlansError {
  return new PlansError(
    'usage',
    'settings-link',
    `${path} leads to ${real}, outside the folder it belongs to; nothing was written.`,
    'Replace the link by a file or folder of its own, then run it again.',
  )
}

function notAFile(path: string): PlansError {
  return new PlansError('usage', 'settings-not-a-file', `${path} is not a file.`, 'Move it away, then run it again.')
}

function movedMeanwhile(path: string): PlansError {
  return new PlansError('stale', 'file-changed', `${path} changed while it was being edited.`, 'Run it again.')
}
