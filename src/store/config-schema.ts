import { z } from 'zod'

import { parseGlob } from '../core/glob.ts'
import type { ConfigValues } from '../core/policy/config.ts'
import { findNearestName } from '../core/policy/nearest-name.ts'
import { findRuleFault, type RuleList } from '../core/policy/rule.ts'

const modes = z.enum(['default', 'plan', 'acceptEdits', 'auto', 'dontAsk', 'bypassPermissions'])
const text = z.string().max(10_000)
// Handed to git and to agents as words of their own: never an option.
const name = text.regex(/^[^-\s][^\p{Cc}]*$/u, 'expected a name that does not begin with - or a blank')
const names = z.array(name).max(2000)
const askOrDeny = z.enum(['ask', 'deny'])

const rules = (list: RuleList) => z.array(checked((value) => findRuleFault(value, list))).max(2000)

const branchGlob = checked((value) => {
  const glob = parseGlob(value)
  return 'fault' in glob ? glob.fault : undefined
})

const place = checked((value) => {
  if (/^$|\p{Cc}/u.test(value)) return 'is no path'
  if (/[*?[\]{}]/.test(value)) return 'holds a pattern: name the folder or file itself, all below it counts'
  return value.split('/').includes('..') ? 'holds ..' : undefined
})

const directory = checked((value) => {
  const parts = value.split('/')
  if (/^$|[\p{Cc}\\:]/u.test(value)) return 'is no folder name'
  if (/^[/~]/.test(value)) return 'is not relative to the repository'
  if (parts.some((part) => part === '' || part === '.' || part === '..')) return 'holds an empty segment, . or ..'
  return parts[0]?.toLowerCase() === '.git' ? 'lies in the git directory' : undefined
})

const ledgerRef = checked((value) => {
  if (!/^refs\/[^/]+\/./.test(value)) return 'is no full ref such as refs/plans/ledger'
  // https://git-scm.com/docs/git-check-ref-format
  const strange = /[\p{Cc} ~^:?*[\\]|\.\.|\/\/|@\{|[./]$|\.lock(\/|$)|\/\./u.test(value)
  return strange ? 'is no name that git takes for a ref' : undefined
})

const configSchema = z.strictObject({
  $schema: text.optional(),
  directory: directory.optional(),
  repository: name.optional(),
  base: name.optional(),
  ledger: section({ ref: ledgerRef, remote: name }),
  approvals: section({
    required: z.int().min(1).max(100),
    approvers: only('OWNERS', 'CODEOWNERS comes with forge support'),
    allowSelf: z.boolean(),
    trust: z.enum(['local', 'tty', 'signed', 'forge']),
  }),
  gate: section({ requireApprovedPlan: z.array(branchGlob).max(200) }),
  scope: section({ enforce: z.enum(['off', 'ask', 'deny']) }),
  defaultMode: modes.optional(),
  modes: section({ auto: z.boolean() }),
  plan: section({
    enabled: z.boolean(),
    onMutation: askOrDeny,
    network: z.enum(['none', 'ask', 'deny']),
    allow: rules('allow'),
    mcp: section({ read: names }),
    subagents: names,
    autoAllowReadOnly: z.boolean(),
    instructions: text,
    template: text.regex(/^[\w-]+$/, 'expected the name of a template: letters, digits, - and _'),
  }),
  permissions: section({ deny: rules('deny'), ask: rules('ask'), allow: rules('allow') }),
  protectedPaths: section({ add: z.array(place).max(2000), outcome: askOrDeny }),
  import: empty('reading the rule files of agents comes with policy support; until then leave import empty'),
  routing: z.undefined({ error: 'choosing a model by mode comes with a later version; leave routing out' }).optional(),
  headless: section({
    on: z.union([z.literal('auto'), z.boolean()], { error: 'expected auto, true or false' }),
    returnMode: modes,
    autoApprove: z.boolean(),
  }),
  questions: section({
    timeout: only('never', 'questions that end by themselves come with a later version'),
  }),
  review: section({ open: only('none', 'the review page comes with a later version') }),
  archive: section({ sinks: empty('sinks come with a later version; until then leave archive.sinks empty') }),
  retention: text
    .regex(/^(never|[1-9]\d{0,4}[hdw])$/, 'expected never, or a number and h, d or w such as 30d')
    .optional(),
})

/** For editors and scripts. What cannot be said as JSON Schema (rules, globs, paths) is checked when a file is read. */
export function formatConfigSchema(): string {
  const { $schema, ...schema } = z.toJSONSchema(configSchema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // A key of a later version; present it is an error.
      if (zodSchema instanceof z.ZodUndefined) jsonSchema.not = {}
    },
  })
  const title = 'Configuration of git-plans'
  return `${JSON.stringify({ $schema, $id: 'config.schema.json', title, ...schema }, null, 2)}\n`
}

/** The values of one file, or everything that is wrong with it, one line a fault. */
export function parseConfig(value: unknown): { values: ConfigValues } | { faults: ConfigFault[] } {
  const parsed = configSchema.safeParse(value)
  if (!parsed.success) return { faults: parsed.error.issues.flatMap(describeIssue) }
  const { $schema: _schema, routing: _routing, ...values } = parsed.data
  // zod gives absent keys as `undefined` members; they count as absent everywhere.
  return { values: values as ConfigValues }
}

export interface ConfigFault {
  unknownKey: boolean
  text: string
}

function describeIssue(issue: z.core.$ZodIssue): ConfigFault[] {
  const path = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys')
    return [{ unknownKey: false, text: `${path || 'the file'}: ${issue.message}` }]
  return issue.keys.map((key) => {
    const written = path === '' ? key : `${path}.${key}`
    const nearest = findNearestName(key, knownKeys(issue.path))
    const hint = nearest === undefined ? '' : `; did you mean ${[...issue.path, nearest].join('.')}?`
    return { unknownKey: true, text: `${written}: no such key${hint}` }
  })
}

function knownKeys(path: readonly PropertyKey[]): string[] {
  let schema: unknown = configSchema
  for (const part of path) schema = unwrap(schema)?.shape[String(part)]
  return Object.keys(unwrap(schema)?.shape ?? {}).filter((key) => key !== '$schema' && key !== 'routing')
}

function unwrap(schema: unknown): z.ZodObject | undefined {
  if (schema instanceof z.ZodOptional) return unwrap(schema.unwrap())
  return schema instanceof z.ZodObject ? schema : undefined
}

/** A section whose keys may all be absent, and no others present. */
function section<Shape extends z.core.$ZodShape>(shape: Shape) {
  return z.strictObject(shape).partial().optional()
}

function checked(findFault: (value: string) => string | undefined) {
  return text.superRefine((value, context) => {
    const fault = findFault(value)
    if (fault !== undefined) context.addIssue({ code: 'custom', message: `${JSON.stringify(value)} ${fault}` })
  })
}

/** A key whose other values come with later versions: to take them and do nothing would be worse than an error. */
function only<Value extends string>(value: Value, later: string) {
  return z.literal(value, { error: `expected ${value}: ${later}` })
}

function empty(later: string) {
  return z
    .array(z.unknown())
    .max(0, { error: later })
    .transform((): never[] => [])
    .optional()
}
