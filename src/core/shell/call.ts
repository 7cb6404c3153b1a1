import type { Argument } from './argument.ts'
import { isDestructiveTarget, widestPath } from './destructive.ts'
import type { Effect } from './effect.ts'
import { isSecretPath } from './paths.ts'
import type { Run, Scope } from './scope.ts'
import { resolveArgument, resolveText } from './words.ts'

/** Distributes over the union, so that each kind keeps its own fields. */
type Detail = Effect extends infer E ? (E extends Effect ? Omit<E, 'span' | 'program'> : never) : never

/** One program about to be judged: its words, and the ways to say what it does. */
export interface Call {
  program: string
  args: Argument[]
  /** What it reads from a heredoc or here-string, where that is known. */
  input: Argument | undefined
  span: [number, number]
  scope: Scope
  run: Run
  /** Judges further words as a command of their own. */
  runWords(words: Argument[], wrapper: string, scope?: Scope): void
  /** Judges a text as a script of its own. */
  runText(text: Argument, scope: Scope): void
}

type Site = Pick<Call, 'program' | 'span' | 'scope' | 'run'>

export function add(site: Site, detail: Detail): void {
  site.run.effects.push({ ...detail, span: site.span, program: site.program } as Effect)
}

export function addUnknown(site: Site, what: string): void {
  add(site, { kind: 'unknown', what })
}

export function addRead(site: Site, argument: Argument): void {
  addReadPath(site, resolveArgument(argument, site.scope))
}

export function addReadText(site: Site, path: string): void {
  addReadPath(site, resolveText(path, site.scope))
}

function addReadPath(site: Site, path: string | undefined): void {
  if (path === undefined) add(site, { kind: 'read' })
  else add(site, isSecretPath(path) ? { kind: 'secret-read', path } : { kind: 'read', path })
}

export function addWrite(site: Site, argument: Argument): void {
  const path = resolveArgument(argument, site.scope)
  if (path === '/dev/null') return
  if (isBlockDevice(path ?? argument.beginning)) site.run.destructive = true
  add(site, path === undefined ? { kind: 'write' } : { kind: 'write', path })
}

export function addDelete(site: Site, argument: Argument, recursive: boolean): void {
  const empties = argument.glob && argument.text !== undefined && /(^|\/)\.?\*$/.test(argument.text)
  const path = empties ? widestPath(argument, site.scope) : resolveArgument(argument, site.scope)
  if (isDestructiveTarget(argument, recursive, site.scope, site.run.context)) site.run.destructive = true
  add(
    site,
    path === undefined ? { kind: 'delete', recursive } : { kind: 'delete', path, recursive: recursive || empties },
  )
}

function isBlockDevice(path: string): boolean {
  return /^\/dev\/(r?disk\d|mem|kmem|sd[a-z?*]|hd[a-z]|vd[a-z]|xvd|nvme|mmcblk|loop\d|mapper\/|md\d|dm-)/.test(path)
}
