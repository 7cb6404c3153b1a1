import type { Argument } from './argument.ts'
import { holdsWord } from './lists.ts'

/** First words that begin something else than a simple command. */
const reserved = 'if then else elif fi case esac for select while until do done in function time coproc'

/**
 * The words of a command that holds nothing which a shell would read otherwise than as it stands: no quotes, expansions,
 * patterns, operators, comments, assignments. Such a text needs no parser. Undefined for every other.
 */
export function readPlainWords(text: string): Argument[] | undefined {
  const words: Argument[] = []
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0x20
    if (code === 0x20 || code === 0x09) {
      if (at > start) words.push(plainWord(text.slice(start, at), start, at))
      start = at + 1
    } else if (!isPlain(code)) return undefined
  }
  const first = words[0]?.source
  return first === undefined || first.includes('=') || holdsWord(reserved, first) ? undefined : words
}

function plainWord(text: string, start: number, end: number): Argument {
  return { text, beginning: text, path: text, glob: false, source: text, start, end }
}

/** Letters, digits and `% + , - . / : = @ _`. */
function isPlain(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x2b && code <= 0x3a) ||
    (code >= 0x40 && code <= 0x5a) ||
    code === 0x5f ||
    code === 0x3d ||
    code === 0x25
  )
}
