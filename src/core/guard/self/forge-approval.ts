import type { JsonObject } from '../../json.ts'
import { stringOf } from '../../json.ts'
import type { SimpleCommand } from '../../shell/effect.ts'
import type { Facts } from '../facts.ts'
import type { OwnCommand } from './own-commands.ts'

interface ForgeApproval {
  what: string
  span?: [number, number]
}

const writeMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])
const apiPlaces = ['reviews', 'approvals', 'approve', 'refs/plans', 'rulesets', 'git/refs/plans'] as const
const urlPrograms: ReadonlySet<string> = new Set(['curl', 'wget', 'http', 'https', 'xh'])

/** Reviews that approve, comments that hold `/plans`, and API writes to reviews, approvals, our refs or rulesets. */
export function findForgeApproval(facts: Facts, input: JsonObject): ForgeApproval | undefined {
  if (facts.action.kind === 'mcp') return forgeTool(facts, input)
  for (const command of facts.analysis?.commands ?? []) {
    const found = forgeCommand(command)
    if (found) return found
  }
  return undefined
}

function forgeTool(facts: Facts, input: JsonObject): ForgeApproval | undefined {
  const name = (facts.action.serverTool ?? facts.action.tool).toLowerCase()
  const event = (stringOf(input['event']) ?? stringOf(input['action']) ?? '').toUpperCase()
  if (name.includes('review') && event.startsWith('APPROVE')) return { what: `${facts.action.tool} with ${event}` }
  if (name.includes('approve')) return { what: facts.action.tool }
  const body = stringOf(input['body']) ?? stringOf(input['comment']) ?? ''
  if (name.includes('comment') && holdsPlansCommand(body)) return { what: `${facts.action.tool} with /plans` }
  if (name.includes('ruleset') && !name.startsWith('get') && !name.startsWith('list'))
    return { what: facts.action.tool }
  return undefined
}

function forgeCommand(command: SimpleCommand): OwnCommand | undefined {
  const words = command.words.map((word) => word ?? '')
  const program = words[0]?.split('/').at(-1) ?? ''
  const what =
    program === 'gh' || program === 'glab'
      ? forgeClient(program, words)
      : urlPrograms.has(program)
        ? apiCall(program, words)
        : undefined
  return what === undefined ? undefined : { what, span: command.span }
}

function forgeClient(program: string, words: readonly string[]): string | undefined {
  const [, topic = '', verb = ''] = words
  if (topic === 'pr' && verb === 'review' && words.some((word) => word === '--approve' || isShortWith(word, 'a')))
    return 'gh pr review --approve'
  if (topic === 'mr' && (verb === 'approve' || (verb === 'note' && words.some(holdsPlansCommand))))
    return `glab mr ${verb}`
  if (['comment', 'review', 'note'].includes(verb) && words.some(holdsPlansCommand))
    return `${program} ${topic} ${verb} with /plans`
  return topic === 'api' ? apiCall(`${program} api`, words.slice(1)) : undefined
}

function apiCall(program: string, words: readonly string[]): string | undefined {
  const place = apiPlaces.find((name) => words.some((word) => pathHolds(word, name)))
  const comment = words.some((word) => pathHolds(word, 'comments')) && words.some(holdsPlansCommand)
  const graph = words.some((word) => /addPullRequestReview|submitPullRequestReview/.test(word))
  if (place === undefined && !comment && !graph) return undefined
  return isWrite(words) || graph
    ? `${program} ${place ?? (graph ? 'graphql review' : 'comment with /plans')}`
    : undefined
}

function isWrite(words: readonly string[]): boolean {
  return words.some((word, index) => {
    const previous = words[index - 1] ?? ''
    if (['-X', '--request', '--method'].includes(previous)) return writeMethods.has(word.toUpperCase())
    if (word.startsWith('-X') && word.length > 2) return writeMethods.has(word.slice(2).toUpperCase())
    return /^(-d|-f|-F|-T|--data.*|--json|--field|--raw-field|--input|--form|--upload-file|--post-data.*|--method=.*|--request=(POST|PUT|PATCH|DELETE))$/.test(
      word,
    )
  })
}

function pathHolds(word: string, name: string): boolean {
  if (!word.includes('/')) return false
  const index = word.indexOf(name)
  if (index < 0) return false
  const next = word[index + name.length]
  return (index === 0 || word[index - 1] === '/') && (next === undefined || '/?:#'.includes(next))
}

function isShortWith(word: string, letter: string): boolean {
  return (
    word.length > 1 &&
    word.startsWith('-') &&
    !word.startsWith('--') &&
    word.slice(1).includes(letter) &&
    word.length <= 3
  )
}

/** A line that starts with `/plans`, as the Action reads it. */
function holdsPlansCommand(text: string): boolean {
  return text.split(/[\n=]/).some((line) => line.trimStart().startsWith('/plans'))
}
