import type { Effect, ShellAnalysis } from './effect.ts'
import { parseScript } from './parse.ts'
import { isInside } from './paths.ts'
import { addUnknown, type ShellContext, type ShellState } from './state.ts'
import { walk } from './walk.ts'

const longestText = 64 * 1024
const mostTexts = 8
const mostEffects = 20_000

/** Turns a command line into what it would do. Whatever is not understood is an effect `unknown`. */
export function analyzeShell(command: string, context: ShellContext): ShellAnalysis {
  const state = newState(context)
  readText(state, command, 0, [0, command.length])
  if (state.arithmetic && state.quotedSubstitution)
    addUnknown(state, [0, command.length], 'arithmetic may run a quoted substitution')
  const { commands, effects } = state
  return {
    commands,
    effects,
    readOnly: effects.every((effect) => readKinds.has(effect.kind)),
    destructive: state.destructive || effects.some((effect) => isDestructive(effect, context)),
  }
}

const readKinds: ReadonlySet<string> = new Set(['read', 'secret-read', 'remote-read'])

function newState(context: ShellContext): ShellState {
  return {
    context,
    home: context.home,
    cwd: context.cwd,
    commands: [],
    effects: [],
    destructive: false,
    functions: new Set(),
    inside: [],
    depth: 0,
    nesting: 0,
    inTest: false,
    texts: 0,
    offset: 0,
    fixedSpan: undefined,
    quotedSubstitution: false,
    arithmetic: false,
    runText: readText,
  }
}

function readText(
  state: ShellState,
  text: string,
  position: number | undefined,
  span: [number, number],
): void {
  const fault = findFault(state, text)
  if (fault !== undefined) return addUnknown(state, span, fault)
  const { offset, fixedSpan, cwd } = state
  state.texts++
  if (position === undefined) state.fixedSpan = fixedSpan ?? span
  else state.offset = offset + (state.fixedSpan ? 0 : position)
  walk(state, parseScript(text))
  state.texts--
  state.offset = offset
  state.fixedSpan = fixedSpan
  if (state.texts > 0) state.cwd = cwd
}

function findFault(state: ShellState, text: string): string | undefined {
  if (text.length > longestText) return 'the command is too long'
  if (state.texts > mostTexts) return 'scripts within scripts, too deeply'
  if (state.effects.length > mostEffects) return 'the command does too much'
  return hasOddCharacter(text) ? 'a character that is not seen' : undefined
}

/** Control characters, and white space or marks that look like nothing and are read differently. */
function hasOddCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code < 127 ? code < 32 && code !== 9 && code !== 10 : isOddCode(code)) return true
  }
  return false
}

function isOddCode(code: number): boolean {
  if (code <= 160) return true
  if (code < 0x1680) return code === 0xad || code === 0x61c
  return (
    code === 0x1680 ||
    code === 0x180e ||
    (code >= 0x2000 && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202f) ||
    (code >= 0x205f && code <= 0x206f) ||
    code === 0x3000 ||
    code === 0xfeff
  )
}

const temporary = ['/tmp', '/var/tmp', '/private/tmp', '/private/var/tmp']

/** Recursive removal of anything but what lies inside the project or a temporary folder. */
function isDestructive(effect: Effect, context: ShellContext): boolean {
  if (effect.kind !== 'delete' || !effect.recursive) return false
  const { path } = effect
  if (path === undefined) return true
  const root = context.projectRoot ?? context.cwd
  const roots = [root, ...temporary, ...(context.temporaryFolders ?? [])]
  const git = `${root === '/' ? '' : root}/.git`
  if (isInside(path, git) || path === context.home) return true
  return !roots.some((folder) => path !== folder && isInside(path, folder))
}
