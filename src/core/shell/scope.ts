import type { Argument } from './argument.ts'
import type { Effect, SimpleCommand } from './effect.ts'
import type { Parser } from './parse.ts'

export interface ShellContext {
  cwd: string
  home: string
  projectRoot?: string
  temporaryFolders?: string[]
}

/** Passed in, since loading it takes longer than judging what most calls run. */
export interface Further {
  parser: Parser
  /** Of programs, as effects/index.ts knows them; naming their type here would close a circle of imports. */
  tables: object
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
  loadFurther(): Further
  /** Judges a text that a program is given as a script. */
  judgeText(text: string, scope: Scope): void
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
  /** Variables that surely hold one word which is no option. */
  plainNames: ReadonlySet<string>
  /** Runs perhaps: inside a branch, a loop, or after `&&`. */
  conditional: boolean
  /** What the program before it in a pipe prints, where that is known. */
  piped?: Argument | undefined
  frame: Frame
  whole: Whole
}

/** All of the text that was asked about, and what is worked out on it when it matters. */
interface Whole {
  text: string
  redefines?: boolean
  sets?: boolean
}

/** Whether the text may define functions or set traps: then nothing is surely what its name says. */
export function redefinesNames({ whole }: Scope): boolean {
  whole.redefines ??= whole.text.includes('trap') || whole.text.includes('function') || holdsEmptyBrackets(whole.text)
  return whole.redefines
}

function holdsEmptyBrackets(text: string): boolean {
  for (let at = text.indexOf('('); at >= 0; at = text.indexOf('(', at + 1)) {
    let next = at + 1
    while (text.charCodeAt(next) <= 0x20) next++
    if (text[next] === ')') return true
  }
  return false
}

/** Whether the text may set variables: those that it does not set are the person's. */
export function setsVariables({ whole }: Scope): boolean {
  whole.sets ??= /\w\+?=|for|select|read|mapfile|getopts|printf/.test(whole.text)
  return whole.sets
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
