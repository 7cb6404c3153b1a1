import type { Finding } from '../../decision.ts'
import type { GuardContext } from '../context.ts'
import { describeEffect } from '../describe.ts'
import type { Facts, Touch } from '../facts.ts'
import { isInside, isSamePath, relativeTo } from '../places.ts'
import { findApprovedPlanAt, findPlanFile } from '../plan-file.ts'
import { protectedFiles, protectedFolders, shellStartupFiles } from '../protected-places.ts'

/** Step 4: protected paths and destructive calls. Allow rules do not lift it. */
export function evaluateProtectedPaths(facts: Facts, context: GuardContext): Finding | undefined {
  return removalOfEverything(facts, context) ?? destructive(facts, context) ?? protectedWrite(facts, context)
}

function removalOfEverything(facts: Facts, context: GuardContext): Finding | undefined {
  for (const effect of facts.analysis?.effects ?? []) {
    if (effect.kind !== 'delete' || !effect.recursive || effect.path === undefined) continue
    const real = context.resolvePath(effect.path)
    const everything = real === '/' || isSamePath(real, context.home, context) || isInside(context.home, real, context)
    if (!everything) continue
    const evidence = [{ what: describeEffect(effect), span: effect.span, path: real }]
    return {
      outcome: 'deny',
      rule: 'destructive',
      reason: `This removes ${real} and all below it; that is never run.`,
      evidence,
    }
  }
  return undefined
}

function destructive(facts: Facts, context: GuardContext): Finding | undefined {
  if (!facts.analysis?.destructive) return undefined
  const evidence = facts.mutations.map((effect) => ({ what: describeEffect(effect), span: effect.span }))
  const reason = `This cannot be undone: ${evidence[0]?.what ?? facts.action.command}. A person decides.`
  return { outcome: context.policy.protectedPaths.outcome, rule: 'destructive', reason, evidence }
}

function protectedWrite(facts: Facts, context: GuardContext): Finding | undefined {
  if (findPlanFile(facts, context).is) return undefined
  for (const target of facts.writes) {
    const finding = approvedPlan(target, context) ?? protectedPlace(target, context)
    if (finding) return finding
  }
  return undefined
}

function approvedPlan(target: Touch, context: GuardContext): Finding | undefined {
  const plan = findApprovedPlanAt(target.real, context)
  if (!plan) return undefined
  const reason = `${target.real} holds plan ${plan.id}, which is approved; a change of its text voids the approval.`
  return { outcome: 'ask', rule: 'approved-plan', reason, evidence: [evidenceOf(target)] }
}

function protectedPlace(target: Touch, context: GuardContext): Finding | undefined {
  const place = findProtectedPlace(target.real, context)
  if (place === undefined) return undefined
  const reason = `${target.real} is a protected path (${place}): what stands there can run later or change the rules.`
  return {
    outcome: context.policy.protectedPaths.outcome,
    rule: 'protected-path',
    reason,
    evidence: [evidenceOf(target)],
  }
}

function evidenceOf(target: Touch): { what: string; path: string; span?: [number, number] } {
  const base = { what: `writes ${target.written}`, path: target.real }
  return target.span ? { ...base, span: target.span } : base
}

function findProtectedPlace(real: string, context: GuardContext): string | undefined {
  const inHome = relativeTo(context.home, real, context)
  const inRoot = context.root === undefined ? undefined : relativeTo(context.root, real, context)
  const below = inRoot ?? inHome
  const added = context.policy.protectedPaths.add.find((entry) => isInside(real, entry, context))
  if (added !== undefined) return added
  if (below === undefined) return undefined
  const parts = (context.caseInsensitive ? below.toLowerCase() : below).split('/')
  const folder = protectedFolders.find((name) => holdsFolder(parts, name.split('/')))
  if (folder !== undefined) return folder
  const name = parts.at(-1) ?? ''
  if (protectedFiles.has(name)) return name
  return inHome !== undefined && parts.length === 1 && shellStartupFiles.has(name) ? name : undefined
}

function holdsFolder(parts: readonly string[], folder: readonly string[]): boolean {
  return parts.some((_, start) => folder.every((name, index) => parts[start + index] === name))
}
