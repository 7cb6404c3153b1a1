import { PlansError } from '../errors.ts'
import { parsePathPattern } from './path-pattern.ts'
import type { Rule } from './policy.ts'

/** Where the rule stands; `allow` also for `plan.allow`. */
export type RuleList = 'deny' | 'ask' | 'allow'

const pathTools: ReadonlySet<string> = new Set(['Read', 'Edit', 'Write'])
const agentForm = { is: /^[^:*]+$/, fault: 'names a parameter or pattern, which this version does not match' }

/** Tools with a specifier that is no path, and what it must look like. */
const forms: Record<string, { is: RegExp; fault: string } | undefined> = {
  Bash: {
    is: /^(?!(run_in_background|dangerouslyDisableSandbox|timeout|description|command)\s*:)/,
    fault: 'names a parameter, which this version does not match',
  },
  WebFetch: { is: /^domain:\s*\S+$/, fault: 'needs domain: as in WebFetch(domain:example.com)' },
  Agent: agentForm,
  Task: agentForm,
}

/** Reads `Tool` or `Tool(specifier)`. Throws PlansError for a text that this version could not hold anybody to. */
export function parseRule(text: string, source: string, line?: number): Rule {
  const fault = findRuleFault(text)
  if (fault !== undefined) {
    const where = line === undefined ? source : `${source}:${line}`
    throw new PlansError(
      'usage',
      'rule-invalid',
      `${where}: the rule ${JSON.stringify(text)} ${fault}.`,
      'Correct the rule.',
    )
  }
  const { tool, specifier } = splitRule(text)
  return {
    text,
    tool,
    ...(specifier === undefined ? {} : { specifier }),
    source,
    ...(line === undefined ? {} : { line }),
  }
}

/**
 * Why a rule would do nothing or something else than it says, or undefined. A rule that is quietly ignored is worse
 * than none, so these are errors. With `list`, what only that list may hold is checked too.
 */
export function findRuleFault(text: string, list?: RuleList): string | undefined {
  if (text.trim() !== text || text === '') return text.trim() === '' ? 'is empty' : 'begins or ends with a blank'
  if (/[^\P{Cc}\t\n]/u.test(text)) return 'holds a control character'
  if (!text.includes('(')) return text.includes(')') ? 'has a ) that nothing opened' : findNameFault(text, list)
  if (!text.endsWith(')')) return 'does not end with ): write Tool(specifier)'
  const { tool, specifier = '' } = splitRule(text)
  if (specifier === '' || specifier === ':*') return `matches nothing: write ${tool} for every call`
  return findNameFault(tool, list) ?? findSpecifierFault(tool, specifier, list)
}

function splitRule(text: string): { tool: string; specifier?: string } {
  const open = text.indexOf('(')
  if (open < 0) return { tool: text }
  return { tool: text.slice(0, open), specifier: text.slice(open + 1, -1).trim() }
}

function findNameFault(tool: string, list: RuleList | undefined): string | undefined {
  if (!/^[\w*.:@/-]+$/.test(tool)) return 'has no tool name: write Tool or Tool(specifier)'
  // What a glob over tools would allow grows with each tool that an agent learns.
  const named = tool.replace(/^mcp__[^*_]+(?:_[^*_]+)*__/, '')
  if (list === 'allow' && named.includes('*') && named === tool)
    return 'allows by a pattern of tool names: only mcp__server__* may'
  return undefined
}

function findSpecifierFault(tool: string, specifier: string, list: RuleList | undefined): string | undefined {
  if (pathTools.has(tool)) return findPathFault(tool, specifier, list)
  const form = forms[tool]
  if (!form)
    return `has a specifier, which this version matches only for ${[...pathTools, ...Object.keys(forms)].join(', ')}`
  return form.is.test(specifier) ? undefined : form.fault
}

function findPathFault(tool: string, specifier: string, list: RuleList | undefined): string | undefined {
  if (list === 'allow' && tool === 'Write')
    return 'is never consulted for allowing: write Edit(path), which covers new files'
  if (list === 'allow' && specifier === '*')
    return `allows nothing: write ${tool}(**) for all below the working directory`
  if (specifier.startsWith('!')) return 'begins with !, which excludes nothing: there are no exceptions to a rule'
  const pattern = parsePathPattern(specifier)
  return 'fault' in pattern ? pattern.fault : undefined
}
