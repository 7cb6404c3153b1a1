import type { MatchMode } from './match-context.ts'
import { hasStar } from './text-pattern.ts'

/** `domain:example.com`, `domain:*.example.com` (any depth, not the domain itself), `domain:*`. */
export function matchesDomain(specifier: string, url: string | undefined, mode: MatchMode): boolean {
  if (specifier === '*') return true
  if (!specifier.startsWith('domain:')) return false
  const pattern = trimDot(specifier.slice('domain:'.length).trim().toLowerCase())
  const host = url === undefined ? undefined : findHost(url)
  // A host that browsers would read differently from us is denied with any rule and allowed by none but `*`.
  if (host === undefined) return mode === 'any' || pattern === '*'
  if (pattern === '*') return true
  if (pattern.startsWith('*.') && !hasStar(pattern.slice(1))) return host.endsWith(pattern.slice(1))
  const labels = host.split('.')
  const wanted = pattern.split('.')
  return labels.length === wanted.length && wanted.every((label, index) => matchesLabel(label, labels[index] ?? ''))
}

/** `*` stays within one label. */
function matchesLabel(pattern: string, label: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return label === pattern
  const last = rest.pop() ?? ''
  if (label.length < first.length + last.length || !label.startsWith(first) || !label.endsWith(last)) return false
  let position = first.length
  for (const piece of rest) {
    const found = label.indexOf(piece, position)
    if (found < 0 || found + piece.length > label.length - last.length) return false
    position = found + piece.length
  }
  return true
}

/**
 * Host in lower case, as https://url.spec.whatwg.org reads it: blanks at the ends and tabs and line breaks anywhere are
 * dropped, `\` is `/`, what stands before the last `@` is no host. Undefined where that is not certain.
 */
function findHost(url: string): string | undefined {
  const clean = url.replace(/[\t\n\r]/g, '').trim()
  const scheme = /^[a-z][a-z\d+.-]*:[\\/]*/i.exec(clean)?.[0] ?? ''
  // `host:8080/path` without a scheme looks like one; digits after the colon tell.
  const rest = /^[^:]*:\d/.test(clean) ? clean : clean.slice(scheme.length)
  const authority = rest.split(/[\\/?#]/, 1)[0] ?? ''
  const host = authority.slice(authority.lastIndexOf('@') + 1).replace(/:\d*$/, '')
  return /^[a-z\d._-]+$/i.test(host) ? trimDot(host.toLowerCase()) : undefined
}

function trimDot(host: string): string {
  return host.endsWith('.') ? host.slice(0, -1) : host
}
