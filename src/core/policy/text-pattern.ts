/**
 * Claude Code's pattern for texts: `*` is any run of characters, anywhere, without an escape. A single star after a
 * blank at the end makes the tail optional and asks for a word boundary (`ls *` is `ls` and `ls -l`, not `lsof`);
 * `:*` at the end says the same. See https://code.claude.com/docs/en/permissions.
 */
export function matchesText(pattern: string, text: string): boolean {
  const plain = pattern.endsWith(':*') ? `${pattern.slice(0, -2)} *` : pattern
  const pieces = plain.split('*')
  if (pieces.length === 1) return text === plain
  if (pieces.length === 2 && plain.endsWith(' *')) {
    const head = plain.slice(0, -2)
    return text === head || text.startsWith(`${head} `)
  }
  return matchesPieces(pieces, text)
}

export function hasStar(pattern: string): boolean {
  return pattern.includes('*')
}

/** First and last piece are anchored, each one between is taken where it first occurs: no way back is ever needed. */
function matchesPieces(pieces: readonly string[], text: string): boolean {
  const first = pieces[0] ?? ''
  const last = pieces.at(-1) ?? ''
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false
  const end = text.length - last.length
  let position = first.length
  for (const piece of pieces.slice(1, -1)) {
    const found = text.indexOf(piece, position)
    if (found < 0 || found + piece.length > end) return false
    position = found + piece.length
  }
  return true
}
