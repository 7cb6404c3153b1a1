import type { Redirect } from './parse.ts'
import { isSecretPath, pathOfWord } from './paths.ts'
import { addEffect, type ShellState } from './state.ts'
import { readWord } from './words.ts'

const nowhere: ReadonlySet<string> = new Set(['/dev/null', '/dev/stdin', '/dev/stdout', '/dev/stderr', '/dev/tty'])

/** Anything but `/dev/null` and descriptors is read or written. */
export function addRedirect(
  state: ShellState,
  redirect: Redirect,
  program: string,
  span: [number, number],
): void {
  if (!redirect.target) {
    addEffect(state, span, program, { kind: 'unknown', what: 'a redirection without a target' })
    return
  }
  const word = readWord(redirect.target, state)
  const { text } = word
  const joins = redirect.operator === '>&' || redirect.operator === '<&'
  if (joins && text !== undefined && /^(\d+-?|-)$/.test(text)) return
  if (text !== undefined && nowhere.has(text)) return
  if (text !== undefined && /^\/dev\/(tcp|udp)\//.test(text)) {
    addEffect(state, span, program, { kind: 'network', host: text.split('/')[3] ?? '' })
    return
  }
  const path = word.pattern ? undefined : pathOfWord(word, state)
  if (redirect.operator === '<' || redirect.operator === '<&') {
    addRead(state, span, program, path)
    return
  }
  addEffect(state, span, program, path === undefined ? { kind: 'write' } : { kind: 'write', path })
}

export function addRead(
  state: ShellState,
  span: [number, number],
  program: string,
  path: string | undefined,
): void {
  if (path === undefined) addEffect(state, span, program, { kind: 'read' })
  else addEffect(state, span, program, { kind: isSecretPath(path) ? 'secret-read' : 'read', path })
}
