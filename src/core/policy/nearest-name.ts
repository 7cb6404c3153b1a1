/** The known name that takes the fewest edits, if it takes few enough to be meant. */
export function findNearestName(written: string, known: readonly string[]): string | undefined {
  const most = Math.max(2, Math.floor(written.length / 3))
  let nearest: string | undefined
  let fewest = most + 1
  for (const name of known) {
    const distance = editDistance(written.toLowerCase(), name.toLowerCase())
    if (distance < fewest) [nearest, fewest] = [name, distance]
  }
  return nearest
}

/** Levenshtein's, one row at a time. */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let line = 1; line <= one.length; line++) {
    const next = [line]
    for (let column = 1; column <= other.length; column++) {
      const substituted = (row[column - 1] ?? 0) + (one[line - 1] === other[column - 1] ? 0 : 1)
      next.push(Math.min(substituted, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}
