// C0 and C1 controls, and everything that is not seen or turns the direction of writing around.
const unseen = /(?![\n\t])[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]|(?!\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}/gu

/**
 * Foreign text for a terminal: what could move the cursor, colour or reorder the line, or hide, is shown as `<U+202E>`.
 * Line breaks and tabs stay.
 */
export function formatPlain(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(unseen, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return `<U+${code}>`
  })
}

/** The same on one line, for tables and messages. */
export function formatPlainLine(text: string): string {
  return formatPlain(text.replace(/[\r\n\t]+/g, ' '))
}
