import type { Argument } from '../argument.ts'
import { add, addRead, addReadText, addUnknown, addWrite, type Call } from '../call.ts'
import { once } from '../lists.ts'
import type { ParsedWords } from '../options.ts'
import type { Spec, SpecTable } from './spec.ts'

/** Scripts given by options, or else by the first operand. */
function takeScripts({ operands, options }: ParsedWords, names: string[]): [Argument[], Argument[]] {
  const scripts = options.flatMap(({ name, value }) => (names.includes(name) && value ? [value] : []))
  if (scripts.length > 0) return [scripts, operands]
  return [operands.slice(0, 1), operands.slice(1)]
}

function judgeSed(call: Call, parsed: ParsedWords): void {
  const inPlace = parsed.options.some(({ name }) => name === '-i' || name === '--in-place' || name === '-I')
  const read = parsed.options.some(({ name }) => name === '-f' || name === '--file')
  const [scripts, files] = read ? [[], parsed.operands] : takeScripts(parsed, ['-e', '--expression'])
  for (const { text } of scripts) {
    if (text === undefined) addUnknown(call, 'sed with a script that only running tells')
    else judgeSedScript(call, text)
  }
  for (const file of files) {
    if (inPlace) addWrite(call, file)
    else addRead(call, file)
  }
  if (inPlace && files.length === 0) add(call, { kind: 'write' })
}

/** What a script does besides printing: `refused` where sed itself says so and does nothing. */
type SedDeed = 'write' | 'execute' | 'unknown' | 'refused' | 'none'

/** Seds differ about a delimiter within brackets, as in `s/[/]/-/`: both readings count. */
function judgeSedScript(call: Call, script: string): void {
  const deeds = [readSedScript(call, script, false)]
  if (script.includes('[')) deeds.push(readSedScript(call, script, true))
  if (deeds.includes('execute')) add(call, { kind: 'execute', what: 'sed e' })
  else if (deeds.includes('write')) add(call, { kind: 'write' })
  else if (deeds.includes('unknown') || !deeds.includes('none')) addUnknown(call, 'sed script that cannot be followed')
}

/** Reads a script as far as needed to know its commands: addresses, one letter, and what belongs to that letter. */
function readSedScript(call: Call, script: string, brackets: boolean): SedDeed {
  let at = 0
  while (at < script.length) {
    const char = script[at] as string
    if (/[\s;{}!,0-9$+~]/.test(char)) at++
    else if (char === '/' || char === '\\') {
      at = skipDelimited(script, char === '\\' ? at + 1 : at, 1, brackets)
      while (script[at] === 'I' || script[at] === 'M') at++
    } else if (char === 's' || char === 'y') {
      at = skipDelimited(script, at + 1, 2, brackets)
      const start = at
      while (at < script.length && /[a-zA-Z0-9]/.test(script[at] as string)) at++
      const flags = script.slice(start, at)
      if (flags.includes('e')) return 'execute'
      if (/[wW]/.test(flags)) return 'write'
      if (/[^gpiImM0-9]/.test(flags)) return 'refused'
    } else if (/[dDgGhHnNpPxlz=qQF]/.test(char)) at++
    else if (char === 'r' || char === 'R') {
      const end = skipSedText(script, at)
      addReadText(call, script.slice(at + 1, end).trim())
      at = end
    } else if (/[aic:btT#]/.test(char)) at = skipSedText(script, at)
    else if (char === 'w' || char === 'W') return 'write'
    else return char === 'e' ? 'execute' : 'unknown'
  }
  return at > script.length ? 'refused' : 'none'
}

/** Text of `a`, `i`, `c`, labels, file names and comments goes to the end of the line. */
function skipSedText(script: string, at: number): number {
  const label = /[btT:]/.test(script[at] as string)
  for (let index = at + 1; index < script.length; index++) {
    const char = script[index]
    if (char === '\\' && !label) index++
    else if (char === '\n' || (label && (char === ';' || char === '}'))) return index
  }
  return script.length
}

/** Position behind `count` parts that the character at `at` delimits; more than the length where one does not end. */
function skipDelimited(script: string, at: number, count: number, brackets: boolean): number {
  const delimiter = script[at]
  let left = count
  let inside = false
  for (let index = at + 1; index < script.length; index++) {
    const char = script[index]
    if (char === '\\') index++
    else if (brackets && char === '[' && left === count && !inside) {
      inside = true
      if (script[index + 1] === '^') index++
      if (script[index + 1] === ']') index++
    } else if (char === ']' && inside) inside = false
    else if (char === delimiter && !inside && --left === 0) return index + 1
  }
  return script.length + 1
}

function judgeAwk(call: Call, parsed: ParsedWords) {
  if (parsed.options.some(({ name }) => name === '-f' || name === '--file')) {
    return add(call, { kind: 'execute', what: `${call.program} -f` })
  }
  const [scripts, files] = takeScripts(parsed, ['-e', '--source'])
  for (const { text } of scripts) {
    if (text === undefined) addUnknown(call, 'awk with a program that only running tells')
    else judgeAwkProgram(call, text)
  }
  for (const file of files) addRead(call, file)
}

/** Looks at a program with its strings and patterns taken out: what is left tells whether anything leaves it. */
function judgeAwkProgram(call: Call, program: string) {
  const code = withoutLiterals(program)?.replaceAll('\\\n', ' ')
  if (code === undefined) return addUnknown(call, 'awk program that cannot be followed')
  if (/\bsystem\b|@|\|&|\bgetline\b|\|/.test(code.replaceAll('||', '  '))) {
    return add(call, { kind: 'execute', what: 'awk starts programs' })
  }
  // `>` behind print writes a file; in brackets or a condition it compares.
  for (const statement of code.split(/[;{}\n]/)) {
    const print = /\bprintf?\b/.exec(statement)
    if (print && hasBareGreater(statement.slice(print.index))) return add(call, { kind: 'write' })
  }
}

function hasBareGreater(statement: string): boolean {
  let depth = 0
  for (const char of statement) {
    if (char === '(' || char === '[') depth++
    else if (char === ')' || char === ']') depth--
    else if (char === '>' && depth <= 0) return true
  }
  return false
}

function withoutLiterals(program: string): string | undefined {
  let code = ''
  for (let at = 0; at < program.length; at++) {
    const char = program[at] as string
    const quoted = char === '"' || (char === '/' && startsPattern(code))
    if (char === '#') {
      while (at < program.length && program[at] !== '\n') at++
      code += '\n'
      continue
    }
    if (!quoted) {
      code += char
      continue
    }
    let end = at + 1
    while (end < program.length && program[end] !== char && program[end] !== '\n') end += program[end] === '\\' ? 2 : 1
    if (program[end] !== char) return undefined
    code += '0'
    at = end
  }
  return code
}

/** A slash begins a pattern where no value stands before it. */
function startsPattern(code: string): boolean {
  const before = code.trimEnd()
  return before === '' || !/[\w)\]$]$/.test(before)
}

const awk = once(
  (): Spec => ({
    options: {
      value: '-F -v -e --field-separator --assign --source',
      refuse:
        '-i -l -o -d -p -D -E -n --include --load --pretty-print --profile --dump-variables --debug --exec --non-decimal-data',
      read: '-f --file',
    },
    strict: true,
    style: 'first',
    judge: judgeAwk,
  }),
)

export const textTools = once(
  (): SpecTable => ({
    'sed gsed': () => ({
      options: {
        attached: '-i --in-place -I',
        value: '-e -l --expression --line-length',
        'refuse-value': '-f --file',
        flag: '-n -E -r -s -u -z --quiet --silent --regexp-extended --separate --unbuffered --null-data --posix --sandbox --debug --follow-symlinks -a',
      },
      strict: true,
      judge: judgeSed,
    }),
    'awk gawk mawk nawk': awk,
    jq: () => ({
      operands: 'read',
      skip: 1,
      loose: true,
      options: { value: '--arg --argjson --indent --slurpfile --rawfile', read: '-f --from-file -L' },
    }),
    gojq: { operands: 'read', skip: 1, loose: true, options: { value: '--arg --argjson', read: '-f --from-file' } },
    yq: () => ({
      skip: 1,
      options: {
        'in-place': '-i --inplace --in-place -s --split-exp --split-exp-file',
        value: '-o -p -I --output-format --input-format --indent --arg --argjson',
        read: '--from-file -f',
      },
      operands: 'read',
    }),
    'xq tomlq': { operands: 'read', skip: 1, options: { 'in-place': '-i --in-place' } },
    xmllint: () => ({
      operands: 'read',
      options: { write: '-o --output', refuse: '--shell --catalogs', value: '--xpath --schema --dtdvalid' },
    }),
    xmlstarlet: () => ({
      subcommands: {
        'sel el val validate fo format pyx c14n ls': {
          operands: 'read',
          options: { refuse: '-i --inplace -L' },
        },
      },
    }),
    xsltproc: { operands: 'read', options: { write: '-o --output' } },
    bc: { operands: 'read' },
  }),
)
