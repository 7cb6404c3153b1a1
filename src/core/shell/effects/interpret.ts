import type { Argument } from '../argument.ts'
import { add, addDelete, addRead, addUnknown, addWrite, type Call } from '../call.ts'
import { holdsWord } from '../lists.ts'
import { type Found, type ParsedWords, parseOptions } from '../options.ts'
import { setsVariables } from '../scope.ts'
import { resolveArgument } from '../words.ts'
import { findSpec, type Spec, type SpecEffect } from './spec.ts'

const noOptions = {}

/** The one reader of all tables. */
export function interpret(spec: Spec, call: Call, args: Argument[], title: string): void {
  if (isQuestion(spec, args)) return
  if (spec.subcommands) interpretSubcommand(spec, call, args, title)
  else interpretWords(spec, call, spec.bundled ? withDash(args) : args, title)
}

function interpretWords(spec: Spec, call: Call, args: Argument[], title: string): void {
  const parsed = parseOptions(args, spec.options ?? noOptions, spec.style ?? 'gnu')
  if (parsed.hidden && matters(parsed.hidden, spec, call))
    addUnknown(call, `${title} with a word that only running tells`)
  if (spec.effect) addEffect(spec.effect, spec, call, title)
  for (const option of parsed.options) judgeOption(option, spec, call, title)
  judgeOperands(parsed, spec, call, title)
  if (destroys(spec, parsed)) call.run.destructive = true
  spec.judge?.(call, parsed)
}

function matters(hidden: Argument, { loose, trusting }: Spec, { scope }: Call): boolean {
  if (trusting) return hidden.source === '' || setsVariables(scope)
  return !loose
}

function withDash(args: Argument[]): Argument[] {
  const [first, ...rest] = args
  if (!first?.text || first.text.startsWith('-')) return args
  const text = `-${first.text}`
  return [{ ...first, text, beginning: text }, ...rest]
}

function isQuestion(spec: Spec, args: Argument[]): boolean {
  const text = args.length === 1 ? args[0]?.text : undefined
  if (holdsWord(spec.asks ?? '', args[0]?.text ?? '')) return true
  if (text === undefined) return false
  if (text === '--help') return true
  return holdsWord(spec.version ?? '--version', text)
}

function interpretSubcommand(spec: Spec, outer: Call, args: Argument[], title: string): void {
  const parsed = parseOptions(args, spec.options ?? noOptions, spec.singleDash ? 'first-single' : 'first')
  const call = judgeEarlyOptions(parsed, spec, outer, title)
  spec.judge?.(call, parsed)
  const [name, ...rest] = parsed.operands
  const inner = name ? findSubcommand(spec, name.text) : spec.bare
  const innerTitle = name ? `${title} ${name.text ?? 'with a subcommand that only running tells'}` : title
  if (!inner) addUnknown(call, name ? `${innerTitle} is not known` : `${title} without a subcommand`)
  else if (spec.helpful && inner.effect !== 'execute' && asksForHelp(rest)) return
  else interpret(spec.helpful && inner.subcommands ? { ...inner, helpful: true } : inner, call, rest, innerTitle)
}

function findSubcommand(spec: Spec, name: string | undefined): Spec | undefined {
  if (name === undefined) return undefined
  return findSpec(spec.subcommands ?? noOptions, name) ?? findSpec(spec.further?.() ?? noOptions, name) ?? spec.other
}

/** Options before the subcommand. One that is not known may take the next word, so that another one is the subcommand. */
function judgeEarlyOptions(parsed: ParsedWords, spec: Spec, call: Call, title: string): Call {
  let { scope } = call
  if (parsed.hidden && parsed.hidden !== parsed.operands[0]) {
    addUnknown(call, `${title} with a word that only running tells`)
  }
  for (const option of parsed.options) {
    if (option.meaning === undefined) addUnknown(call, `${title} ${option.name} is not known`)
    judgeOption(option, spec, call, title)
    // It may become more than one word, and then another subcommand follows.
    if (option.value?.glob) addUnknown(call, `${title} ${option.name} with a pattern`)
    if (option.meaning !== 'folder' || !option.value) continue
    if (option.value.path === undefined) addUnknown(call, `${title} in a folder that only running tells`)
    scope = { ...scope, cwd: resolveArgument(option.value, scope) }
  }
  return scope === call.scope ? call : { ...call, scope }
}

function asksForHelp(words: Argument[]): boolean {
  return words.at(-1)?.text === '--help' && words.slice(0, -1).every(({ text }) => text && !text.startsWith('-'))
}

function judgeOption(option: Found, spec: Spec, call: Call, title: string) {
  const { name, value } = option
  switch (option.meaning) {
    case 'flag':
    case 'attached':
    case 'value':
    case 'in-place':
    case 'folder':
      return
    case 'mutate':
    case 'mutate-value':
    case 'destroy':
      return addEffect(spec.mutates ?? spec.effect ?? 'unknown', spec, call, `${title} ${name}`)
    case 'read':
      if (value) addRead(call, value)
      return
    case 'write':
      return value ? addWrite(call, value) : add(call, { kind: 'write' })
    case 'execute':
      return add(call, { kind: 'execute', what: `${title} ${name}` })
    case 'refuse':
    case 'refuse-value':
      return addUnknown(call, `${title} ${name}`)
    default:
      if (spec.strict) addUnknown(call, `${title} ${name} is not known`)
  }
}

function judgeOperands(parsed: ParsedWords, spec: Spec, call: Call, title: string): void {
  const inPlace = parsed.options.some((option) => option.meaning === 'in-place')
  const kind = inPlace ? 'write' : spec.operands
  const given = spec.instead && hasOption(parsed, spec.instead)
  const operands = spec.skip && !given ? parsed.operands.slice(spec.skip) : parsed.operands
  const recursive = spec.recursive === true || (spec.recursive !== undefined && hasOption(parsed, spec.recursive))
  for (const [index, operand] of operands.entries()) {
    const last = spec.lastWrites && index > 0 && index === operands.length - 1
    if (last || kind === 'write') addWrite(call, operand)
    else if (kind === 'read') addRead(call, operand)
    else if (kind === 'delete') addDelete(call, operand, recursive)
    else if (kind === 'mutate') mutateOperand(parsed, spec, call, title)
    else if (kind === 'refuse') addUnknown(call, `${title} with ${operand.text ?? 'an operand'}`)
  }
  if (operands.length > 0) return
  if (kind === 'write') add(call, { kind: 'write' })
  else if (kind === 'delete') add(call, { kind: 'delete', recursive })
}

function mutateOperand(parsed: ParsedWords, spec: Spec, call: Call, title: string): void {
  if (spec.unless && hasOption(parsed, spec.unless)) return
  addEffect(spec.mutates ?? 'unknown', spec, call, title)
}

function destroys(spec: Spec, parsed: ParsedWords): boolean {
  if (spec.destroys === true) return true
  return (
    (spec.destroys !== undefined && hasOption(parsed, spec.destroys)) ||
    parsed.options.some((option) => option.meaning === 'destroy')
  )
}

export function hasOption(parsed: ParsedWords, names: string): boolean {
  return parsed.options.some(({ name }) => holdsWord(names, name))
}

function addEffect(effect: SpecEffect, spec: Spec, call: Call, title: string) {
  switch (effect) {
    case 'remote-read':
    case 'remote-write':
      return add(call, { kind: effect, service: spec.service ?? call.program })
    case 'network':
    case 'write':
      return add(call, { kind: effect })
    case 'git-refs':
    case 'git-work-tree':
    case 'git-index':
    case 'git-remote':
    case 'git-config':
      return add(call, { kind: 'git', part: effect.slice(4) as 'refs', what: title })
    default:
      return add(call, { kind: effect, what: title })
  }
}
