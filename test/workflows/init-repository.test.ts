import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formatInitDiff, formatInitSummary, initValue } from '../../src/cli/render/init.ts'
import { PlansError } from '../../src/core/errors.ts'
import { readConfig } from '../../src/store/config.ts'
import { openRepository } from '../../src/store/repository.ts'
import { isTrusted } from '../../src/store/trust.ts'
import { applyInit, type InitOptions, type InitPlan, planInit } from '../../src/workflows/init-repository.ts'
import { type TemporaryRepository, temporaryRepository } from '../helpers/temporary-repository.ts'

let world: TemporaryRepository
beforeEach(() => {
  world = temporaryRepository()
})
afterEach(() => world.remove())

const both: InitOptions = { agents: ['claude-code', 'gemini-cli'], vendor: false, scope: undefined }
const dependency = '{\n  "devDependencies": { "git-plans": "1.0.0" }\n}\n'

async function plan(options: Partial<InitOptions> = {}, environment = world.environment): Promise<InitPlan> {
  const repository = await openRepository(world.root, environment)
  const randomBytes = (length: number): Uint8Array => new Uint8Array(length).fill(7)
  return planInit({ repository, environment, randomBytes }, { ...both, ...options })
}

async function init(options: Partial<InitOptions> = {}, environment = world.environment): Promise<InitPlan> {
  const made = await plan(options, environment)
  applyInit(made, environment)
  return made
}

async function refusal(options: Partial<InitOptions> = {}): Promise<PlansError> {
  const error = await plan(options).catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(PlansError)
  return error as PlansError
}

const shown = (made: InitPlan): string[] => made.changes.map((change) => change.shown)
const read = (path: string): string => readFileSync(join(world.root, path), 'utf8')

describe('in a repository that depends on git-plans', () => {
  beforeEach(() => world.write('package.json', dependency))

  it('writes settings and configuration, and nothing the second time', async () => {
    const made = await init()
    expect(shown(made)).toEqual(['.plansrc.yaml', '.claude/settings.json', '.gemini/settings.json'])
    expect(read('.claude/settings.json')).toContain('node_modules/git-plans/hooks/pre-tool-use.cjs')
    expect(read('.gemini/settings.json')).toContain('node_modules/git-plans/hooks/session.cjs')
    const again = await init()
    expect(again.changes).toEqual([])
    expect(formatInitSummary(again)).toBe('Nothing to change.')
  })

  it('touches neither index nor HEAD, and makes no plans folder', async () => {
    const before = [world.git('rev-parse', 'HEAD'), world.git('diff', '--cached')]
    await init()
    expect([world.git('rev-parse', 'HEAD'), world.git('diff', '--cached')]).toEqual(before)
    expect(existsSync(join(world.root, '.plans'))).toBe(false)
  })

  it('mints the name of the repository and trusts what it wrote', async () => {
    await init()
    const { config } = readConfig({ root: world.root, environment: world.environment })
    expect(config.repository).toMatch(/^[0-9a-hjkmnp-tv-z]{12}$/)
    expect(isTrusted(join(world.root, '.plansrc.yaml'), read('.plansrc.yaml'), world.environment)).toBe(true)
  })

  it.each([
    ['pnpm-lock.yaml', 'pnpm install'],
    ['yarn.lock', 'yarn install'],
    ['package-lock.json', 'npm install'],
  ])('%s: a clone is told to run %s', async (lock, command) => {
    world.write(lock, '')
    await init()
    expect(read('.gemini/settings.json')).toContain(command)
  })

  it('keeps comments, order and mode of settings that are there', async () => {
    world.write('.claude/settings.json', '{\n    // mine\n    "model": "x", // fast\n    "env": {}\n}\n')
    chmodSync(join(world.root, '.claude/settings.json'), 0o600)
    await init()
    const text = read('.claude/settings.json')
    expect(text.startsWith('{\n    // mine\n    "model": "x", // fast\n    "env": {},\n    "hooks": {\n')).toBe(true)
    expect(statSync(join(world.root, '.claude/settings.json')).mode & 0o777).toBe(0o600)
    expect(readdirSync(join(world.root, '.claude'))).toEqual(['settings.json'])
  })

  it('says what keeps the hooks from running', async () => {
    world.write('.claude/settings.json', '{"disableAllHooks": true}')
    expect((await plan()).notices.join()).toContain('disableAllHooks')
  })
})

describe('configuration that is there without a name', () => {
  it.each([
    ['.plansrc.yaml', 'directory: docs/plans\n', 'directory: docs/plans\nrepository: "'],
    ['.plansrc.json', '{\n  "directory": "docs/plans"\n}\n', '{\n  "directory": "docs/plans",\n  "repository": "'],
    ['package.json', '{\n  "plans": {}\n}\n', '{\n  "plans": {\n    "repository": "'],
  ])('%s gets one', async (path, text, start) => {
    world.write(path, text)
    await init({ vendor: true })
    expect(read(path).startsWith(start)).toBe(true)
    // Its other bytes are the repository's: what they loosen still needs the person's word.
    expect(isTrusted(join(world.root, path), read(path), world.environment)).toBe(false)
  })
  it('a layout that a line cannot be added to is left to the person', async () => {
    world.write('.plansrc.yaml', '{directory: plans}\n')
    expect((await refusal({ vendor: true })).code).toBe('repository-missing')
  })
})

describe('where the programs lie', () => {
  it('--vendor: copies in .plans/hooks, named from the project', async () => {
    const made = await init({ vendor: true, agents: ['claude-code'] })
    expect(shown(made)).toContain('.plans/hooks/dist/decide.cjs')
    expect(existsSync(join(world.root, '.plans/hooks/dist/record.cjs'))).toBe(true)
    expect(statSync(join(world.root, '.plans/hooks/hooks/pre-tool-use.cjs')).mode & 0o111).not.toBe(0)
    expect(read('.claude/settings.json')).toContain('".plans/hooks/hooks/pre-tool-use.cjs"')
    expect((await init({ vendor: true, agents: ['claude-code'] })).changes).toEqual([])
  })

  it('without a dependency: the user scope, outside the repository', async () => {
    const made = await init()
    expect(made.home).toBe('user')
    const settings = readFileSync(join(world.home, '.claude/settings.json'), 'utf8')
    expect(settings).toContain(join(world.home, '.local/share/git-plans/'))
    expect(existsSync(join(world.root, '.claude'))).toBe(false)
    expect((await init()).changes).toEqual([])
  })

  it('the user folder of Claude may have been moved', async () => {
    const folder = join(world.home, 'claude-config')
    await init({ agents: ['claude-code'] }, { ...world.environment, CLAUDE_CONFIG_DIR: folder })
    expect(existsSync(join(folder, 'settings.json'))).toBe(true)
    expect(existsSync(join(world.home, '.claude'))).toBe(false)
  })

  it('from one home to another only our hooks move', async () => {
    world.write('.gemini/settings.json', '{\n  "theme": "x"\n}\n')
    await init({ vendor: true, agents: ['gemini-cli'] })
    world.write('package.json', dependency)
    await init({ agents: ['gemini-cli'] })
    expect(read('.gemini/settings.json')).not.toContain('.plans/hooks')
    expect(read('.gemini/settings.json').match(/pre-tool-use\.cjs/g)?.length).toBe(1)
    expect(read('.gemini/settings.json').startsWith('{\n  "theme": "x",\n')).toBe(true)
  })

  it('hooks at both places are noticed', async () => {
    await init()
    world.write('package.json', dependency)
    expect((await plan()).notices.filter((notice) => notice.includes('run them twice')).length).toBe(2)
  })

  it('--scope project needs the dependency, --vendor excludes --scope user', async () => {
    expect((await refusal({ scope: 'project' })).code).toBe('no-project-copy')
    expect((await refusal({ scope: 'user', vendor: true })).code).toBe('vendor-for-user')
  })
})

describe('which agents', () => {
  it('those with a folder in the repository or in HOME', async () => {
    mkdirSync(join(world.root, '.gemini'))
    expect((await plan({ agents: [] })).agents).toEqual(['gemini-cli'])
    mkdirSync(join(world.home, '.claude'))
    expect((await plan({ agents: [] })).agents).toEqual(['claude-code', 'gemini-cli'])
  })
  it('none: --agent is asked for', async () => {
    const error = await refusal({ agents: [] })
    expect([error.exitCode, error.remedy]).toEqual([2, 'Name it: --agent claude-code, --agent gemini-cli.'])
  })
})

describe('nothing is written', () => {
  beforeEach(() => world.write('package.json', dependency))
  afterEach(() => {
    expect(existsSync(join(world.root, '.plansrc.yaml'))).toBe(false)
    expect(existsSync(join(world.root, '.claude/settings.json'))).toBe(false)
  })

  it('when a settings file is broken; file and line are named', async () => {
    world.write('.gemini/settings.json', '{\n  "a": 1\n  "b": 2\n}\n')
    const error = await refusal()
    expect(error.code).toBe('settings-unreadable')
    expect(error.message).toContain('.gemini/settings.json, line 3')
  })

  it('through a link that leaves the repository', async () => {
    const outside = join(world.home, 'elsewhere')
    mkdirSync(outside)
    symlinkSync(outside, join(world.root, '.gemini'))
    expect((await refusal()).code).toBe('settings-link')
  })

  it('through a link to a file that is not there yet', async () => {
    mkdirSync(join(world.root, '.gemini'))
    symlinkSync(join(world.home, 'new.json'), join(world.root, '.gemini/settings.json'))
    expect((await refusal()).code).toBe('settings-link')
  })

  it('in a bare repository or outside of any', async () => {
    world.git('init', '--quiet', '--bare', join(world.home, 'bare.git'))
    const repository = await openRepository(join(world.home, 'bare.git'), world.environment)
    const bare = { repository, environment: world.environment, randomBytes: (length: number) => new Uint8Array(length) }
    expect(() => planInit(bare, both)).toThrow(/bare/)
  })

  it('when only shown; the diff is unified', async () => {
    const made = await plan()
    const diff = formatInitDiff(made)
    expect(diff).toContain('--- /dev/null\n+++ b/.claude/settings.json\n@@ -0,0 +1,')
    expect(initValue(made, false)).toMatchObject({
      written: false,
      changes: [{ path: '.plansrc.yaml', action: 'create' }, {}, {}],
    })
  })
})

it('a link that stays inside the repository is kept, its target edited', async () => {
  world.write('package.json', dependency)
  world.write('config/claude.json', '{}\n')
  mkdirSync(join(world.root, '.claude'))
  symlinkSync('../config/claude.json', join(world.root, '.claude/settings.json'))
  await init({ agents: ['claude-code'] })
  expect(read('config/claude.json')).toContain('pre-tool-use')
  expect(readFileSync(join(world.root, '.claude/settings.json'), 'utf8')).toBe(read('config/claude.json'))
})

it('a file that changed since it was read is left alone', async () => {
  world.write('package.json', dependency)
  world.write('.claude/settings.json', '{}\n')
  const made = await plan()
  writeFileSync(join(world.root, '.claude/settings.json'), '{"model": "y"}\n')
  expect(() => applyInit(made, world.environment)).toThrow(/changed/)
  expect(read('.claude/settings.json')).toBe('{"model": "y"}\n')
})
