import type { Argument } from '../argument.ts'
import { isHarmlessAssignment } from '../assignments.ts'
import { add, addRead, addReadText, addUnknown, type Call } from '../call.ts'
import { once } from '../lists.ts'
import type { ParsedWords } from '../options.ts'
import { resolveArgument } from '../words.ts'
import type { Spec, SpecTable } from './spec.ts'

const says: Spec = { loose: true }
const unknown: Spec = { effect: 'unknown', loose: true }

function changeFolder(call: Call, { operands, options }: ParsedWords): void {
  const { scope } = call
  const [target] = operands
  if (options.some(({ name }) => /^-\d/.test(name)) || operands.length > 1) scope.cwd = undefined
  else if (!target) scope.cwd = scope.home
  else if (target.text === '-') scope.cwd = undefined
  else {
    addRead(call, target)
    scope.cwd = resolveArgument(target, scope)
  }
}

const changesFolder: Spec = { loose: true, judge: changeFolder }

/** Runs its words, joined, as a script in this shell. */
function judgeEval(call: Call) {
  const texts = call.args.map(({ text }) => text)
  if (texts[0] === '--') texts.shift()
  if (texts.includes(undefined)) return addUnknown(call, 'eval of a text that only running tells')
  const [first] = call.args
  if (first) call.runText(call.args.length === 1 ? first : joined(call.args, texts.join(' ')), call.scope)
}

function joined(words: Argument[], text: string): Argument {
  const [first] = words as [Argument]
  return { ...first, text, source: '', end: words.at(-1)?.end ?? first.end }
}

function judgeTrap(call: Call, { operands, options }: ParsedWords) {
  if (options.length > 0) return
  const [action] = operands
  if (!action || action.text === '-' || action.text === '') return
  if (action.text === undefined) return addUnknown(call, 'trap with a text that only running tells')
  // It runs later, wherever the shell then is.
  call.runText(action, { ...call.scope, cwd: undefined, conditional: true })
}

const none: ReadonlySet<string> = new Set()

/** Shells: a text after `-c` is judged; a script or an input is not known to be what it was when it was read. */
function judgeShell(call: Call, { operands, options }: ParsedWords) {
  const scope = { ...call.scope, functions: none, inside: none, plainNames: none, conditional: false }
  const [text] = operands
  if (!options.some(({ name }) => name === '-c')) {
    add(call, { kind: 'execute', what: text?.text === undefined ? 'a script' : `the script ${text.text}` })
    if (!text && call.input?.text !== undefined) call.runText(call.input, scope)
    return
  }
  if (text?.text === undefined) return addUnknown(call, `${call.program} -c with a text that only running tells`)
  if (text.text.trim() === '') return addUnknown(call, `${call.program} -c without a text`)
  call.runText(text, scope)
}

const shell = once(
  (): Spec => ({
    style: 'first',
    strict: true,
    options: {
      flag: '-c -l -x -e -u -v -n -f -h -p -B -C -E -T --login --posix --noprofile --norc --verbose --restricted -r',
      value: '-o',
      'refuse-value': '-O --rcfile --init-file',
      refuse: '-i -s -a -m -k',
    },
    judge: judgeShell,
  }),
)

function judgeAlias(call: Call, { operands }: ParsedWords): void {
  for (const operand of operands) {
    const equals = operand.beginning.indexOf('=')
    if (equals < 0 && operand.text !== undefined) continue
    addUnknown(call, 'alias')
    if (operand.text === undefined) continue
    call.runText(joined([operand], operand.text.slice(equals + 1)), { ...call.scope, conditional: true })
  }
}

/** `read PATH` changes what runs next; `read 'a[$(x)]'` runs `x`. */
function judgeNames(call: Call, { operands, options }: ParsedWords): void {
  const given = options.flatMap(({ name, value }) => (name === '-v' && value ? [value] : []))
  for (const { text } of call.program === 'printf' ? given : [...given, ...operands]) {
    const name = text?.split('=')[0]
    if (name === undefined || !/^\w+$/.test(name) || !isHarmlessAssignment(name)) {
      addUnknown(call, `${call.program} sets ${text ?? 'a variable'}`)
    }
  }
}

/** `test -v 'a[$(x)]'` and `[ 'a[$(x)]' -eq 1 ]` run `x`. */
function judgeTest(call: Call): void {
  const hidden = call.args.some(({ text }) => text?.includes('[') && (text.includes('$(') || text.includes('`')))
  if (hidden) addUnknown(call, 'arithmetic on text that holds commands')
}

function judgeSource(call: Call): void {
  const [file] = call.args
  add(call, { kind: 'execute', what: `the script ${file?.text ?? 'that only running tells'}` })
  if (file?.text !== undefined) addReadText(call, file.text)
}

const names: Spec = { loose: true, judge: judgeNames }
const test: Spec = { loose: true, judge: judgeTest }

/** Programs on other machines: what is said to the machine itself runs here. */
function judgeRemoteShell(call: Call, { operands }: ParsedWords): void {
  const [destination, ...words] = operands
  const host = destination?.text?.replace(/^.*@/, '')
  if (host !== undefined && /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\]|0\.0\.0\.0)$/.test(host)) {
    add(call, { kind: 'deferred', what: `${call.program} ${host}` })
  }
  add(call, host === undefined ? { kind: 'network' } : { kind: 'network', host })
  const texts = words.map(({ text }) => text)
  if (words.length > 0 && !texts.includes(undefined)) {
    call.runText(joined(words, texts.join(' ')), { ...call.scope, cwd: undefined, home: undefined })
  }
}

/** Words and programs of the shell itself, and shells. */
export const shells = once(
  (): SpecTable => ({
    cd: changesFolder,
    chdir: changesFolder,
    pushd: changesFolder,
    popd: () => ({
      loose: true,
      judge: ({ scope }) => {
        scope.cwd = undefined
      },
    }),
    'dirs jobs times wait caller : true false exit return break continue shift getopts logout': says,
    'echo pwd type which whereis help sleep yes compopt': says,
    eval: { style: 'first', judge: judgeEval, loose: true },
    'source .': { loose: true, judge: judgeSource },
    trap: { style: 'first', options: { flag: '-l -p -P' }, judge: judgeTrap },
    'sh bash dash zsh ksh ash mksh rbash': shell,
    'fish csh tcsh nu elvish xonsh pwsh powershell': { effect: 'execute' },
    alias: { options: { flag: '-p' }, judge: judgeAlias },
    'read mapfile readarray': () => ({
      options: { flag: '-r -s -e -t', value: '-p -d -n -N -i -a -u -O -c', 'refuse-value': '-C' },
      judge: judgeNames,
    }),
    printf: { style: 'first', loose: true, options: { value: '-v' }, judge: judgeNames },
    local: names,
    let: test,
    test,
    '[': test,
    history: { strict: true, options: {}, operands: 'text' },
    fc: () => ({
      strict: true,
      options: { flag: '-l -n -r' },
      judge: (call, { options }) => {
        if (!options.some(({ name }) => name === '-l')) addUnknown(call, 'fc')
      },
    }),
    umask: { options: { flag: '-S -p' }, operands: 'refuse', strict: true },
    ulimit: { options: { flag: '-a -H -S' }, operands: 'refuse', strict: true },
    compgen: { strict: true, options: { flag: '-a -b -c -d -e -f -g -j -k -s -u -v', value: '-A' } },
    exec: () => ({
      loose: true,
      judge: (call) => {
        if (call.args.length > 0) addUnknown(call, 'exec')
      },
    }),
    command: { style: 'first', strict: true, options: { flag: '-v -V' } },
    builtin: unknown,
    'set unset export declare typeset readonly shopt hash enable bind complete setopt unsetopt autoload': unknown,
    'zmodload emulate integer float disown suspend coproc': unknown,
    'fg bg kill killall pkill skill xkill': { effect: 'process', loose: true },
    'ssh mosh slogin rsh': () => ({
      style: 'first',
      options: { value: '-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w -B' },
      judge: judgeRemoteShell,
    }),
  }),
)
