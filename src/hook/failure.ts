import { appendFileSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '../adapters/adapter.ts'
import type { PlansError } from '../core/errors.ts'
import { stateHome } from '../store/folders.ts'

const logLimit = 256 * 1024

/** One sentence for the agent and the person: what went wrong and what to do. Never a stack trace. */
export function failureReason(error: unknown): string {
  if (isPlansError(error)) return `git-plans denies: ${[error.message, ...error.details].join(' ')} ${error.remedy}`
  const message = error instanceof Error ? error.message.split('\n')[0] : String(error)
  const what = error instanceof SyntaxError ? `the call could not be read as JSON (${message})` : message
  return `git-plans denies, since it could not judge this call: ${what}. Run \`plans status\` in a terminal; it says what is wrong and how to go on.`
}

/** By name: each bundle has its own copy of the class. */
function isPlansError(error: unknown): error is PlansError {
  return error instanceof Error && error.name === 'PlansError'
}

/** Appends to `errors.log` in the state folder, bounded; failing to write it must not fail the answer. */
export function noteFailure(error: unknown, environment: Environment): void {
  try {
    const folder = join(stateHome(environment), 'git-plans')
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const file = join(folder, 'errors.log')
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logLimit) return
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    appendFileSync(file, `${new Date().toISOString()} ${text}\n`, { mode: 0o600 })
  } catch {
    // The disk may be full or read-only; the denial itself still reaches the agent.
  }
}
