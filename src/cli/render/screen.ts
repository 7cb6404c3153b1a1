/** What is printed on. Files and pipes have no colour and the width of a wide page. */
export interface Screen {
  width: number
  color: boolean
}

const styles = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const

export function paint(text: string, style: keyof typeof styles, screen: Screen): string {
  const [on, off] = styles[style]
  return screen.color ? `\u001b[${on}m${text}\u001b[${off}m` : text
}

const wide =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u
const combining = /\p{M}|\ufe0f/u

/** Columns that the text takes in a terminal. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += combining.test(character) ? 0 : wide.test(character) ? 2 : 1
  return width
}

/** Cut to so many columns, with an ellipsis where something is missing. */
export function cutTo(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text
  let kept = ''
  for (const character of text) {
    if (widthOf(kept + character) > columns - 1) break
    kept += character
  }
  return `${kept}…`
}
