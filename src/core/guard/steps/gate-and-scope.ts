import type { Finding } from '../../decision.ts'
import { matchesGlob, parseGlob } from '../../glob.ts'
import { isInScope } from '../../plan/scope.ts'
import type { PlanGate } from '../../session/session.ts'
import type { GuardContext } from '../context.ts'
import { describeMutations } from '../describe.ts'
import type { Facts, Touch } from '../facts.ts'
import { isInside, relativeTo } from '../places.ts'
import { findPlanFile } from '../plan-file.ts'
import { isMutation, matchesPlanAllow } from './plan-mode.ts'

/** Step 5: branches that need an approved plan, then writes outside the approved scope. */
export function evaluateGateAndScope(facts: Facts, context: GuardContext): Finding | undefined {
  return evaluateGate(facts, context) ?? evaluateScope(facts, context)
}

function evaluateGate(facts: Facts, context: GuardContext): Finding | undefined {
  if (!isGated(context) || openPlans(context).length > 0 || !isMutation(facts, context)) return undefined
  if (isExempt(facts, context)) return undefined
  const evidence = describeMutations(facts)
  const reason = `Branch ${context.branch} needs an approved plan (gate.requireApprovedPlan): ${evidence[0]?.what ?? facts.action.tool}. Write a plan, submit it, and let a person approve it with \`plans approve\`.`
  return { outcome: 'deny', rule: 'gate', reason, evidence }
}

export function isGated(context: Pick<GuardContext, 'branch' | 'policy'>): boolean {
  const { branch } = context
  if (branch === undefined) return false
  return context.policy.gate.requireApprovedPlan.some((pattern) => {
    const glob = parseGlob(pattern)
    return 'fault' in glob || matchesGlob(glob, branch)
  })
}

/** Plans of this session or branch whose gate is open. Several: a write that any of them covers passes. */
function openPlans(context: GuardContext): PlanGate[] {
  const open = context.plans.plans.filter((plan) => plan.open)
  const own = open.filter((plan) => plan.id === context.session?.plan)
  return own.length > 0 ? own : open.filter((plan) => plan.branch === context.branch)
}

function evaluateScope(facts: Facts, context: GuardContext): Finding | undefined {
  const { enforce } = context.policy.scope
  // While planning the floor has the word; a command of unknown effect is left to `verify`.
  if (enforce === 'off' || context.mode.planning || facts.changes !== 'yes' || context.root === undefined)
    return undefined
  const scoped = openPlans(context).filter((plan) => plan.scope !== null)
  if (scoped.length === 0 || findPlanFile(facts, context).is || matchesPlanAllow(facts, context)) return undefined
  const outside = facts.writes.find((target) => isOutside(target, scoped, context))
  return outside && scopeFinding(outside, scoped, context)
}

function isOutside(target: Touch, plans: readonly PlanGate[], context: GuardContext): boolean {
  if (isExemptPath(target.real, context)) return false
  const below = relativeTo(context.root ?? '/', target.real, context)
  const covered = below !== undefined && plans.some((plan) => plan.scope !== null && isInScope(plan.scope, below))
  return !covered && !(below !== undefined && context.isIgnored(target.real))
}

function scopeFinding(target: Touch, plans: readonly PlanGate[], context: GuardContext): Finding {
  const enforce = context.policy.scope.enforce === 'deny' ? 'deny' : 'ask'
  const below = relativeTo(context.root ?? '/', target.real, context) ?? target.real
  const named = plans.map((plan) => `${plan.id} (${plan.scope?.allow.join(', ') || 'nothing'})`).join('; ')
  const reason = `${below} is outside the approved scope of plan ${named}. Stay inside it, or change the plan's scope and have it approved again.`
  const evidence = [{ what: `writes ${below}`, path: target.real, ...(target.span ? { span: target.span } : {}) }]
  return { outcome: enforce, rule: 'scope', reason, evidence }
}

function isExempt(facts: Facts, context: GuardContext): boolean {
  if (facts.writes.length === 0 || facts.changes === 'unknown') return false
  if (facts.analysis && facts.mutations.some((effect) => !('path' in effect) || effect.path === undefined)) return false
  return facts.writes.every((target) => isExemptPath(target.real, context) || context.isIgnored(target.real))
}

function isExemptPath(real: string, context: GuardContext): boolean {
  const own = context.root === undefined ? [] : [`${context.root}/${context.policy.directory}`]
  return (
    [...own, ...context.temporaryFolders()].some((folder) => isInside(real, folder, context)) &&
    !isInsideRootOnly(real, context)
  )
}

/** A repository that itself lies in the temporary folder is not exempt as a whole. */
function isInsideRootOnly(real: string, context: GuardContext): boolean {
  const { root } = context
  if (root === undefined || !isInside(real, root, context)) return false
  return !isInside(real, `${root}/${context.policy.directory}`, context)
}
