import { describe, expect, it } from 'vitest'
import type { Action } from '../../../src/core/action.ts'
import { findAllowingRule, matchesRule } from '../../../src/core/policy/match.ts'
import { parseRule } from '../../../src/core/policy/rule.ts'
import { analyzeShell } from '../../../src/core/shell/analyze.ts'
import type { ShellAnalysis } from '../../../src/core/shell/effect.ts'

const context = { root: '/app', home: '/home/ada', cwd: '/app' }

function shell(command: string): Action {
  return {
    agent: 'claude-code',
    event: 'before-tool',
    tool: 'Bash',
    kind: 'shell',
    command,
    paths: [],
    cwd: '/app',
    session: 's',
    plansFolders: [],
  }
}

const analyze = (command: string): ShellAnalysis =>
  analyzeShell(command, { cwd: '/app', home: '/home/ada', projectRoot: '/app' })

/** Whether the rule stops and whether it allows the command. */
function answers(rule: string, command: string): [stop: boolean, allow: boolean] {
  const parsed = parseRule(rule, '/c.yaml')
  return [
    matchesRule(parsed, shell(command), analyze(command), context, 'any'),
    matchesRule(parsed, shell(command), analyze(command), context, 'every'),
  ]
}

const both: [boolean, boolean] = [true, true]
const neither: [boolean, boolean] = [false, false]
const stops: [boolean, boolean] = [true, false]

const sections: Record<string, [rule: string, command: string, answer: [boolean, boolean]][]> = {
  'word boundaries': [
    ['Bash(mytool *)', 'mytool', both],
    ['Bash(mytool *)', 'mytool a b', both],
    ['Bash(mytool *)', 'mytoolx', neither],
    ['Bash(mytool *)', 'mytoolx a', neither],
    ['Bash(mytool *)', 'mytool   a', both],
    ['Bash(mytool:*)', 'mytool a', both],
    ['Bash(mytool:*)', 'mytoolx', neither],
    ['Bash(mytool*)', 'mytoolx a', both],
    ['Bash(my:*tool)', 'my:xtool', both],
    ['Bash(mytool * --force *)', 'mytool a --force', neither],
    ['Bash(mytool * --force *)', 'mytool a --force b', both],
    ['Bash(* --help)', 'mytool --help', both],
    ['Bash(* --help)', 'mytool --helpme', neither],
  ],
  'exact rules': [
    ['Bash(npm run build)', 'npm run build', both],
    ['Bash(npm run build)', 'npm run build --x', neither],
    ['Bash(npm run build)', 'npm run builder', neither],
    ['Bash(npm run build)', 'npm  run build', stops],
    ['Bash(npm run build)', 'NPM run build', neither],
    ['Bash(mytool a b)', 'mytool "a b"', stops],
    ['Bash(git commit -m "x y")', 'git commit -m "x y"', both],
  ],
  'every command of a list or pipe': [
    ['Bash(mytool *)', 'mytool a && mytool b', both],
    ['Bash(mytool *)', 'mytool a; mytool b | mytool c || mytool d', both],
    ['Bash(mytool *)', 'mytool a\nmytool b', both],
    ['Bash(mytool *)', 'mytool a && other b', stops],
    ['Bash(mytool *)', 'other b; mytool a', stops],
    ['Bash(mytool *)', 'mytool a & mytool b', stops],
    ['Bash(mytool *)', 'mytool a && \\\nmytool \\\n b', both],
    ['Bash(mytool *)', 'time mytool a', both],
    ['Bash(mytool *)', '! mytool a', both],
    ['Bash(mytool *)', '(mytool a)', stops],
    ['Bash(mytool *)', '{ mytool a; }', stops],
    ['Bash(mytool *)', 'if mytool a; then mytool b; fi', stops],
    ['Bash(mytool *)', 'f() { mytool a; }; f', stops],
    ['Bash(mytool *)', 'echo $(mytool a)', stops],
    ['Bash(mytool *)', 'mytool $(mytool a)', stops],
    ['Bash(mytool *)', 'mytool `other`', stops],
    ['Bash(mytool *)', 'mytool <(other)', stops],
    ['Bash(mytool *)', 'mytool a # ; other b', both],
    ['Bash(other *)', 'mytool a # ; other b', neither],
    ['Bash(other *)', 'mytool "a; other b"', neither],
    ['Bash(mytool *)', 'mytool "a; other b"', both],
  ],
  redirections: [
    ['Bash(mytool *)', 'mytool a > out', stops],
    ['Bash(mytool *)', 'mytool > out a', stops],
    ['Bash(mytool *)', 'mytool a < in', both],
    ['Bash(mytool *)', 'mytool a < /etc/passwd', stops],
    ['Bash(mytool *)', 'mytool a 2>&1', both],
    ['Bash(mytool *)', 'mytool a >/dev/null 2>&1 && mytool b', both],
    ['Bash(mytool *)', 'mytool a > /dev/nullx', stops],
    ['Bash(mytool *)', 'mytool <<EOF\n$(other)\nEOF', stops],
    ['Bash(mytool *)', 'mytool "a > b"', both],
    ['Bash(*)', 'mytool a > out; other', both],
  ],
  expansions: [
    ['Bash(mytool *)', 'mytool $UNKNOWN', stops],
    ['Bash(mytool *)', 'mytool {a,b}', stops],
    ['Bash(mytool *)', '$UNKNOWN a', neither],
    ['Bash(mytool *)', "mytool '$x'", both],
  ],
  'spellings of the program': [
    ['Bash(mytool *)', '"mytool" a', both],
    ['Bash(mytool *)', '\\mytool a', both],
    ['Bash(mytool *)', "my'tool' a", both],
    ['Bash(mytool *)', '/bin/mytool a', stops],
    ['Bash(mytool *)', './mytool a', stops],
  ],
  'wrappers and assignments': [
    ['Bash(mytool *)', 'timeout 5 mytool a', both],
    ['Bash(mytool *)', 'nohup nice -n 10 mytool a', both],
    ['Bash(mytool *)', 'sudo mytool a', stops],
    ['Bash(mytool *)', 'env mytool a', stops],
    ['Bash(mytool *)', 'timeout 5 sudo mytool a', stops],
    ['Bash(sudo *)', 'sudo mytool a', both],
    ['Bash(mytool *)', 'NODE_ENV=test mytool a', both],
    ['Bash(mytool *)', 'NODE_ENV+=test mytool a', stops],
    ['Bash(mytool *)', 'NODE_ENV="a b" mytool a', stops],
    ['Bash(mytool *)', 'LANG=C LC_ALL=en_US.UTF-8 mytool a', both],
    ['Bash(mytool *)', 'LANG=../x mytool a', stops],
    ['Bash(watch *)', 'watch mytool a', stops],
    ['Bash(watch mytool a)', 'watch mytool a', both],
    ['Bash(mytool *)', 'watch -n1 mytool a', stops],
    ['Bash(setsid *)', 'setsid mytool a', stops],
    ['Bash(mytool *)', 'PATH=/evil mytool a', stops],
    ['Bash(mytool *)', 'LD_PRELOAD=x timeout 5 mytool a', stops],
    ['Bash(mytool *)', 'NODE_ENV=$x mytool a', stops],
    ['Bash(FOO=bar mytool a)', 'FOO=bar mytool a', both],
    ['Bash(FOO=bar mytool a)', 'FOO=baz mytool a', neither],
    ['Bash(find *)', 'find . -name x', both],
    ['Bash(find *)', 'find . -delete', stops],
    ['Bash(find . -delete)', 'find . -delete', stops],
    ['Bash(rm *)', 'find . -exec rm {} +', stops],
    ['Bash(rm *)', 'bash -c "rm a"', stops],
    ['Bash(rm *)', 'eval "rm a"', stops],
    ['Bash(rm *)', 'ls | xargs rm', stops],
  ],
  'what cannot be parsed': [
    ['Bash(rm *)', 'rm a; if', stops],
    ['Bash(rm *)', 'echo "unclosed; rm a', stops],
    ['Bash(mytool *)', 'mytool a; if', stops],
    ['Bash(other *)', 'mytool a; if', neither],
  ],
}

for (const [title, rows] of Object.entries(sections))
  describe(title, () => {
    it.each(rows)('%s and %j', (rule, command, answer) => {
      expect(answers(rule, command)).toEqual(answer)
    })
  })

describe('several allow rules together', () => {
  it.each<[command: string, rule: string | undefined]>([
    ['mytool a && other b', 'Bash(mytool *)'],
    ['other b && mytool a', 'Bash(other *)'],
    ['cd src && mytool a | cat', 'Bash(mytool *)'],
    ['cat src/a && mytool a', 'Bash(mytool *)'],
    ['mytool a; third b', undefined],
    ['mytool a; rm b', undefined],
    ['mytool a | tee out', undefined],
    ['cat /etc/passwd | mytool a', undefined],
    ['cd /etc && mytool a', undefined],
    ['cat src/a', undefined],
    ['mytool a $(other b)', undefined],
  ])('%j', (command, expected) => {
    const rules = ['Read(docs/**)', 'Bash(mytool *)', 'Bash(other *)'].map((text) => parseRule(text, '/c.yaml'))
    expect(findAllowingRule(rules, shell(command), analyze(command), context)?.text).toBe(expected)
  })
})

it('an allow rule does not cover a command that is too long', () => {
  expect(answers('Bash(mytool *)', `mytool ${'a'.repeat(9000)}`)).toEqual(both)
  expect(answers('Bash(mytool *)', `mytool ${'a'.repeat(10_000)}`)).toEqual(stops)
})

it('a pattern of many stars takes no time', () => {
  const started = performance.now()
  answers(`Bash(${'a*'.repeat(200)}b)`, 'a'.repeat(20_000))
  expect(performance.now() - started).toBeLessThan(2000)
})
