interface PlanLocation {
  /** Config `directory`, relative to the repository root. */
  directory: string
  branch: string
  /** `YYYY-MM-DD`, or longer ISO text that begins so. */
  date: string
  title: string
  id: string
}

// In bytes of UTF-8, as file systems count (most end a name at 255).
const longestSlug = 60
const longestSegment = 200

/** Where a new plan goes, relative to the repository root. Only a place: a plan is found by its id, wherever it is. */
export function formatPlanPath({ directory, branch, date, title, id }: PlanLocation): string {
  const folder = directory.replace(/^(\.\/)+/, '').replace(/\/+$/, '')
  return `${folder}/${formatBranchFolder(branch)}/${date.slice(0, 10)}-${formatSlug(title)}-${id.slice(0, 6)}.md`
}

/** The branch name as a relative path that any file system takes. CI may name a branch that git would refuse. */
export function formatBranchFolder(branch: string): string {
  const segments = branch
    .normalize('NFC')
    .split('/')
    .filter((segment) => segment !== '')
  if (segments.length === 0) return '_detached'
  return segments
    .map(formatSegment)
    .join('/')
    .replace(/^o(?=wners(\/|$))/i, encode) // OWNERS is a file there
}

function formatSegment(segment: string): string {
  const plain = segment
    // What Windows refuses, what nobody can see, and the mark of the encoding itself.
    .replace(/[<>:"|?*\\%\p{Cc}\p{Cf}\p{Cs}\p{Z}]/gu, encode)
    .replace(/^[.~]/, encode)
    .replace(/^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, (name) => encode(name.slice(0, 1)) + name.slice(1))
  return cut(plain, longestSegment).replace(/\.$/, encode)
}

function encode(character: string): string {
  const code = character.charCodeAt(0)
  if (code < 0x80) return `%${code.toString(16).toUpperCase().padStart(2, '0')}`
  return /\p{Cs}/u.test(character) ? '%EF%BF%BD' : encodeURIComponent(character)
}

function formatSlug(title: string): string {
  const words = title
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
  return cut(words.join('-').normalize('NFC'), longestSlug).replace(/-$/, '') || 'plan'
}

function cut(text: string, longest: number): string {
  let bytes = 0
  let kept = ''
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (bytes > longest) break
    kept += character
  }
  return kept
}
