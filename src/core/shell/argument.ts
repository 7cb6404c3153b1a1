/** One word of a command, as far as it can be known before running. */
export interface Argument {
  /** The text with quotes removed, or undefined when running decides it. */
  text: string | undefined
  /** What is known of the beginning: all of `text`, or up to the first expansion. */
  beginning: string
  /** The text with `~`, `$HOME` and `$PWD` worked in; undefined when running decides it. */
  path: string | undefined
  /** Holds an unquoted `*`, `?` or `[`: names files that only a disk knows. */
  glob: boolean
  /** As written; empty for a word that a program adds. */
  source: string
  start: number
  end: number
  /** It may become several words: that all begin alike, as braces do, or any, as an expansion without quotes does. */
  spreads?: 'alike' | 'any' | undefined
  /** Whatever it becomes is no option. */
  sure?: boolean
}

/** A word that some program adds while running, such as what `xargs` reads. */
export function addedWord(): Argument {
  return { text: undefined, beginning: '', path: undefined, glob: false, source: '', start: 0, end: 0, spreads: 'any' }
}

/** Whether running may turn the word, or a part of what it becomes, into an option. */
export function mayBeOption({ text, beginning, spreads, sure }: Argument): boolean {
  return !sure && text === undefined && (beginning === '' || spreads === 'any')
}

/** Whether further words may follow where one was expected. */
export function maySpread({ text, spreads, sure }: Argument): boolean {
  return !sure && text === undefined && spreads !== undefined
}
