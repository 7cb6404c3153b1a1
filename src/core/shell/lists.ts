/**
 * Lists are words in one string, separated by blanks or line breaks: as such they cost nothing to load, and finding a
 * word in a few hundred letters is as quick as asking a map.
 */

export function holdsWord(list: string, word: string): boolean {
  if (word === '') return false
  for (let at = list.indexOf(word); at >= 0; at = list.indexOf(word, at + 1)) {
    if (isGap(list, at - 1) && isGap(list, at + word.length)) return !holdsGap(word)
  }
  return false
}

/** The words of the list that begin so. */
export function findWords(list: string, beginning: string): string[] {
  const found: string[] = []
  for (let at = list.indexOf(beginning); at >= 0; at = list.indexOf(beginning, at + 1)) {
    if (!isGap(list, at - 1)) continue
    let end = at
    while (!isGap(list, end)) end++
    found.push(list.slice(at, end))
  }
  return found
}

function isGap(list: string, at: number): boolean {
  return at < 0 || at >= list.length || list.charCodeAt(at) <= 0x20
}

/** Such a word would be found as several words of a list that stand side by side. */
function holdsGap(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) <= 0x20) return true
  return false
}

/** Builds a table when it is first asked for, and keeps it. */
export function once<T>(build: () => T): () => T {
  let built: T | undefined
  return () => {
    built ??= build()
    return built
  }
}
