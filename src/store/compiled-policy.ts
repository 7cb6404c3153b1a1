import { statSync } from 'node:fs'
import { join } from 'node:path'

import { isObject } from '../core/json.ts'
import { type CompiledPolicy, policyVersion } from '../core/policy/policy.ts'
import { writeAtomically } from './atomic-write.ts'
import { stampOf } from './plans-state.ts'
import { readTextIfThere } from './read-text.ts'

const fileName = 'policy.json'
/** Two writes within one tick of a file system's clock may leave the same times behind. */
const settlingMilliseconds = 2000

/** What lies beside the policy: by it a reader knows that the sources are still those that were compiled. */
interface Envelope {
  settled: boolean
  stamps: Record<string, string>
  policy: CompiledPolicy
}

/** Undefined unless every source is as it was; the caller then compiles again. One read, and one stat a source. */
export function readCompiledPolicy(folder: string): CompiledPolicy | undefined {
  const envelope = parseEnvelope(readTextIfThere(join(folder, fileName)))
  if (!envelope?.settled || envelope.policy.v !== policyVersion) return undefined
  for (const path in envelope.stamps) if (safeStamp(path) !== envelope.stamps[path]) return undefined
  return envelope.policy
}

/** `now` is taken before the sources were read, so that a change while compiling shows as young. */
export function writeCompiledPolicy(
  folder: string,
  policy: CompiledPolicy,
  sources: readonly string[],
  now: number,
): void {
  const stamps: Record<string, string> = {}
  let settled = true
  for (const path of sources) {
    const stamp = safeStamp(path)
    settled &&= stamp !== undefined && isSettled(path, now)
    stamps[path] = stamp ?? ''
  }
  writeAtomically(join(folder, fileName), formatEnvelope({ settled, stamps, policy }))
}

function isSettled(path: string, now: number): boolean {
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    // The change time alone: a modification time can be set to anything.
    return stat === undefined || now - stat.ctimeMs >= settlingMilliseconds
  } catch {
    return false
  }
}

/** A source that cannot be looked at is never the same twice, so that its error is met by whoever compiles. */
function safeStamp(path: string): string | undefined {
  try {
    return stampOf(path)
  } catch {
    return undefined
  }
}

/**
 * The text stands twice, and both must be the same: that finds damage, not forgery, at the price of one comparison. A
 * checksum counted character by character took longer than the rest of the reading.
 */
function formatEnvelope(envelope: Envelope): string {
  const text = JSON.stringify(envelope)
  return `${text}\n${text}\n`
}

function parseEnvelope(text: string | undefined): Envelope | undefined {
  const end = text?.indexOf('\n') ?? -1
  if (text === undefined || end < 0 || text.slice(0, end + 1) !== text.slice(end + 1)) return undefined
  try {
    const value: unknown = JSON.parse(text.slice(0, end))
    // Written by `writeCompiledPolicy`, as the second copy shows.
    return isObject(value) ? (value as unknown as Envelope) : undefined
  } catch {
    return undefined
  }
}
