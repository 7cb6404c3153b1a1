import { PlansError } from '../errors.ts'
import type { Person } from './approval-rules.ts'

const principal = /^(?:git|ssh|gpg|github|gitlab):\S+$/

/** OWNERS: one person a line, with all principals of that person on it; `#` starts a comment. */
export function parseOwners(text: string): Person[] {
  const faults: string[] = []
  const owners = text.split(/\r?\n/).map((line, index) => {
    const words = line
      .replace(/(?:^|\s)#.*$/, '')
      .split(/\s+/)
      .filter((word) => word !== '')
    for (const word of words) if (!principal.test(word)) faults.push(`line ${index + 1}: ${word}`)
    return words.map(normalizePrincipal)
  })
  if (faults.length > 0) throw unreadable(faults)
  return owners.filter((owner) => owner.length > 0)
}

/** Addresses and forge names are the same in any case; key fingerprints are not. */
function normalizePrincipal(word: string): string {
  return /^(?:git|github|gitlab):/.test(word) ? word.toLowerCase() : word
}

function unreadable(details: string[]): PlansError {
  return new PlansError(
    'unverifiable',
    'owners-unreadable',
    'Expected principals (`git:`, `ssh:`, `gpg:`, `github:` or `gitlab:`) in .plans/OWNERS on the base.',
    'Mend the named lines on the base branch.',
    { details },
  )
}
