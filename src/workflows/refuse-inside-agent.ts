import { findToolShellMark } from '../core/agents/marks.ts'
import { findAgentProgram } from '../core/agents/programs.ts'
import { PlansError } from '../core/errors.ts'
import type { Ancestor } from '../store/processes.ts'

export interface ProcessWorld {
  environment: Record<string, string | undefined>
  ancestors: readonly Ancestor[]
}

/** Decisions belong to a person in a terminal of their own. The mark can be unset by a child, so parents count too. */
export function refuseInsideAgent(what: string, world: ProcessWorld): void {
  const where = findMark(world) ?? findProgram(world)
  if (where === undefined) return
  throw new PlansError(
    'refused',
    'inside-agent',
    `${what} is for a person, and this runs inside an agent: ${where}.`,
    'Run it in a terminal that was not started by an agent.',
  )
}

/**
 * For hooks, whose parent rightly is the agent: only the marks of tool shells count, which tell that an agent itself
 * started the hook.
 */
export function isInsideToolShell(world: ProcessWorld): boolean {
  return findMark(world) !== undefined
}

function findMark({ environment, ancestors }: ProcessWorld): string | undefined {
  const own = findToolShellMark(environment)
  if (own) return `${own.mark} is set by ${own.agent}`
  for (const { pid, environment: inherited } of ancestors) {
    const found = inherited && findToolShellMark(inherited)
    if (found) return `process ${pid}, a parent, carries ${found.mark}, set by ${found.agent}`
  }
  return undefined
}

function findProgram({ ancestors }: ProcessWorld): string | undefined {
  for (const { pid, commandLine } of ancestors) {
    const agent = findAgentProgram(commandLine)
    if (agent !== undefined) return `process ${pid}, a parent, is ${agent}`
  }
  return undefined
}
