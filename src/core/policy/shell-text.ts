/** Runs of blanks and continued lines count as one blank. */
export function collapse(text: string): string {
  return text
    .replace(/\\\n/g, ' ')
    .trim()
    .replace(/[ \t]+/g, ' ')
}

/** So that two commands with different words never share a text. */
export function quote(word: string): string {
  return /^[\w@%+=:,./~^*?[\]!#-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
