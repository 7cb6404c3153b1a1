import type { Json } from './json.ts'

/**
 * RFC 8785: keys by UTF-16 code units, numbers and strings as ECMAScript prints them. Keys whose value is undefined
 * are left out, as in JSON.stringify. Throws a TypeError on what the RFC has no form for.
 */
export function formatCanonicalJson(value: Json): string {
  if (typeof value === 'string') return formatString(value)
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${value} has no JSON form`)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(formatCanonicalJson).join(',')}]`
  const members = Object.keys(value)
    .sort()
    .flatMap((key) => {
      const member = value[key]
      return member === undefined ? [] : [`${formatString(key)}:${formatCanonicalJson(member)}`]
    })
  return `{${members.join(',')}}`
}

function formatString(text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new TypeError('a lone surrogate has no canonical JSON form')
  return JSON.stringify(text)
}
