import type { Evidence } from '../decision.ts'
import type { Effect } from '../shell/effect.ts'
import type { Facts } from './facts.ts'

/** The words for what a call changes, one piece of evidence an effect, most telling first. */
export function describeMutations(facts: Facts): Evidence[] {
  if (facts.analysis) return facts.mutations.map((effect) => ({ what: describeEffect(effect), span: effect.span }))
  return facts.writes.map((target) => ({ what: `${facts.action.tool} writes ${target.written}`, path: target.real }))
}

export function describeEffect(effect: Effect): string {
  const { program } = effect
  switch (effect.kind) {
    case 'read':
    case 'secret-read':
      return `\`${program}\` reads ${effect.path ?? 'a file not known beforehand'}`
    case 'remote-read':
      return `\`${program}\` reads from ${effect.service}`
    case 'write':
      return `\`${program}\` writes ${effect.path ?? 'a file not known beforehand'}`
    case 'delete':
      return `\`${program}\` deletes ${effect.path ?? 'a file not known beforehand'}`
    case 'network':
      return `\`${program}\` uses the network${effect.host === undefined ? '' : ` (${effect.host})`}`
    case 'remote-write':
      return `\`${program}\` changes ${effect.service}`
    case 'git':
      return `\`${program}\` changes git's ${effect.part} (${effect.what})`
    case 'execute':
      return `\`${program}\` runs ${effect.what}`
    case 'process':
      return `\`${program}\` acts on processes (${effect.what})`
    case 'deferred':
      return `\`${program}\` starts a program outside this session (${effect.what})`
    case 'install':
      return `\`${program}\` installs or changes packages (${effect.what})`
    case 'privilege':
      return `\`${program}\` takes other rights (${effect.what})`
    case 'unknown':
      return `\`${program || 'the command'}\` is not proven read-only (${effect.what})`
  }
}
