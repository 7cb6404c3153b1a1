import type { Effect, SimpleCommand } from './effect.ts'
import type { Argument } from './words.ts'

export interface ShellContext {
  cwd: string
  home: string
  projectRoot?: string
  temporaryFolders?: string[]
}

/** What one analysis gathers. */
export interface Run {
  context: ShellContext
  commands: SimpleCommand[]
  effects: Effect[]
  destructive: boolean
  /** Scripts and blocks around what is looked at. */
  depth: number
  /** Texts given to shells, one within the other. */
  texts: number
}

/** Where a part of a script runs. Subshells get a copy, so that `cd` in them moves nothing outside. */
export interface Scope {
  /** Undefined once a `cd` went to a place that is not known. */
  cwd: string | undefined
  home: string | undefined
  /** Functions that are surely defined here: their bodies were judged where they stand. */
  functions: ReadonlySet<string>
  /** Functions in whose bodies this stands: calling one again never ends. */
  inside: ReadonlySet<string>
  /** Runs perhaps: inside a branch, a loop, or after `&&`. */
  conditional: boolean
  /** What the program before it in a pipe prints, where that is known. */
  piped?: Argument | undefined
  frame: Frame
}

/** How positions in the text at hand map to the text that was asked about. */
export interface Frame {
  text: string
  shift: number
  /** Set where positions do not map one by one. */
  fixed?: [number, number]
}

export const deepestNesting = 64
export const deepestTexts = 5

export function locate(frame: Frame, start: number, end: number): [number, number] {
  return frame.fixed ?? [start + frame.shift, end + frame.shift]
}
