import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PlansError } from '../../src/core/errors.ts'
import { type ConfigPlace, readConfig } from '../../src/store/config.ts'
import { trustFiles } from '../../src/store/trust.ts'
import { type TemporaryRepository, temporaryRepository } from '../helpers/temporary-repository.ts'

let repository: TemporaryRepository
let place: ConfigPlace

beforeEach(() => {
  repository = temporaryRepository({ commit: false })
  const { root, home, environment } = repository
  place = {
    root,
    commonFolder: join(root, '.git/plans'),
    environment,
    managed: join(home, 'etc/config.yaml'),
  }
})
afterEach(() => repository.remove())

function write(path: string, text: string): string {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

const files = {
  user: (text: string) => write(join(repository.home, '.config/git-plans/config.yaml'), text),
  project: (text: string) => write(join(repository.root, 'plans.config.yaml'), text),
  local: (text: string) => write(join(repository.root, '.git/plans/config.yaml'), text),
  managed: (text: string) => write(join(repository.home, 'etc/config.yaml'), text),
}

function faultOf(read: () => unknown): PlansError {
  try {
    read()
  } catch (error) {
    if (error instanceof PlansError) return error
    throw error
  }
  throw new Error('expected an error, got none')
}

describe('files', () => {
  it.each([
    ['.plansrc.json', '{"directory": "docs/plans"}'],
    ['.plansrc.json', '\uFEFF{"directory": "docs/plans"}'],
    ['.plansrc.yaml', 'directory: docs/plans\n'],
    ['plans.config.json', '{"directory": "docs/plans", "$schema": "./schema.json"}'],
    ['plans.config.yaml', '# where\ndirectory: docs/plans\n'],
    ['package.json', '{"name": "app", "plans": {"directory": "docs/plans"}}'],
  ])('%s is read', (name, text) => {
    write(join(repository.root, name), text)
    expect(readConfig(place).config.directory).toBe('docs/plans')
  })

  it.each([
    ['nothing', undefined, ''],
    ['an empty file', 'plans.config.yaml', ''],
    ['comments only', 'plans.config.yaml', '# directory: x\n'],
    ['a package.json without the key', 'package.json', '{"name": "app"}'],
    ['a broken package.json without the key', 'package.json', '{"name": '],
    ['a JavaScript file', 'plans.config.js', 'export default { directory: "x" }'],
  ])('%s gives the defaults', (_title, name, text) => {
    if (name !== undefined) write(join(repository.root, name), text)
    const { config, policy } = readConfig(place)
    expect(config.directory).toBe('.plans')
    expect(policy).toMatchObject({ directory: '.plans', ledgerRef: 'refs/plans/ledger', notices: [] })
  })

  it('is the same outside a repository, where only user and managed files are', () => {
    files.project('directory: docs/plans\n')
    files.user('permissions: {deny: [WebSearch]}\n')
    const { policy } = readConfig({ environment: repository.environment, managed: place.managed ?? '' })
    expect(policy.directory).toBe('.plans')
    expect(policy.permissions.deny).toMatchObject([{ text: 'WebSearch' }])
  })

  it('two project files at once are refused, whichever they are', () => {
    files.project('')
    write(join(repository.root, 'package.json'), '{"plans": {}}')
    const fault = faultOf(() => readConfig(place))
    expect(fault).toMatchObject({ exitCode: 2, code: 'config-twice' })
    expect(fault.message).toContain('plans.config.yaml')
    expect(fault.message).toContain('package.json')
  })
})

describe('nothing is run, and nothing else is read', () => {
  it('a file that configures cosmiconfig itself', () => {
    const ran = join(repository.root, 'ran')
    const script = `require('node:fs').writeFileSync(${JSON.stringify(ran)}, '')\nmodule.exports = {}\n`
    write(join(repository.root, '.config/config.cjs'), script)
    write(join(repository.root, 'package.json'), '{"cosmiconfig": {"searchPlaces": ["other.yaml"]}}')
    write(join(repository.root, 'other.yaml'), 'directory: other\n')
    expect(directoryReadIn(repository.root)).toBe('.plans')
    expect(existsSync(ran)).toBe(false)
  })

  it.each([
    ['.plansrc.yaml', '$import: ./other.yaml\n'],
    ['package.json', '{"plans": {"$import": "./other.yaml"}}'],
  ])('an import in %s', (name, text) => {
    write(join(repository.root, 'other.yaml'), 'directory: other\n')
    write(join(repository.root, name), text)
    expect(faultOf(() => readConfig(place)).message).toContain('$import')
  })
})

/** In a process of its own, since what is at issue is the current directory. */
function directoryReadIn(root: string): string {
  const script = `import { readConfig } from ${JSON.stringify(resolve(import.meta.dirname, '../../src/store/config.ts'))}
    console.log(readConfig({ root: process.cwd(), environment: process.env }).config.directory)`
  const options = ['--import', import.meta.resolve('tsx'), '--input-type=module', '--eval', script]
  return execFileSync(process.execPath, options, {
    cwd: root,
    env: repository.environment,
    encoding: 'utf8',
  }).trim()
}

describe('faults', () => {
  it.each([
    ['direktory: x\n', 'config-unknown-key', 'direktory: no such key; did you mean directory?'],
    ['plan: {onMutatoin: ask}\n', 'config-unknown-key', 'plan.onMutatoin: no such key; did you mean plan.onMutation?'],
    ['plan: {mcp: {raed: []}}\n', 'config-unknown-key', 'plan.mcp.raed: no such key; did you mean plan.mcp.read?'],
    ['zzzzzzzzz: 1\n', 'config-unknown-key', 'zzzzzzzzz: no such key'],
    ['plan: {onMutation: allow}\n', 'config-invalid', 'plan.onMutation: '],
    ['import: [claude]\n', 'config-invalid', 'import: reading the rule files of agents comes with policy support'],
    ['routing: {plan: x}\n', 'config-invalid', 'routing: choosing a model by mode comes with a later version'],
    ['review: {open: browser}\n', 'config-invalid', 'review.open: expected none'],
    ['archive: {sinks: [{directory: x}]}\n', 'config-invalid', 'archive.sinks: sinks come with a later version'],
    ['questions: {timeout: 5m}\n', 'config-invalid', 'questions.timeout: expected never'],
    ['approvals: {approvers: CODEOWNERS}\n', 'config-invalid', 'approvals.approvers: expected OWNERS'],
    ['directory: ../x\n', 'config-invalid', 'directory: "../x" holds an empty segment, . or ..'],
    ['directory: /x\n', 'config-invalid', 'directory: "/x" is not relative'],
    ['directory: .git/x\n', 'config-invalid', 'directory: ".git/x" lies in the git directory'],
    ['ledger: {ref: main}\n', 'config-invalid', 'ledger.ref: "main" is no full ref'],
    ['ledger: {remote: --upload-pack=x}\n', 'config-invalid', 'ledger.remote: expected a name'],
    ['permissions: {deny: ["Bash(rm"]}\n', 'config-invalid', 'permissions.deny.0: "Bash(rm" does not end with )'],
    ['permissions: {allow: ["mcp__*"]}\n', 'config-invalid', 'allows by a pattern of tool names'],
    ['protectedPaths: {add: ["src/*.ts"]}\n', 'config-invalid', 'holds a pattern'],
    ['gate: {requireApprovedPlan: ["[a"]}\n', 'config-invalid', 'gate.requireApprovedPlan.0: '],
    ['retention: soon\n', 'config-invalid', 'retention: expected never, or a number'],
    ['- a\n', 'config-invalid', 'the file: '],
  ])('%j', (text, code, detail) => {
    const path = files.project(text)
    const fault = faultOf(() => readConfig(place))
    expect(fault).toMatchObject({ exitCode: 2, code })
    expect(fault.message).toContain(path)
    expect(fault.details.join('\n')).toContain(detail)
  })

  it('are told all at once', () => {
    files.project('direktory: x\nplan: {network: maybe, nwtwork: ask}\nimport: [gemini]\n')
    expect(faultOf(() => readConfig(place)).details).toHaveLength(4)
  })

  it.each([
    ['bad YAML', () => files.user('a: [\n')],
    ['an alias', () => files.user('a: &x [1]\nb: *x\n')],
    ['a key twice', () => files.user('base: a\nbase: b\n')],
    ['bad JSON with our key', () => write(join(repository.root, 'package.json'), '{"plans": {')],
    ['a folder', () => mkdirSync(join(repository.root, 'plans.config.yaml')) ?? ''],
    ['a link to nothing', () => symlinkSync('nowhere', join(repository.root, 'plans.config.yaml')) ?? ''],
  ])('%s is an error, never a looser configuration', (_title, prepare) => {
    prepare()
    expect(faultOf(() => readConfig(place))).toMatchObject({ exitCode: 2, code: 'config-unreadable' })
  })

  it.each([
    'import: []\n',
    'archive: {sinks: []}\nreview: {open: none}\nquestions: {timeout: never}\n',
    'approvals: {required: 2, approvers: OWNERS, allowSelf: false, trust: forge}\n',
    'ledger: {ref: refs/heads/plans/ledger, remote: upstream}\nbase: upstream/main\n',
    'headless: {on: true}\nretention: 2w\nmodes: {auto: false}\n',
  ])('%j is fine', (text) => {
    files.project(text)
    expect(() => readConfig(place)).not.toThrow()
  })
})

describe('layers', () => {
  it('managed wins, then the nearest; lists add up; no denial drops', () => {
    files.user('base: user\nledger: {remote: user}\npermissions: {deny: [A]}\n')
    const project = files.project('base: project\npermissions: {deny: [B], allow: [P]}\n')
    files.local('base: local\ndirectory: local\npermissions: {deny: [C]}\n')
    files.managed('directory: managed\npermissions: {deny: [D]}\n')
    trustFiles([project], repository.environment)
    const { config, policy } = readConfig(place)
    expect(config).toMatchObject({ base: 'local', directory: 'managed', ledger: { remote: 'user' } })
    expect(policy.permissions.deny.map((rule) => rule.text)).toEqual(['D', 'C', 'B', 'A'])
    expect(policy.permissions.allow).toEqual([{ text: 'P', tool: 'P', source: project, line: 2 }])
  })

  it.each([
    ['yaml', 'permissions:\n  deny:\n    - Bash(rm *)\n    - "Bash(git push *)"\n  ask: [WebSearch]\n', [3, 4, 5]],
    ['json', '{"permissions": {\n"deny": ["Bash(rm *)",\n"Bash(git push *)"],\n"ask": [\n"WebSearch"]}}', [2, 3, 5]],
  ])('a rule knows its line in %s', (extension, text, lines) => {
    write(join(repository.root, `plans.config.${extension}`), text)
    const { deny, ask } = readConfig(place).policy.permissions
    expect([...deny, ...ask].map((rule) => rule.line)).toEqual(lines)
  })

  it('what may not be written is named: files, trust, caches; package.json only where it holds the configuration', () => {
    const { policy, sources } = readConfig({
      ...place,
      stateFolder: join(repository.root, '.git/worktrees/x/plans'),
    })
    const state = join(repository.home, '.local/state/git-plans')
    expect(sources).toContain(join(repository.root, 'package.json'))
    expect(sources).toContain(join(state, 'trust.json'))
    expect(policy.ownFiles).toEqual(
      expect.arrayContaining([
        join(repository.root, '.plansrc.json'),
        join(repository.root, '.git/plans/config.yaml'),
        join(repository.root, '.git/worktrees/x/plans/policy.json'),
        join(state, 'trust.json'),
        state,
      ]),
    )
    expect(policy.ownFiles).not.toContain(join(repository.root, 'package.json'))
    write(join(repository.root, 'package.json'), '{"plans": {}}')
    expect(readConfig(place).policy.ownFiles).toContain(join(repository.root, 'package.json'))
  })
})

describe('trust', () => {
  const loose = 'plan: {onMutation: ask}\npermissions: {allow: ["Bash(npm test)"], deny: [WebSearch]}\n'

  it('an untrusted project file may tighten only, and that is said', () => {
    const path = files.project(loose)
    const { policy } = readConfig(place)
    expect(policy.plan.onMutation).toBe('deny')
    expect(policy.permissions).toMatchObject({ allow: [], deny: [{ text: 'WebSearch' }] })
    expect(policy.notices).toEqual([expect.stringContaining(`${path} is not trusted`)])
    expect(policy.notices[0]).toContain('plan.onMutation, permissions.allow')
  })

  it('trusted bytes count, changed ones no longer', () => {
    const path = files.project(loose)
    trustFiles([path], repository.environment)
    expect(readConfig(place).policy).toMatchObject({ plan: { onMutation: 'ask' }, notices: [] })
    files.project(`${loose}# changed\n`)
    expect(readConfig(place).policy.plan.onMutation).toBe('deny')
  })

  it('of package.json only our key is trusted', () => {
    const text = (version: string, mutation: string) =>
      JSON.stringify({ version, plans: { plan: { onMutation: mutation, network: 'ask' } } })
    const path = write(join(repository.root, 'package.json'), text('1', 'ask'))
    trustFiles([path], repository.environment)
    write(path, text('2', 'ask'))
    expect(readConfig(place).policy.plan.onMutation).toBe('ask')
    write(path, text('2', 'deny'))
    expect(readConfig(place).policy).toMatchObject({ plan: { onMutation: 'deny', network: 'ask' } })
  })

  it('a damaged list of trust trusts nothing', () => {
    const path = files.project(loose)
    trustFiles([path], repository.environment)
    write(join(repository.home, '.local/state/git-plans/trust.json'), '{"v": 1, "trus')
    expect(readConfig(place).policy.plan.onMutation).toBe('deny')
  })
})
