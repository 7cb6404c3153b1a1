import type { TrustReview } from '../../workflows/trust-config.ts'
import { formatPlainLine } from './plain.ts'

/** What each file of the repository would loosen, key by key. */
export function formatTrustReviews(reviews: readonly TrustReview[]): string {
  if (reviews.length === 0) return 'This repository has no configuration file.'
  return reviews.map(formatReview).join('\n')
}

function formatReview({ path, trusted, loosens }: TrustReview): string {
  const state = trusted ? 'trusted' : 'not trusted'
  const lines = loosens.map(({ key, value }) => `  ${key}: ${formatPlainLine(JSON.stringify(value))}`)
  const says = lines.length === 0 ? ['  It loosens nothing.'] : ['  It loosens:', ...lines.map((line) => `  ${line}`)]
  return [`${formatPlainLine(path)} (${state})`, ...says].join('\n')
}
