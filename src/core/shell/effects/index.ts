import type { Classify } from '../invocation.ts'
import { core } from './core.ts'
import { fromSpec, type Spec } from './spec.ts'

/** The one table: which program has which effects. A family is one file and one line here. */
const families: readonly Readonly<Record<string, Classify | Spec>>[] = [core]

export function findEffects(program: string): Classify | undefined {
  for (const family of families) {
    if (!Object.hasOwn(family, program)) continue
    const entry = family[program]
    if (entry) return typeof entry === 'function' ? entry : fromSpec(entry)
  }
  return undefined
}
