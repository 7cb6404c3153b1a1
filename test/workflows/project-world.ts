import { randomBytes } from 'node:crypto'
import type { World } from '../../src/workflows/world.ts'

/** The world of a workflow in a folder, with a fixed clock and no parents. */
export function workflowWorld(cwd: string, environment: Record<string, string>): World {
  return {
    cwd,
    environment,
    now: () => new Date('2026-01-02T03:04:05.000Z'),
    randomBytes: (length) => randomBytes(length),
    isTerminal: false,
    ancestors: () => [],
  }
}
