import type { Finding } from '../../decision.ts'
import type { GuardContext } from '../context.ts'
import type { Facts, Touch } from '../facts.ts'
import { isInside, isSamePath } from '../places.ts'
import { findForgeApproval } from '../self/forge-approval.ts'
import { findLedgerWrite } from '../self/ledger-refs.ts'
import { findOwnCommand, namesOwnDecision } from '../self/own-commands.ts'

/**
 * Step 1: what would switch the guard off or forge a decision is denied, in every mode, and no rule lifts it. Reading
 * any of it passes. Programs that start others outside the process tree are asked for, and denied when they name us.
 */
export function evaluateSelfProtection(facts: Facts, context: GuardContext): Finding | undefined {
  return ownFile(facts, context) ?? ownDecision(facts, context) ?? deferred(facts)
}

function ownFile(facts: Facts, context: GuardContext): Finding | undefined {
  for (const target of facts.writes) {
    const what = whatIsOurs(target, facts, context)
    if (what !== undefined)
      return deny(`${target.real} ${what} of git-plans; only a person changes it, in a terminal.`, target.span)
  }
  return undefined
}

function whatIsOurs(target: Touch, facts: Facts, context: GuardContext): string | undefined {
  const { real } = target
  const removed = removes(facts, target)
  // Removing `node_modules` takes the program away with it; that is no way out, since a missing program denies.
  if (context.ownPrograms().some((ours) => isInside(real, ours, context))) return 'is part of the program'
  const reaches = (ours: string): boolean => isInside(real, ours, context) || (removed && isInside(ours, real, context))
  if (context.stateFolders().some(reaches)) return removed ? 'holds the state' : 'is part of the state'
  if (context.policy.ownFiles.some((file) => isSamePath(real, file, context))) return 'is the configuration'
  if (context.holdsOurHooks(real, removed))
    return removed ? 'holds the settings with the hooks' : 'is a settings file with the hooks'
  return undefined
}

function removes(facts: Facts, target: Touch): boolean {
  return (facts.analysis?.effects ?? []).some(
    (effect) => effect.kind === 'delete' && effect.recursive && effect.path === target.written,
  )
}

function ownDecision(facts: Facts, context: GuardContext): Finding | undefined {
  const forge = findForgeApproval(facts, context.input)
  if (forge) return deny(`This approves at the forge (${forge.what}); only a person does that.`, forge.span)
  if (!facts.analysis) return undefined
  const command = findOwnCommand(facts.analysis, context)
  if (command) return deny(`\`${command.what}\` decides for a person; run it yourself in a terminal.`, command.span)
  const ref = findLedgerWrite(facts.analysis, context.policy.ledgerRef)
  if (ref) return deny(`This would move the ledger (${ref.what}); only git-plans appends to it.`, ref.span)
  return undefined
}

function deferred(facts: Facts): Finding | undefined {
  const effect = facts.analysis?.effects.find((each) => each.kind === 'deferred')
  if (effect?.kind !== 'deferred') return undefined
  if (namesOwnDecision(facts.action.command ?? ''))
    return deny('This would run a decision of git-plans outside the session.', effect.span)
  const reason = `\`${effect.program}\` starts a program outside this session (${effect.what}), where nothing guards it.`
  return { outcome: 'ask', rule: 'deferred-execution', reason, evidence: [{ what: effect.what, span: effect.span }] }
}

function deny(reason: string, span?: [number, number]): Finding {
  return { outcome: 'deny', rule: 'self-protection', reason, evidence: span ? [{ what: reason, span }] : [] }
}
