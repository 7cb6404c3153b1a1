import { add, addRead, addUnknown, addWrite, isHarmlessDevice } from './call.ts'
import type { Redirection } from './parse.ts'
import { locate, type Run, type Scope } from './scope.ts'
import { readWord, resolveArgument } from './words.ts'

/** What opening the files of a redirection does, whatever the command behind it is. */
export function judgeRedirection(redirection: Redirection, program: string, run: Run, scope: Scope): void {
  const span = locate(scope.frame, redirection.pos, redirection.end)
  const site = { program, span, scope, run }
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
  // The inner commands were judged by themselves; the pipe between is no file.
  if (isProcessSubstitution(target.source)) return
  const path = resolveArgument(target, scope)
  if (path?.startsWith('/dev/tcp/') || path?.startsWith('/dev/udp/') || target.beginning.startsWith('/dev/tcp/')) {
    const host = path?.split('/')[3]
    return add(site, host === undefined ? { kind: 'network' } : { kind: 'network', host })
  }
  if (operator === '<') return addRead(site, target)
  if (path !== undefined && isHarmlessDevice(path)) return
  addWrite(site, target)
}

function isDescriptor(text: string | undefined): boolean {
  return text !== undefined && /^(\d+-?|-)$/.test(text)
}

function isProcessSubstitution(source: string): boolean {
  return (source.startsWith('<(') || source.startsWith('>(')) && source.endsWith(')')
}
