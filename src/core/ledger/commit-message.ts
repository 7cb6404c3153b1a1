import type { LedgerRecord } from './record.ts'

/** The one message a record's commit may have; a commit with another one is broken. */
export function formatCommitMessage(record: LedgerRecord): string {
  const trailers = [
    `Plan-Id: ${record.plan}`,
    `Plan-Digest: ${record.digest}`,
    `Plan-Kind: ${record.kind}`,
    record.base === undefined ? undefined : `Plan-Base: ${record.base}`,
    record.kind === 'approve' ? `Approved-By: ${record.actor.id}` : undefined,
  ].filter((trailer) => trailer !== undefined)
  return `${formatSubject(record)}\n\n${trailers.join('\n')}\n`
}

export function formatSubject(record: LedgerRecord): string {
  return `${record.kind} ${record.plan} r${record.rev} ${record.digest.slice(0, 12)}`
}
