/** Longer texts are not looked at: the parser is linear, but not on everything an attacker may write. */
const longestText = 65_536
/** Open brackets before the parser is asked at all; the walk has its own, smaller bound. */
const mostOpenBrackets = 192

/** Why a text is not even given to the parser. */
export function findForbiddenText(text: string): string | undefined {
  if (text.length > longestText) return 'the command is longer than 64 KiB'
  let open = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x28 && ++open > mostOpenBrackets) return 'the command is nested too deep'
    if (code === 0x29 && open > 0) open--
    if ((code > 0x1f && code < 0x7f) || code === 0x0a || code === 0x09) continue
    if (code < 0xa0) return 'the command holds control characters'
    if (isHiddenSpace(code)) return 'the command holds invisible characters or unusual spaces'
    if (code >= 0xd800 && code <= 0xdfff) {
      if (code > 0xdbff || !isLowSurrogate(text.charCodeAt(index + 1))) return 'the command is not valid Unicode'
      index++
    }
  }
  return undefined
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

/** Read as a space, or not seen at all, by a person or by another shell, where the parser sees a letter. */
function isHiddenSpace(code: number): boolean {
  return (
    code === 0xa0 ||
    code === 0xad ||
    code === 0x1680 ||
    code === 0x180e ||
    (code >= 0x2000 && code <= 0x200f) ||
    (code >= 0x2028 && code <= 0x202f) ||
    (code >= 0x205f && code <= 0x206f) ||
    code === 0x3000 ||
    code === 0xfeff
  )
}
