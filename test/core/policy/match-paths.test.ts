import { describe, expect, it } from 'vitest'
import type { Action, ActionKind } from '../../../src/core/action.ts'
import { matchesRule } from '../../../src/core/policy/match.ts'
import { parseRule } from '../../../src/core/policy/rule.ts'
import type { Effect, ShellAnalysis } from '../../../src/core/shell/effect.ts'

const links: Record<string, string> = {
  '/app/key': '/home/ada/.ssh/id',
  '/app/out/x': '/srv/x',
  '/app/in.ts': '/app/src/in.ts',
}
const context = {
  root: '/app',
  home: '/home/ada',
  cwd: '/app',
  resolvePath: (path: string): string => links[path] ?? path,
  isThere: (path: string): boolean => !path.includes('gone'),
}

function call(kind: ActionKind, paths: string[]): Action {
  return {
    agent: 'claude-code',
    event: 'before-tool',
    tool: 'Tool',
    kind,
    paths,
    cwd: '/app',
    session: 's',
    plansFolders: [],
  }
}

/** Whether a rule stops and whether it allows the call. */
function answers(rule: string, action: Action, analysis?: ShellAnalysis, place: object = {}): [boolean, boolean] {
  const parsed = parseRule(rule, '/c.yaml')
  const where = { ...context, ...place }
  return [matchesRule(parsed, action, analysis, where, 'any'), matchesRule(parsed, action, analysis, where, 'every')]
}

describe('anchors', () => {
  it.each<[string, string, stop: boolean, allow: boolean]>([
    ['Read(//etc/hosts)', '/etc/hosts', true, true],
    ['Read(/etc/hosts)', '/etc/hosts', false, false],
    ['Read(/etc/hosts)', '/app/etc/hosts', true, true],
    ['Read(~/notes/**)', '/home/ada/notes/a/b', true, true],
    ['Read(~/notes/**)', '/home/bob/notes/a', false, false],
    ['Read(~/notes/**)', '/home/ada/notes', true, false],
    ['Read(.env)', '/app/.env', true, true],
    ['Read(.env)', '/app/nested/.env', true, true],
    ['Read(./.env)', '/app/nested/.env', true, true],
    ['Read(/.env)', '/app/nested/.env', false, false],
    ['Read(.env)', '/app/.env.local', false, false],
    ['Read(.env)', '/srv/.env', false, false],
    ['Read(.env)', '/app/.ENV', true, true],
    ['Read(.env)', '/app/.env/inside', true, true],
    ['Read(.env)', '/app/src/../.env', true, true],
    ['Read(src/components/**)', '/app/src/components/a/b.ts', true, true],
    ['Read(src/components/**)', '/app/lib/src/components/a.ts', false, false],
    ['Read(src/**)', '/app/src/a.ts', true, true],
    ['Read(src/**)', '/app/vendor/src/a.ts', true, false],
    ['Read(src/**)', '/app/buildsrc/a.ts', false, false],
    ['Read(**/src/**)', '/app/vendor/src/a.ts', true, true],
    ['Read(**)', '/app/any/thing', true, true],
    ['Read(**)', '/srv/any', false, false],
    ['Read(secrets/)', '/app/secrets/deep/k', true, true],
    ['Read(packages/api/*)', '/app/packages/api/deep/x.ts', true, true],
    ['Read(*.lock)', '/app/a/yarn.lock', true, true],
    ['Read(//**)', '/anything', true, true],
    ['Read(/\\[2024\\] x/**)', '/app/[2024] x/f', true, true],
    ['Read(a\\*.ts)', '/app/ab.ts', false, false],
    ['Read(a\\*.ts)', '/app/a*.ts', true, true],
    ['Read(a{b}.ts)', '/app/a{b}.ts', true, true],
    ['Read(//home/ada/dev/**)', '/home/ada/development/x', false, false],
  ])('%s and %s', (rule, path, stop, allow) => {
    expect(answers(rule, call('read', [path]))).toEqual([stop, allow])
  })

  it('a bare name is below the working directory; to stop also below the root', () => {
    expect(answers('Read(.env)', call('read', ['/app/.env']), undefined, { cwd: '/app/src' })).toEqual([true, false])
    expect(answers('Read(.env)', call('read', ['/app/src/.env']), undefined, { cwd: '/app/src' })).toEqual([true, true])
  })

  it('outside a repository the project is the working directory', () => {
    expect(answers('Read(/x)', call('read', ['/tmp/x']), undefined, { cwd: '/tmp', root: undefined })).toEqual([
      true,
      true,
    ])
  })

  it('a home that is not known holds nothing', () => {
    expect(answers('Read(~/x)', call('read', ['/x']), undefined, { home: '' })).toEqual([false, false])
  })
})

describe('tools', () => {
  it.each<[string, ActionKind, stop: boolean, allow: boolean]>([
    ['Read(a)', 'read', true, true],
    ['Read(a)', 'search', true, true],
    ['Read(a)', 'write', true, false],
    ['Read(a)', 'edit', true, false],
    ['Read(a)', 'mcp', false, false],
    ['Edit(a)', 'edit', true, true],
    ['Edit(a)', 'write', true, true],
    ['Edit(a)', 'patch', true, true],
    ['Edit(a)', 'notebook', true, true],
    ['Edit(a)', 'read', false, true],
    ['Edit(a)', 'search', false, false],
    ['Write(a)', 'write', true, false],
    ['Edit(*)', 'write', true, false],
  ])('%s and a call of kind %s', (rule, kind, stop, allow) => {
    expect(answers(rule, call(kind, ['/app/a']))).toEqual([stop, allow])
  })

  it('of several paths one stops and all allow', () => {
    expect(answers('Edit(src/x/**)', call('patch', ['/app/src/x/a', '/app/b']))).toEqual([true, false])
    expect(answers('Edit(src/x/**)', call('patch', ['/app/src/x/a', '/app/src/x/b']))).toEqual([true, true])
    expect(answers('Edit(**)', call('patch', []))).toEqual([false, false])
  })
})

describe('links', () => {
  it.each<[string, string, stop: boolean, allow: boolean]>([
    ['Read(//home/ada/.ssh/**)', '/app/key', true, false],
    ['Read(key)', '/app/key', true, false],
    ['Read(**)', '/app/out/x', true, false],
    ['Read(**)', '/app/in.ts', true, true],
  ])('%s and %s', (rule, path, stop, allow) => {
    expect(answers(rule, call('read', [path]))).toEqual([stop, allow])
  })
})

describe('shell commands', () => {
  const at = { span: [0, 3] as [number, number], program: 'cat' }
  const reads = (path?: string): Effect => ({ ...at, kind: 'read', ...(path === undefined ? {} : { path }) })
  const writes = (path: string): Effect => ({ ...at, kind: 'write', path })
  const analysis = (...effects: Effect[]): ShellAnalysis => ({
    commands: [],
    effects,
    readOnly: effects.every((effect) => effect.kind === 'read'),
    destructive: false,
  })
  it.each<[string, ShellAnalysis, stop: boolean, allow: boolean]>([
    ['Read(.env)', analysis(reads('/app/.env')), true, true],
    ['Read(.env)', analysis(reads('/app/.env'), reads('/app/a')), true, false],
    ['Read(.env)', analysis(writes('/app/.env')), true, false],
    ['Read(.env)', analysis(reads('/app/a')), false, false],
    ['Read(//srv/**)', analysis(reads('/srv/x'), reads()), true, false],
    ['Read(//srv/**)', analysis(), false, false],
    ['Edit(docs/**)', analysis(reads('/app/docs/a')), false, false],
    ['Edit(docs/**)', analysis(writes('/app/docs/a')), true, false],
    ['Edit(docs/**)', analysis({ ...at, kind: 'delete', path: '/app/docs', recursive: true }), true, false],
    ['Edit(a/docs/**)', analysis({ ...at, kind: 'delete', path: '/app/a', recursive: true }), true, false],
    ['Read(a/docs/*.md)', analysis({ ...at, kind: 'delete', path: '/app/A', recursive: true }), true, false],
    ['Edit(a/docs/**)', analysis({ ...at, kind: 'delete', path: '/app/a', recursive: false }), false, false],
    ['Edit(a/docs/**)', analysis({ ...at, kind: 'delete', path: '/app/ab', recursive: true }), false, false],
    ['Read(.env)', analysis(reads('/app/.e*')), true, false],
    ['Read(.env)', analysis(reads('/app/.en[uv]')), true, false],
    ['Read(.env)', analysis(reads('/app/*')), false, false],
    ['Read(.env)', analysis(reads('/app/.x*')), false, false],
    ['Read(secrets/**)', analysis(reads('/app/s*/k')), true, false],
    ['Read(/secrets/k)', analysis(reads('/app/gone/k?')), false, false],
    ['Edit(a/lock.json)', analysis({ ...at, kind: 'delete', path: '/app/a/*.json', recursive: false }), true, false],
    ['Edit(a/gone.json)', analysis({ ...at, kind: 'delete', path: '/app/a/*.json', recursive: false }), false, false],
    ['Read(//srv/a?)', analysis(reads('/srv/a*')), true, false],
    ['Read(//srv/**)', analysis(reads('/srv/a*')), true, true],
    ['Edit(docs/**)', analysis(writes('/app/x')), false, false],
  ])('%s', (rule, shell, stop, allow) => {
    expect(answers(rule, { ...call('shell', []), command: 'cat' }, shell)).toEqual([stop, allow])
  })
})
