import type { Effect, SimpleCommand } from './effect.ts'
import type { PathBase } from './paths.ts'

type Without<Whole, Keys extends PropertyKey> = Whole extends unknown ? Omit<Whole, Keys> : never

/** An effect before it is known which command has it. */
export type EffectBody = Without<Effect, 'span' | 'program'>

export interface ShellContext {
  cwd: string
  home: string
  projectRoot?: string
  temporaryFolders?: string[]
}

/** What is gathered, and what holds at the present point of the script. */
export interface ShellState extends PathBase {
  context: ShellContext
  commands: SimpleCommand[]
  effects: Effect[]
  destructive: boolean
  /** Functions defined so far. */
  functions: Set<string>
  /** The function whose body is being read. */
  inside: string[]
  /** Nodes between the root and here, and scripts and lists among them. */
  depth: number
  nesting: number
  /** Within `[[ … ]]`, where a parenthesis is part of an expression. */
  inTest: boolean
  /** Texts parsed again (`eval`, `sh -c`) around here. */
  texts: number
  /** Offsets of the tree at hand within the analysed text; a fixed span where they do not map. */
  offset: number
  fixedSpan: [number, number] | undefined
  /** Text in quotes that holds a substitution, which arithmetic would run. */
  quotedSubstitution: boolean
  arithmetic: boolean
  /** Reads a text as a script; `position` is where it stands in the analysed text, letter by letter. */
  runText: (state: ShellState, text: string, position: number | undefined, span: [number, number]) => void
}

export function addEffect(
  state: ShellState,
  span: [number, number],
  program: string,
  body: EffectBody,
): void {
  state.effects.push({ ...body, span, program } as Effect)
}

export function addUnknown(state: ShellState, span: [number, number], what: string, program = ''): void {
  state.effects.push({ kind: 'unknown', what, span, program })
}

export function spanOf(state: ShellState, node: { pos: number; end: number }): [number, number] {
  return state.fixedSpan ?? [node.pos + state.offset, node.end + state.offset]
}
