import { PlansError } from '../core/errors.ts'

interface NamedDigest {
  plan: string | undefined
  /** Lower case; at least 32 hex digits, since shorter ones can be forged. */
  digest: string | undefined
}

/** Takes `<plan>@<digest>` apart. A path may hold an `@` too, so only hex digits after the last one are a digest. */
export function parseNamedDigest(named: string | undefined, flag: string | undefined): NamedDigest {
  const parts = named === undefined ? undefined : /^(.*)@([0-9a-f]*)$/i.exec(named)
  const plan = (parts ? parts[1] : named) || undefined
  const digests = [parts?.[2], flag].filter((digest) => digest !== undefined).map((digest) => digest.toLowerCase())
  for (const digest of digests) throwOnUnfit(digest)
  const [digest, other] = digests
  if (other !== undefined && digest !== other)
    throw new PlansError('usage', 'digest-twice', 'Expected one digest, got two that differ.', 'Leave one out.')
  return { plan, digest }
}

function throwOnUnfit(digest: string): void {
  if (/^[0-9a-f]{32,64}$/.test(digest)) return
  throw new PlansError(
    'usage',
    'digest-too-short',
    `Expected at least 32 hex digits of the digest, got \`${digest}\`.`,
    '`plans show` prints all 64.',
  )
}
