// Crockford's base32, lower case: no i, l, o and u, so that an id survives being read aloud.
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const idLength = 12

/** Plan ids are random and minted offline, since no count is safe between branches. Needs 8 bytes (60 bits are used). */
export function formatPlanId(random: Uint8Array): string {
  if (random.length < 8) throw new RangeError(`a plan id needs 8 random bytes, got ${random.length}`)
  let bits = 0n
  for (const byte of random.subarray(0, 8)) bits = (bits << 8n) | BigInt(byte)
  let id = ''
  for (let index = 0; index < idLength; index++) {
    id += alphabet[Number(bits & 31n)]
    bits >>= 5n
  }
  return id
}

export function isPlanId(text: string): boolean {
  return /^[0-9a-hjkmnp-tv-z]{12}$/.test(text)
}
