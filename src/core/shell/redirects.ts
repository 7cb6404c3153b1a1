import type { Argument } from './argument.ts'
import { add, addRead, addUnknown, addWrite } from './call.ts'
import type { Redirection } from './parse.ts'
import { locate, type Run, type Scope } from './scope.ts'
import { readWord, resolveArgument } from './words.ts'

/** What opening the files of a redirection does, whatever the command behind it is. */
export function judgeRedirection(redirection: Redirection, program: string, run: Run, scope: Scope) {
  const site = { program, span: locate(scope.frame, redirection.pos, redirection.end), scope, run }
  if (redirection.descriptor?.type === 'FileDescriptorVariable') addUnknown(site, 'descriptor kept in a variable')
  if (redirection.type === 'HereDoc') {
    if (!redirection.closing) addUnknown(site, 'heredoc without its end')
    return
  }
  if (!redirection.target) return addUnknown(site, 'redirection without a target')
  if (redirection.type === 'HereString') return
  const target = readWord(redirection.target, scope)
  const { operator } = redirection
  if ((operator === '>&' || operator === '<&') && isDescriptor(target.text)) return
  if (operator === '<&') return addUnknown(site, 'descriptor that only running tells')
  // The commands inside are judged by themselves; the pipe between is no file.
  if (isProcessSubstitution(target.source)) return
  if (/^\/dev\/(tcp|udp)\//.test(target.beginning)) {
    const host = resolveArgument(target, scope)?.split('/')[3]
    return add(site, host === undefined ? { kind: 'network' } : { kind: 'network', host })
  }
  if (/^\/dev\/(stdout|stderr|fd\/\d+)$/.test(target.text ?? '')) return
  if (operator === '<') addRead(site, target)
  else addWrite(site, target)
}

function isDescriptor(text: string | undefined): boolean {
  return text !== undefined && /^(\d+-?|-)$/.test(text)
}

function isProcessSubstitution(source: string): boolean {
  return (source.startsWith('<(') || source.startsWith('>(')) && source.endsWith(')')
}

/** The text that a command gets by heredoc or here-string, as a script could be read from there. */
export function readInput(redirections: readonly Redirection[], scope: Scope): Argument | undefined {
  for (const redirection of redirections) {
    if (redirection.type === 'HereString' && redirection.target) return readWord(redirection.target, scope)
    if (redirection.type !== 'HereDoc') continue
    const { body } = redirection
    const { text, pos: start, end } = body
    return { text, beginning: text, path: undefined, glob: false, source: text, start, end }
  }
  return undefined
}
