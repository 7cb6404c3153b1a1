import { rungs } from '../plan/plan.ts'
import type { ApprovalSettings } from '../policy/config.ts'
import type { ApprovalRules, Person } from './approval-rules.ts'

export function soloRules(): ApprovalRules {
  return { preset: 'solo', required: 1, allowSelf: true, trust: 'local', owners: [], allowAuto: false, base: 'local' }
}

/** `forge` needs a forge that can be asked; elsewhere a signature is the most there is. */
export function teamRules(base: string, owners: Person[], knownForge: boolean): ApprovalRules {
  const trust = knownForge ? 'forge' : 'signed'
  return { preset: 'team', required: 1, allowSelf: false, trust, owners, allowAuto: false, base }
}

/** Settings that stand on the base hold as they are, down to one approval. */
export function applySettings(rules: ApprovalRules, settings: ApprovalSettings): ApprovalRules {
  return {
    ...rules,
    required: Math.max(1, settings.required ?? rules.required),
    allowSelf: settings.allowSelf ?? rules.allowSelf,
    trust: settings.trust ?? rules.trust,
  }
}

/** Settings of a work tree, which the author of a plan can write, may ask for more and never for less. */
export function tightenRules(rules: ApprovalRules, settings: ApprovalSettings): ApprovalRules {
  const { required = 1, allowSelf = true, trust = 'local' } = settings
  return {
    ...rules,
    required: Math.max(rules.required, required),
    allowSelf: rules.allowSelf && allowSelf,
    trust: rungs.indexOf(trust) > rungs.indexOf(rules.trust) ? trust : rules.trust,
  }
}
