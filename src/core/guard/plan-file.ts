import type { Action } from '../action.ts'
import type { PlanGate } from '../session/session.ts'
import type { GuardContext } from './context.ts'
import type { Facts } from './facts.ts'
import { isInside, isSamePath, relativeTo } from './places.ts'

export type PlanFileVerdict = { is: true; file: string; kind: 'agent' | 'own' } | { is: false; why: string }

/**
 * The session's plan file is the only thing that may be written while planning: one regular `.md` file, (a) directly in
 * the agent's plans folder, bound to session and sub-agent at its first write, or (b) under the plans directory, of a
 * plan that is not approved.
 */
export function findPlanFile(facts: Facts, context: GuardContext): PlanFileVerdict {
  const targets = facts.writes
  if (targets.length === 0) return { is: false, why: 'nothing is written to a known file' }
  if (facts.analysis && !writesOnly(facts)) return { is: false, why: 'the command does more than write a file' }
  const real = targets[0]?.real ?? ''
  if (targets.some((target) => !isSamePath(target.real, real, context))) return { is: false, why: 'more than one file' }
  if (!real.endsWith('.md')) return { is: false, why: 'a plan file ends in .md' }
  if (!context.isRegularFileOrAbsent(targets[0]?.written ?? real))
    return { is: false, why: 'a link or not a regular file' }
  const agent = inAgentFolder(facts.action, real, context)
  return agent ?? inOwnFolder(real, context) ?? { is: false, why: 'outside the plans folders' }
}

function writesOnly(facts: Facts): boolean {
  return facts.mutations.every((effect) => effect.kind === 'write' && effect.path !== undefined)
}

function inAgentFolder(action: Action, real: string, context: GuardContext): PlanFileVerdict | undefined {
  const folder = action.plansFolders
    .map((path) => context.resolvePath(path))
    .find((path) => isDirectlyIn(real, path, context))
  if (folder === undefined) return undefined
  const bound = context.session?.planFiles[action.subagent ?? '']
  if (bound !== undefined && !isSamePath(bound, real, context))
    return { is: false, why: `this session's plan file is ${bound}` }
  return { is: true, file: real, kind: 'agent' }
}

function isDirectlyIn(path: string, folder: string, context: GuardContext): boolean {
  return isInside(path, folder, context) && !(relativeTo(folder, path, context) ?? '/').includes('/')
}

function inOwnFolder(real: string, context: GuardContext): PlanFileVerdict | undefined {
  if (context.root === undefined) return undefined
  const folder = `${context.root}/${context.policy.directory}`
  if (!isInside(real, folder, context)) return undefined
  const below = relativeTo(folder, real, context) ?? ''
  // Hooks, OWNERS and other files of ours lie at the top; plans lie under their branch's folder.
  if (!below.includes('/') || below.startsWith('hooks/')) return { is: false, why: 'not under a branch folder' }
  const approved = findApprovedPlanAt(real, context)
  if (approved) return { is: false, why: `plan ${approved.id} is approved; a change of it voids the approval` }
  return { is: true, file: real, kind: 'own' }
}

export function findApprovedPlanAt(real: string, context: GuardContext): PlanGate | undefined {
  return context.plans.plans.find(
    (plan) => plan.open && plan.file !== null && isSamePath(plan.file.path, real, context),
  )
}
