import { type OptionTable, readArguments } from './options.ts'
import type { EffectBody } from './state.ts'
import type { ShellWord } from './words.ts'

interface Wrapper extends OptionTable {
  /** Operands before the command, as the duration of `timeout`. */
  operands?: number
  /** `NAME=value` words before the command. */
  assigns?: boolean
  effect?: EffectBody
  /** Options after which it only prints. */
  prints?: string
  /** Option that names the folder to run in. */
  folder?: string
}

const privilege = (valued: string): Wrapper => ({
  valued,
  assigns: true,
  effect: { kind: 'privilege', what: 'runs as another user' },
})

/** Programs that run the rest of their arguments. */
const wrappers: Readonly<Record<string, Wrapper>> = {
  timeout: {
    valued: '-s --signal -k --kill-after',
    known: '-v --verbose -f --foreground -p --preserve-status',
    operands: 1,
  },
  time: { valued: '-f --format', known: '-p --portability -v --verbose -q --quiet' },
  nice: { valued: '-n --adjustment', known: '-#' },
  ionice: { valued: '-c --class -n --classdata', known: '-t --ignore' },
  nohup: { known: '' },
  stdbuf: { valued: '-i --input -o --output -e --error', known: '' },
  setsid: { known: '-w --wait -c --ctty -f --fork' },
  caffeinate: { valued: '-t -w', known: '-d -i -m -s -u' },
  arch: {
    valued: '-arch --arch',
    known: '-x86_64 -x86_64h -i386 -arm64 -arm64e -32 -64 --32 --64 --x86_64 --arm64 -c -h',
    long: true,
  },
  chrt: { valued: '-T -P -D', known: '-a -b -f -i -o -r -v', operands: 1 },
  command: { known: '-p', prints: '-v -V' },
  builtin: { known: '' },
  env: {
    valued: '-u --unset -C --chdir',
    known: '-i --ignore-environment -0 --null -v --debug -',
    assigns: true,
    folder: '-C --chdir',
  },
  exec: { known: '-c -l', effect: { kind: 'unknown', what: 'replaces the shell' } },
  noglob: { known: '', effect: { kind: 'unknown', what: 'only some shells know it' } },
  nocorrect: { known: '', effect: { kind: 'unknown', what: 'only some shells know it' } },
  sudo: privilege('-u --user -g --group -h --host -p --prompt -C -r -t -T -U -D --chdir -R --chroot'),
  doas: privilege('-u -C -a'),
  pkexec: privilege('--user'),
  run0: privilege('-u --user -g --group -D --chdir'),
  fakeroot: { effect: { kind: 'unknown', what: 'pretends to be root' } },
}
const copies: Readonly<Record<string, string>> = { gtimeout: 'timeout', gtime: 'time', gnice: 'nice', genv: 'env' }

export interface Unwrapped {
  words: ShellWord[]
  assignments: { name: string; value: string | undefined }[]
  effects: EffectBody[]
  folder: ShellWord | undefined
}

export function findWrapper(program: string): boolean {
  return Object.hasOwn(wrappers, copies[program] ?? program)
}

/** What is left when the wrapper's own options, operands and assignments are taken off. */
export function unwrap(program: string, args: readonly ShellWord[]): Unwrapped {
  const result: Unwrapped = { words: [], assignments: [], effects: [], folder: undefined }
  const wrapper = wrappers[copies[program] ?? program]
  if (!wrapper || isQuestion(args)) return result
  if (wrapper.prints && isPrinting(args, wrapper.prints)) return result
  const seen = readArguments(args, { ...tableOf(wrapper) })
  for (const unknown of seen.unknown) result.effects.push({ kind: 'unknown', what: `${program} ${unknown}` })
  if (wrapper.effect) result.effects.push(wrapper.effect)
  if (wrapper.folder) {
    const names = wrapper.folder.split(' ')
    result.folder = seen.options.find(({ name }) => names.includes(name))?.value
  }
  result.words = takeAssignments(wrapper, seen.operands.slice(wrapper.operands ?? 0), result)
  return result
}

const tables = new WeakMap<Wrapper, OptionTable>()

function tableOf(wrapper: Wrapper): OptionTable {
  const before = tables.get(wrapper)
  if (before) return before
  const table: OptionTable = { ...wrapper, first: true }
  tables.set(wrapper, table)
  return table
}

function isQuestion(args: readonly ShellWord[]): boolean {
  const text = args[0]?.text
  return args.length === 1 && (text === '--version' || text === '--help')
}

function isPrinting(args: readonly ShellWord[], prints: string): boolean {
  const first = args[0]?.text
  return first !== undefined && prints.split(' ').includes(first)
}

function takeAssignments(wrapper: Wrapper, words: ShellWord[], result: Unwrapped): ShellWord[] {
  if (!wrapper.assigns) return words
  let index = 0
  for (; index < words.length; index++) {
    const word = words[index]
    const equals = word?.start.indexOf('=') ?? -1
    if (!word || equals <= 0 || !/^[A-Za-z_]\w*$/.test(word.start.slice(0, equals))) break
    result.assignments.push({ name: word.start.slice(0, equals), value: word.text?.slice(equals + 1) })
  }
  return words.slice(index)
}
