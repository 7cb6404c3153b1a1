/**
 * Six letters for eyes and for `plans why`, made of the call so that the same call has the same id. FNV-1a: a name, not
 * a proof; loading `node:crypto` costs more than the rest of a decision.
 */
export function formatDecisionId(text: string): string {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash ^= text.charCodeAt(index)
    hash = Math.imul(hash, 0x01000193)
  }
  return (hash >>> 0).toString(36).padStart(7, '0').slice(-6)
}
