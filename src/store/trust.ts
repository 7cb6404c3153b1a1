import { readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'

import { PlansError } from '../core/errors.ts'
import { isObject, objectOf } from '../core/json.ts'
import { writeAtomically } from './atomic-write.ts'
import { stateHome } from './folders.ts'
import { sha256 } from './sha256.ts'

type Environment = Record<string, string | undefined>

/** Where the digests of configuration lie that the person has read and trusted. */
export function trustPath(environment: Environment): string {
  return join(stateHome(environment), 'git-plans/trust.json')
}

/** Whether exactly this text, at this path, was trusted. */
export function isTrusted(path: string, text: string, environment: Environment): boolean {
  return readTrusted(environment)[resolve(path)] === sha256(trustedPart(path, text))
}

/** Trusts files as they lie there, for a caller that has just written them. */
export function trustFiles(paths: readonly string[], environment: Environment): void {
  const texts = paths.map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  trustTexts(texts, environment)
}

/** Trusts texts as they are now. Nothing is removed: another text at the same path replaces its digest. */
export function trustTexts(texts: readonly { path: string; text: string }[], environment: Environment): void {
  const added = texts.map(({ path, text }) => [resolve(path), sha256(trustedPart(path, text))] as const)
  const trusted = { ...readTrusted(environment), ...Object.fromEntries(added) }
  writeAtomically(trustPath(environment), `${JSON.stringify({ v: 1, trusted }, null, 2)}\n`)
}

/** Of package.json only our key: a new dependency must not cost the trust. */
function trustedPart(path: string, text: string): string {
  return basename(path) === 'package.json' ? JSON.stringify(objectOf(JSON.parse(text))['plans'] ?? null) : text
}

function readTrusted(environment: Environment): Record<string, unknown> {
  const path = trustPath(environment)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw new PlansError('usage', 'trust-unreadable', `${path} cannot be read.`, `Look at its permissions.`, {
      cause,
    })
  }
  return parseTrusted(text)
}

function parseTrusted(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) && value['v'] === 1 ? objectOf(value['trusted']) : {}
  } catch {
    // Damaged, as after a full disk: nothing is trusted, which only tightens, and the next `plans trust` mends it.
    return {}
  }
}
