import type { Classify } from '../invocation.ts'
import type { Spec } from './spec.ts'

export const core: Readonly<Record<string, Classify | Spec>> = {
  echo: {}, ls: { operands: 'read-or-here' }, cat: { operands: 'read' },
}
