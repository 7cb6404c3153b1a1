import type { Call } from '../call.ts'
import { holdsWord } from '../lists.ts'
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
  /** Words that only running tells are taken for operands, unless `xargs` adds them or the text itself sets variables. */
  trusting?: true
  /** Cannot be undone: always, or with one of these options. */
  destroys?: true | string
  /** Options that make deletion recursive. */
  recursive?: string | true
  subcommands?: SpecTable
  /** Subcommands that are met less often. */
  further?: () => SpecTable
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

/** Specs by name, or functions that build them when asked. A key may be a list of names. */
export type SpecTable = Record<string, Spec | (() => Spec)>

export function findSpec(table: SpecTable, name: string): Spec | undefined {
  for (const names in table) {
    if (!holdsWord(names, name)) continue
    const spec = table[names]
    return typeof spec === 'function' ? spec() : spec
  }
  return undefined
}
