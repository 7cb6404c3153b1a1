import { statSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../core/json.ts'
import type { PlansState } from '../core/session/session.ts'
import { writeAtomically } from './atomic-write.ts'
import { readTextIfThere } from './read-text.ts'

export type LedgerTip = { known: true; tip: string | null } | { known: false }

/**
 * Tip of the ledger without starting git: loose ref first, then packed-refs, in git's own order. Where refs lie in
 * another format (reftable) nothing is known and the caller asks git.
 */
export function findLedgerTip(commonDir: string, ref: string): LedgerTip {
  const loose = readTextIfThere(join(commonDir, ref))?.trim()
  if (loose !== undefined && loose !== '') return { known: !loose.startsWith('ref:'), tip: loose }
  if (statSync(join(commonDir, 'reftable'), { throwIfNoEntry: false })) return { known: false }
  const packed = readTextIfThere(join(commonDir, 'packed-refs')) ?? ''
  const end = packed.indexOf(` ${ref}\n`)
  return { known: true, tip: end < 0 ? null : packed.slice(packed.lastIndexOf('\n', end) + 1, end) }
}

/** The cached gates, or undefined when ledger, branch or a plan file has moved since. */
export function readPlansState(stateFolder: string, tip: string, branch: string): PlansState | undefined {
  const text = readTextIfThere(join(stateFolder, 'state.json'))
  if (text === undefined) return undefined
  const state = parseState(text)
  if (!state || state.tip !== tip || state.branch !== branch) return undefined
  const unmoved = state.plans.every((plan) => plan.file === null || stampOf(plan.file.path) === plan.file.stamp)
  return unmoved ? state : undefined
}

export function writePlansState(stateFolder: string, state: PlansState): void {
  writeAtomically(join(stateFolder, 'state.json'), `${JSON.stringify(state)}\n`)
}

/** Size, times and inode: an honest edit changes one of them. */
export function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat === undefined ? 'absent' : `${stat.size}:${stat.mtimeMs}:${stat.ctimeMs}:${stat.ino}`
}

function parseState(text: string): PlansState | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && value['v'] === 1 ? (value as unknown as PlansState) : undefined
  } catch {
    return undefined
  }
}
