import type { Readable, Writable } from 'node:stream'

import { execa, type Options } from 'execa'
import { type SimpleGit, simpleGit } from 'simple-git'

import { PlansError } from '../core/errors.ts'

export type Environment = Record<string, string | undefined>

interface RunOptions {
  input?: string | Buffer
  /** Exit codes beside 0 that are an answer, not a failure. */
  okExitCodes?: number[]
  /** Added to the hardened environment, for this call only. */
  environment?: Environment
}

export interface Git {
  /** Standard output as UTF-8, not trimmed. Fails as PlansError `git-failed` with what git said. */
  run(args: string[], options?: RunOptions): Promise<string>
  runBuffer(args: string[], options?: RunOptions): Promise<Buffer>
  /** Whether git ends with exit code 0. */
  succeeds(args: string[], options?: RunOptions): Promise<boolean>
  /** For a dialogue over pipes; the caller ends it by closing `stdin`. */
  start(args: string[]): { stdin: Writable; stdout: Readable }
  /** For reads whose output simple-git parses. */
  porcelain: SimpleGit
}

/**
 * Git as something to be trusted with a judgement: what the repository, its configuration and the caller's environment
 * could slip in is shut out. `gitDir` names a bare repository, which is never found by looking around.
 */
export function openGit(cwd: string, environment: Environment, gitDir?: string): Git {
  const env = { ...hardenedEnvironment(environment), ...(gitDir === undefined ? {} : { GIT_DIR: gitDir }) }
  const runBuffer = (args: string[], options: RunOptions = {}): Promise<Buffer> => runGit(args, options, { cwd, env })
  return {
    runBuffer,
    run: async (args, options) => (await runBuffer(args, options)).toString('utf8'),
    succeeds: async (args, options) => (await execute(args, options ?? {}, { cwd, env })).exitCode === 0,
    start: (args) => startGit(args, { cwd, env }),
    get porcelain() {
      return openPorcelain(cwd, env)
    },
  }
}

interface Place {
  cwd: string
  env: Record<string, string>
}

/**
 * Names of the configuration files may stay: they choose among the person's own files, as HOME does, and a world that
 * is sealed off for tests or CI sets them.
 */
const inherited = new Set(['GIT_CONFIG_GLOBAL', 'GIT_CONFIG_SYSTEM', 'GIT_CONFIG_NOSYSTEM'])
const isIdentity = /^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$/

const hardening: [key: string, value: string][] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'], // may name a program
  ['safe.bareRepository', 'explicit'], // a bare repository inside a checkout brings its own configuration
  ['log.showSignature', 'false'], // runs gpg and mixes its words into the output
]

function hardenedEnvironment(environment: Environment): Record<string, string> {
  const env: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) {
    if (value === undefined) continue
    if (!name.toUpperCase().startsWith('GIT_') || inherited.has(name) || isIdentity.test(name)) env[name] = value
  }
  // Configuration by environment stands above every file and, unlike `-c`, reaches simple-git's calls as well.
  env['GIT_CONFIG_COUNT'] = String(hardening.length)
  hardening.forEach(([key, value], index) => {
    env[`GIT_CONFIG_KEY_${index}`] = key
    env[`GIT_CONFIG_VALUE_${index}`] = value
  })
  env['GIT_NO_REPLACE_OBJECTS'] = '1'
  env['GIT_GRAFT_FILE'] = '/dev/null'
  env['GIT_OPTIONAL_LOCKS'] = '0'
  env['GIT_TERMINAL_PROMPT'] = '0'
  env['LC_ALL'] = 'C'
  return env
}

async function runGit(args: string[], options: RunOptions, place: Place): Promise<Buffer> {
  const result = await execute(args, options, place)
  if (result.exitCode === 0 || options.okExitCodes?.includes(result.exitCode)) return result.stdout
  throw new PlansError(
    'unverifiable',
    'git-failed',
    `\`git ${args.join(' ')}\` ended with exit code ${result.exitCode}: ${result.stderr.trim() || 'no message'}`,
    'Run that command yourself in the same folder, mend what it names, then try again.',
  )
}

interface Executed {
  stdout: Buffer
  stderr: string
  exitCode: number
}

async function execute(args: string[], options: RunOptions, { cwd, env }: Place): Promise<Executed> {
  const settings = {
    cwd,
    env: { ...env, ...defined(options.environment ?? {}) },
    extendEnv: false,
    reject: false,
    encoding: 'buffer',
    stripFinalNewline: false,
    maxBuffer: 2 ** 30,
    ...(options.input === undefined ? { stdin: 'ignore' } : { input: options.input }),
  } as const satisfies Options
  const result = await execa('git', args, settings)
  if (result.exitCode === undefined) throw notStarted(args, result.originalMessage ?? String(result.signal))
  return {
    stdout: Buffer.from(result.stdout),
    stderr: Buffer.from(result.stderr).toString('utf8'),
    exitCode: result.exitCode,
  }
}

function startGit(args: string[], { cwd, env }: Place): { stdin: Writable; stdout: Readable } {
  const child = execa('git', args, { cwd, env, extendEnv: false, reject: false, buffer: false, stderr: 'ignore' })
  // A child that ends early is noticed by its silence on stdout; the broken pipe itself says nothing more.
  child.stdin.on('error', () => {})
  return { stdin: child.stdin, stdout: child.stdout }
}

function notStarted(args: string[], why: string): PlansError {
  return new PlansError(
    'usage',
    'git-not-started',
    `git did not run (\`git ${args.join(' ')}\`): ${why}`,
    'Check that the folder exists and that `git --version` answers there.',
  )
}

function openPorcelain(cwd: string, environment: Record<string, string>): SimpleGit {
  // simple-git strips or refuses what could start a program. Ours is hardened already: nothing of it comes from outside.
  const env = Object.fromEntries(Object.entries(environment).filter(([name]) => !startsProgram.test(name)))
  return simpleGit({
    baseDir: cwd,
    allowEnvironment: Object.keys(env).filter((name) => name.startsWith('GIT_')),
    unsafe: {
      allowUnsafeConfigEnvCount: true,
      allowUnsafeConfigPaths: true,
      allowUnsafeHooksPath: true,
      allowUnsafeFsMonitor: true,
    },
  }).env(env)
}

const startsProgram = /^(?:EDITOR|VISUAL|PAGER|LESS|LESSOPEN|SSH_ASKPASS|PREFIX)$/i

function defined(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
