import type { Call } from '../call.ts'
import type { OptionStyle, OptionTable, ParsedWords } from '../options.ts'

export type SpecEffect =
  | 'remote-read'
  | 'remote-write'
  | 'network'
  | 'execute'
  | 'process'
  | 'deferred'
  | 'install'
  | 'privilege'
  | 'unknown'
  | 'write'
  | 'git-refs'
  | 'git-work-tree'
  | 'git-index'
  | 'git-remote'
  | 'git-config'

/** What a program does, by its options and operands. An empty one reads nothing but its options. */
export interface Spec {
  /** What it does in any case, on top of its operands and options. */
  effect?: SpecEffect
  /** Named in effects on services. */
  service?: string
  /** What the operands are; absent: text. */
  operands?: 'text' | 'read' | 'write' | 'delete' | 'mutate' | 'refuse'
  /** Options that leave operands harmless which would mutate without them. */
  unless?: string
  /** What options and operands that mutate do. */
  mutates?: SpecEffect
  /** Leading operands that are text, such as a pattern. */
  skip?: number
  /** Options with a value that give the leading text instead. */
  instead?: string
  /** The last operand is written, the others are read. */
  lastWrites?: boolean
  options?: OptionTable
  style?: OptionStyle
  /** The first word is a cluster of options even without its dash, as in `tar tf x`. */
  bundled?: true
  /** Options that are not listed are unknown. Absent: the options that matter are all listed. */
  strict?: boolean
  /** Its operands and options stay harmless whatever they turn out to be. */
  loose?: boolean
  /** Cannot be undone: always, or with one of these options. */
  destroys?: true | string
  /** Options that make deletion recursive. */
  recursive?: string | true
  subcommands?: SpecTable
  /** Without a subcommand. Absent: unknown. */
  bare?: Spec
  /** With a subcommand that is not listed. Absent: unknown. */
  other?: Spec
  /** `--help` behind known subcommands prints help and does nothing else. */
  helpful?: true
  /** First words that look like options and only ask. */
  asks?: string
  /** Options before the subcommand have one dash and more letters. */
  singleDash?: true
  /** Alone, they print and end. */
  version?: string
  /** What no table can say. Runs after the rest, unless it stands alone. */
  judge?: (call: Call, parsed: ParsedWords) => void
}

/** Specs by name. A key may hold several names, separated by spaces, so that tables cost nothing to load. */
export type SpecTable = Record<string, Spec>

const compiled = new WeakMap<SpecTable, ReadonlyMap<string, Spec>>()

export function findSpec(table: SpecTable, name: string): Spec | undefined {
  let specs = compiled.get(table)
  if (!specs) {
    specs = new Map(Object.entries(table).flatMap(([names, spec]) => names.split(/\s+/).map((each) => [each, spec])))
    compiled.set(table, specs)
  }
  return specs.get(name)
}
