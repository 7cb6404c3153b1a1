import { describe, expect, it } from 'vitest'
import { analyzeShell } from '../../../src/core/shell/analyze.ts'
import type { Effect } from '../../../src/core/shell/effect.ts'

const context = { cwd: '/home/dev/app', home: '/home/dev', projectRoot: '/home/dev/app', temporaryFolders: ['/tmp'] }

function effectsOf(command: string): string[] {
  return analyzeShell(command, context).effects.map(formatEffect)
}

function formatEffect(effect: Effect): string {
  if ('path' in effect) return `${effect.kind} ${effect.path}`
  if ('host' in effect) return `${effect.kind} ${effect.host}`
  return 'part' in effect ? `git ${effect.part}` : effect.kind
}

function wordsOf(command: string): (string | undefined)[][] {
  return analyzeShell(command, context).commands.map(({ words }) => words)
}

describe('effects', () => {
  it.each([
    ['cat a', ['read /home/dev/app/a']],
    ['cat ~/.ssh/id_rsa', ['secret-read /home/dev/.ssh/id_rsa']],
    ['cat ~/.ssh/id_rsa.pub', ['read /home/dev/.ssh/id_rsa.pub']],
    ['cat "$HOME/x"', ['read /home/dev/x']],
    ['cat "$x"', ['read']],
    ['echo x > a', ['write /home/dev/app/a']],
    ['echo x > /dev/null', []],
    ['echo x > "$x"', ['write']],
    ['sort < a', ['read /home/dev/app/a']],
    ['cd sub && echo x > a', ['read /home/dev/app/sub', 'write /home/dev/app/sub/a']],
    ['(cd sub); echo x > a', ['read /home/dev/app/sub', 'write /home/dev/app/a']],
    ['cd ..; rm a', ['read /home/dev', 'delete /home/dev/a']],
    ['cd "$x"; echo x > a', ['read', 'write']],
    ['cd "$x"; echo x > /tmp/a', ['read', 'write /tmp/a']],
    ['false || cd sub; touch a', ['read /home/dev/app/sub', 'write']],
    ['cat /proc/self/cwd/a', ['read /home/dev/app/a']],
    ['mv a b', ['delete /home/dev/app/a', 'write /home/dev/app/b']],
    ['cp a b', ['read /home/dev/app/a', 'write /home/dev/app/b']],
    ['tee a b', ['write /home/dev/app/a', 'write /home/dev/app/b']],
    ['sed -i s/a/b/ f', ['write /home/dev/app/f']],
    ['sed s/a/b/ f', ['read /home/dev/app/f']],
    ['curl https://example.com/x', ['network example.com']],
    ['ssh localhost ls', ['deferred', 'network localhost']],
    ['crontab x', ['unknown', 'deferred']],
    ['npm ci', ['install']],
    ['git commit -m x', ['git work-tree']],
    ['git add .', ['git index']],
    ['git push', ['git remote']],
    ['git tag v1', ['git refs']],
    ['git config a.b c', ['git config']],
    ['git -C sub restore a', ['git work-tree', 'write /home/dev/app/sub/a']],
    ['gh pr list', ['remote-read']],
    ['gh pr merge', ['remote-write']],
    ['kill 1', ['process']],
    ['python -c x', ['execute']],
    ['sudo ls', ['privilege']],
    ['HOME=/x; rm ~/a', ['unknown', 'delete']],
    ['rm -rf build/*', ['delete /home/dev/app/build']],
    ['rm -rf build/*.o', ['delete']],
    ['(cd /tmp); rm a', ['read /tmp', 'delete /home/dev/app/a']],
    ["rm '~/a'", ['delete /home/dev/app/~/a']],
    ['rm "$PWD/../a"', ['delete /home/dev/a']],
    ['cat "$(pwd)/a"', ['read /home/dev/app/a']],
    ['echo x > out/../log', ['write /home/dev/app/log']],
    ['cat < ~/.aws/credentials', ['secret-read /home/dev/.aws/credentials']],
    ['grep key server.pem', ['secret-read /home/dev/app/server.pem']],
    ['sed "r .env" f', ['secret-read /home/dev/app/.env', 'read /home/dev/app/f']],
    ['git -C "$PWD/sub" rm a', ['git work-tree', 'delete /home/dev/app/sub/a']],
    ['xargs rm', ['delete']],
    ['echo id | at now', ['deferred']],
    ['curl -o a.txt https://example.com/x', ['network example.com']],
    ['frobnicate', ['unknown']],
  ])('%s', (command, effects) => {
    expect(effectsOf(command)).toEqual(effects)
  })
})

it('an assignment that may change what runs is named by its variable, so that a rule for the whole command can hold', () => {
  const [effect] = analyzeShell('FOO=bar mytool a', context).effects
  expect(effect).toEqual({ kind: 'unknown', what: 'assignment of FOO', program: 'FOO', span: [0, 16] })
})

describe('commands', () => {
  it.each([
    ['git status && ls -a | wc', [['git', 'status'], ['ls', '-a'], ['wc']]],
    ['timeout -k 1 5 nice -n 3 npm test', [['npm', 'test']]],
    [
      'echo "$(plans approve x)"',
      [
        ['echo', undefined],
        ['plans', 'approve', 'x'],
      ],
    ],
    [
      "bash -c 'plans approve x'",
      [
        ['bash', '-c', 'plans approve x'],
        ['plans', 'approve', 'x'],
      ],
    ],
    [
      'find . -exec plans approve {} +',
      [
        ['find', '.', '-exec', 'plans', 'approve', '{}', '+'],
        ['plans', 'approve', undefined],
      ],
    ],
    [
      'xargs plans approve',
      [
        ['xargs', 'plans', 'approve'],
        ['plans', 'approve', undefined],
      ],
    ],
    [
      "trap 'plans approve x' EXIT",
      [
        ['trap', 'plans approve x', 'EXIT'],
        ['plans', 'approve', 'x'],
      ],
    ],
    ['p""lans \'approve\' x', [['plans', 'approve', 'x']]],
    ['$x approve', [[undefined, 'approve']]],
    ['bash <<< "plans approve x"', [['bash'], ['plans', 'approve', 'x']]],
    ['echo "plans approve x" | sh', [['echo', 'plans approve x'], ['sh'], ['plans', 'approve', 'x']]],
    [
      'ssh localhost plans approve x',
      [
        ['ssh', 'localhost', 'plans', 'approve', 'x'],
        ['plans', 'approve', 'x'],
      ],
    ],
    ['cat <<EOF\n$(plans approve x)\nEOF', [['cat'], ['plans', 'approve', 'x']]],
    ["cat <<'EOF'\n$(plans approve x)\nEOF", [['cat']]],
  ])('%s', (command, words) => {
    expect(wordsOf(command)).toEqual(words)
  })

  it('says where each stands, and what stood before it', () => {
    const text = 'cd sub && A=b timeout 5 npm test > log'
    const [first, second] = analyzeShell(text, context).commands
    expect(first).toMatchObject({ words: ['cd', 'sub'], span: [0, 6], cwd: '/home/dev/app' })
    expect(second).toMatchObject({
      words: ['npm', 'test'],
      source: 'npm test',
      cwd: '/home/dev/app/sub',
      assignments: [{ name: 'A', value: 'b' }],
      wrappers: ['timeout'],
    })
    expect(text.slice(...(second?.span ?? [0, 0]))).toBe('A=b timeout 5 npm test')
  })

  it('maps a quoted script to its place in the text', () => {
    const text = "ls; bash -c 'cat a; rm b'"
    const spans = analyzeShell(text, context).commands.map(({ span }) => text.slice(...span))
    expect(spans).toEqual(['ls', "bash -c 'cat a; rm b'", 'cat a', 'rm b'])
  })
})

describe('limits', () => {
  it.each([
    ['64 KiB', `echo ${'a'.repeat(65_536)}`, false],
    ['just below', `echo ${'a'.repeat(65_000)}`, true],
    ['nested too deep', `${'$('.repeat(80)}ls${')'.repeat(80)}`, false],
    ['nested', `echo ${'$(echo '.repeat(9)}x${')'.repeat(9)}`, true],
    ['shells within shells', `${'eval '.repeat(8)}ls`, false],
    ['a carriage return', 'ls\r', false],
    ['a subshell in a subshell', `${'( '.repeat(20)}ls${' )'.repeat(20)}`, true],
    ['a hundred subshells', `${'( '.repeat(100)}ls${' )'.repeat(100)}`, false],
    ['substitutions without end', '$('.repeat(5_000), false],
    ['wrappers', `${'timeout 5 '.repeat(9)}ls`, true],
    ['6000 wrappers', `${'timeout 5 '.repeat(6_000)}ls`, false],
    ['10000 of xargs', `${'xargs '.repeat(10_000)}ls`, false],
    ['find within find', `${'find . -exec '.repeat(4_000)}ls ;`, false],
    ['functions without end', 'function a '.repeat(5_000), false],
    ['coprocesses without end', 'coproc '.repeat(9_000), false],
    ['an escape', 'ls \u001b[0m', false],
    ['a no-break space', 'ls\u00a0a', false],
    ['letters of any language', 'echo grüße 你好 🙂', true],
  ])('%s', (_title, command, readOnly) => {
    expect(analyzeShell(command, context).readOnly).toBe(readOnly)
  })

  it('takes time in proportion to the length', () => {
    const start = performance.now()
    analyzeShell('ls && '.repeat(10_000).concat('ls'), context)
    analyzeShell(`awk '${'"'.repeat(30_001)}'`, context)
    analyzeShell(`sed '${'s/a/b/;'.repeat(8_000)}'`, context)
    analyzeShell(`echo ${'$(ls) '.repeat(9_000)}`, context)
    analyzeShell(`git ${'-C a '.repeat(12_000)} status`, context)
    analyzeShell('for a in b; do git show $a; done;'.repeat(1_900), context)
    analyzeShell(`sort ${'--re '.repeat(12_000)}`, context)
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})
