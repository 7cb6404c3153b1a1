import { addUnknownWord, type Classify, type Invocation } from '../invocation.ts'
import { type OptionTable, type ReadArguments, readArguments, type SeenOption } from '../options.ts'
import type { ShellWord } from '../words.ts'

/** What a program, a subcommand or an option does. `!` at the end: cannot be undone. */
export type Deed =
  | 'pure'
  | 'read'
  | 'read-here'
  | 'write'
  | 'write-here'
  | 'delete'
  | 'execute'
  | 'install'
  | 'network'
  | 'process'
  | 'deferred'
  | 'privilege'
  | 'remote-read'
  | 'remote-write'
  | 'remote-write!'
  | 'git-refs'
  | 'git-refs!'
  | 'git-work-tree'
  | 'git-work-tree!'
  | 'git-index'
  | 'git-remote'
  | 'git-remote!'
  | 'git-config'
  | 'system'
  | 'system!'
  | 'unknown'

/** What the operands are. */
export type Operands =
  | 'text'
  | 'read'
  | 'read-after-first'
  | 'read-or-here'
  | 'write'
  | 'delete'
  | 'copy'
  | 'move'
  | 'none'
  | Deed

export interface Spec extends OptionTable {
  does?: Deed
  /** Default `text`: they are looked at by no one but the program's output. */
  operands?: Operands | undefined
  /** At most so many operands keep it what it is. */
  most?: number
  /** What it does with more operands than `most`; default unknown. */
  beyond?: Deed
  marked?: Readonly<Record<string, Deed>>
  subcommands?: Readonly<Record<string, Spec | Deed>>
  /** Without a subcommand. Default: pure. */
  bare?: Deed
  /** Where the program or the remote side is named, for messages. */
  service?: string
  /** `tool sub --help` only prints. */
  help?: boolean
}

/** The one interpreter of the tables. */
export function classifyBySpec(call: Invocation, spec: Spec): void {
  apply(call, spec, call.args, call.program, spec.service ?? call.program)
}

export function fromSpec(spec: Spec): Classify {
  return (call) => classifyBySpec(call, spec)
}

function apply(
  call: Invocation,
  spec: Spec,
  args: readonly ShellWord[],
  name: string,
  service: string,
): void {
  const isRoot = name === call.program
  if (isRoot && asksForHelp(args, spec)) return
  const seen = readArguments(args, spec.subcommands ? { ...rootTable(spec) } : spec)
  addOptions(call, spec, seen, name, service)
  if (spec.subcommands) return descend(call, spec, seen, name, service)
  if (spec.does) addDeed(call, spec.does, name, undefined, service)
  addOperands(call, spec, seen.operands, name, service)
}

const rootTables = new WeakMap<Spec, OptionTable>()

function rootTable(spec: Spec): OptionTable {
  const before = rootTables.get(spec)
  if (before) return before
  const { valued, known, marked, long } = spec
  const table: OptionTable = { first: true }
  if (valued !== undefined) table.valued = valued
  if (known !== undefined) table.known = known
  if (marked !== undefined) table.marked = marked
  if (long !== undefined) table.long = long
  rootTables.set(spec, table)
  return table
}

function asksForHelp(args: readonly ShellWord[], spec: Spec): boolean {
  const last = args.at(-1)?.text
  if (args.length === 1 && (last === '--version' || last === '--help')) return true
  if (!spec.help || (last !== '--help' && last !== '-h')) return false
  return args.slice(0, -1).every((word) => word.text !== undefined && !word.text.startsWith('-'))
}

function addOptions(
  call: Invocation,
  spec: Spec,
  seen: ReadArguments,
  name: string,
  service: string,
): void {
  for (const unknown of seen.unknown) addUnknownWord(call, `${name} ${unknown}`)
  if (!spec.marked) return
  for (const option of seen.options) {
    const deed = spec.marked[option.name]
    if (deed) addDeed(call, deed, `${name} ${option.name}`, valueOf(option), service)
  }
}

function valueOf(option: SeenOption): ShellWord | undefined {
  return option.value
}

function descend(call: Invocation, spec: Spec, seen: ReadArguments, name: string, service: string): void {
  const [first, ...rest] = seen.operands
  if (first === undefined) return addDeed(call, spec.bare ?? 'pure', name, undefined, service)
  const key = first.pattern ? undefined : first.text
  const next =
    key !== undefined && Object.hasOwn(spec.subcommands ?? {}, key) ? spec.subcommands?.[key] : undefined
  const full = `${name} ${key ?? first.source}`
  if (next === undefined) return addUnknownWord(call, full)
  if (typeof next === 'string') return addDeed(call, next, full, undefined, service)
  apply(call, next, rest, full, next.service ?? service)
}

function addOperands(
  call: Invocation,
  spec: Spec,
  operands: readonly ShellWord[],
  name: string,
  service: string,
): void {
  if (spec.most !== undefined && operands.length > spec.most)
    addDeed(call, spec.beyond ?? 'unknown', name, operands[spec.most], service)
  switch (spec.operands) {
    case undefined:
    case 'text':
      return
    case 'read':
      for (const word of operands) readOperand(call, word)
      return
    case 'read-after-first':
      for (const word of operands.slice(1)) readOperand(call, word)
      return
    case 'read-or-here':
      if (operands.length === 0) addDeed(call, 'read-here', name, undefined, service)
      for (const word of operands) readOperand(call, word)
      return
    case 'none':
      if (operands.length > 0) addUnknownWord(call, name)
      return
    case 'copy':
    case 'move':
      return addTransfer(call, operands, spec.operands === 'move')
    default:
      for (const word of operands) addDeed(call, spec.operands, name, word, service)
  }
}

function readOperand(call: Invocation, word: ShellWord): void {
  if (word.text !== '-') call.read(word)
}

function addTransfer(call: Invocation, operands: readonly ShellWord[], moves: boolean): void {
  for (const word of operands.slice(0, -1)) {
    if (moves) call.remove(word, false)
    else call.read(word)
  }
  call.write(operands.at(-1))
}

export function addDeed(
  call: Invocation,
  deed: Deed,
  name: string,
  word: ShellWord | undefined,
  service = call.program,
): void {
  const final = deed.endsWith('!')
  if (final) call.destroy()
  const kind = final ? deed.slice(0, -1) : deed
  switch (kind) {
    case 'pure':
      return
    case 'read':
      return call.read(word)
    case 'read-here':
      return call.read(here)
    case 'write':
      return call.write(word)
    case 'write-here':
      return call.write(here)
    case 'delete':
      return call.remove(word, false)
    case 'remote-read':
    case 'remote-write':
      return call.add({ kind, service })
    case 'git-refs':
    case 'git-work-tree':
    case 'git-index':
    case 'git-remote':
    case 'git-config':
      return call.add({ kind: 'git', part: kind.slice(4) as 'refs', what: name })
    case 'network':
      return call.add({ kind: 'network' })
    case 'system':
      return call.add({ kind: 'process', what: name })
    default:
      return call.add({ kind: kind as 'execute', what: name })
  }
}

const here: ShellWord = {
  text: '.',
  start: '.',
  pattern: false,
  splits: false,
  tilde: false,
  source: '.',
  textPosition: undefined,
}
