import type { ShellAnalysis, SimpleCommand } from '../../shell/effect.ts'
import type { OwnCommand } from './own-commands.ts'

/** Git's verbs that can move, delete or publish a ref, or change which refs a remote carries. */
const refVerbs: ReadonlySet<string> = new Set([
  'push',
  'fetch',
  'pull',
  'update-ref',
  'symbolic-ref',
  'config',
  'remote',
  'fast-import',
  'replace',
  'branch',
  'tag',
  'filter-branch',
])
const readingOnly: ReadonlySet<string> = new Set([
  '--get',
  '--get-all',
  '--list',
  '-l',
  '--dry-run',
  '-n',
  'show',
  '-v',
])

/** A git command that writes the ledger's ref, by its name or by a refspec that covers it. Plain fetch and push do not. */
export function findLedgerWrite(analysis: ShellAnalysis, ledgerRef: string): OwnCommand | undefined {
  for (const command of analysis.commands) {
    const what = ledgerWrite(command, ledgerRef)
    if (what !== undefined) return { what, span: command.span }
  }
  return undefined
}

function ledgerWrite(command: SimpleCommand, ledgerRef: string): string | undefined {
  const words = command.words.map((word) => word ?? '')
  if (words[0]?.split('/').at(-1) !== 'git') return undefined
  const verb = words.find((word, index) => index > 0 && refVerbs.has(word))
  if (verb === undefined || words.some((word) => readingOnly.has(word))) return undefined
  if (verb === 'push' && words.some((word) => word === '--mirror' || word === '--prune'))
    return `git push ${words.find((word) => word.startsWith('--'))}`
  const rest = words.slice(words.indexOf(verb) + 1)
  const covering = rest.find((word) => refNames(word).some((name) => covers(name, ledgerRef)))
  return covering === undefined ? undefined : `git ${verb} ${covering}`
}

/** Both sides of a refspec, without `+`; a bare branch name stands for `refs/heads/…`. */
function refNames(word: string): string[] {
  return word
    .replace(/^\+/, '')
    .split(/[:=]/)
    .flatMap((side) => (side === '' ? [] : [side.replace(/^\+/, ''), `refs/heads/${side}`, `refs/${side}`]))
}

function covers(name: string, ledgerRef: string): boolean {
  if (name === ledgerRef || name === `${ledgerRef}.lock`) return true
  const star = name.indexOf('*')
  if (star < 0) return false
  const tail = name.slice(star + 1)
  // `refs/heads/*` covers a ledger kept on a branch, but an everyday refspec of all branches is not about the ledger.
  if (ledgerRef.startsWith('refs/heads/') && name === 'refs/heads/*') return false
  return ledgerRef.startsWith(name.slice(0, star)) && ledgerRef.endsWith(tail)
}
