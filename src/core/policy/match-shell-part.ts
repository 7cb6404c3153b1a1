import type { ShellAnalysis, SimpleCommand } from '../shell/effect.ts'
import { collapse, quote } from './shell-text.ts'
import { matchesText } from './text-pattern.ts'

/** Run what follows in their own way, so that a rule which stops that sees through them. */
const carriers: ReadonlySet<string> = new Set([
  'watch',
  'setsid',
  'ionice',
  'flock',
  'strace',
  'ltrace',
  'xargs',
  'parallel',
])

/** Whether the pattern names some command of the text, in any spelling that is seen through. */
export function matchesSomePart(specifier: string, command: string, analysis: ShellAnalysis): boolean {
  const pattern = collapse(specifier)
  const texts = analysis.commands.flatMap((each) => spellings(each, command))
  // A rule that itself holds an operator can only mean the text as a whole.
  if (/[|&;<>]/.test(pattern)) texts.push(command)
  // What was not read as commands is cut at everything that could end one.
  if (!isRead(analysis)) texts.push(command, ...command.split(/\$\(|[|;&\n(){}`"']/))
  return texts.some((text) => matchesText(pattern, collapse(text)))
}

function isRead({ commands, effects }: ShellAnalysis): boolean {
  return commands.length > 0 && !effects.some((effect) => effect.kind === 'unknown' && effect.program === '')
}

/** Every way in which a rule that stops something may name this command. */
function spellings(command: SimpleCommand, text: string): string[] {
  const words = command.words.map((word) => word ?? '$')
  const [program = '', ...rest] = words
  const bare = program.slice(program.lastIndexOf('/') + 1)
  const assigned = command.assignments.map(({ name, value }) => `${name}=${value ?? '$'}`)
  const plain = words.join(' ')
  return [
    plain,
    [bare, ...rest].join(' '),
    words.map(quote).join(' '),
    [...assigned, plain].join(' '),
    command.source,
    text.slice(...command.span),
    ...(carriers.has(bare) ? rest.slice(0, 16).map((_, index) => rest.slice(index).join(' ')) : []),
  ]
}
