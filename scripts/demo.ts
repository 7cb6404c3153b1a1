import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isObject, type JsonObject, objectOf } from '../src/core/json.ts'
import { type Finished, runDetached } from '../test/helpers/run-detached.ts'
import { temporaryRepository } from '../test/helpers/temporary-repository.ts'

/**
 * The whole story in one temporary repository: real hook binaries, real git. Programs are started away from this
 * process and with a clean environment, since the demo plays the agent and the person at once.
 */
const project = resolve(import.meta.dirname, '..')
const repository = temporaryRepository()
const agentPlan = join(repository.home, '.claude/plans/quiet-otter.md')
const planText = `---
scope:
  allow: [src/**, test/**]
---
# Rotate tokens

1. Rotate the token in src/auth.ts
2. Test it
`
let mode = 'plan'

function say(text: string): void {
  console.log(text)
}

function expect(holds: boolean, what: string, got: unknown): void {
  if (holds) return
  throw new Error(`the demo expected ${what}, but got: ${typeof got === 'string' ? got : JSON.stringify(got)}`)
}

async function plans(args: string[], exitCode = 0): Promise<Finished> {
  const result = await runDetached([process.execPath, join(project, 'bin/run.js'), ...args], {
    cwd: repository.root,
    environment: repository.environment,
  })
  expect(result.exitCode === exitCode, `exit ${exitCode} of plans ${args.join(' ')}`, result)
  return result
}

async function hook(launcher: string, event: string, fields: JsonObject): Promise<{ answer: string; reason: string }> {
  const payload = { session_id: 'demo', cwd: repository.root, permission_mode: mode, hook_event_name: event, ...fields }
  const result = await runDetached([process.execPath, join(project, 'hooks', `${launcher}.cjs`), 'claude-code'], {
    cwd: repository.root,
    environment: { ...repository.environment, CLAUDE_PROJECT_DIR: repository.root, CLAUDECODE: '1' },
    input: JSON.stringify(payload),
  })
  const parsed: unknown = result.stdout === '' ? {} : JSON.parse(result.stdout)
  const output = objectOf(isObject(parsed) ? parsed['hookSpecificOutput'] : {})
  const answer = String(output['permissionDecision'] ?? 'no opinion')
  return { answer, reason: String(output['permissionDecisionReason'] ?? output['additionalContext'] ?? '') }
}

/** One tool call of the agent: fails loudly when the guard answers otherwise. */
async function call(tool: string, input: JsonObject, expected: string[], shown: string): Promise<void> {
  const fields = { tool_name: tool, tool_input: input, tool_use_id: 'toolu_demo' }
  const { answer, reason } = await hook('pre-tool-use', 'PreToolUse', fields)
  expect(expected.includes(answer), `${expected.join(' or ')} for ${shown}`, `${answer}: ${reason}`)
  say(`  ${shown.padEnd(34)} ${answer}${answer === 'deny' || answer === 'ask' ? `: ${shorten(reason)}` : ''}`)
}

function shorten(reason: string): string {
  const sentence = reason.replaceAll(`${repository.root}/`, '').split('. ')[0] ?? ''
  return sentence.length > 96 ? `${sentence.slice(0, 95)}…` : sentence
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

async function planning(): Promise<void> {
  say('\nThe agent plans (Claude Code, plan mode)')
  const file = join(repository.root, 'src/auth.ts')
  await call('Read', { file_path: file }, ['allow', 'no opinion'], 'Read src/auth.ts')
  await call('Bash', { command: 'git log --oneline | head -5' }, ['allow', 'no opinion'], 'git log --oneline | head -5')
  await call('Bash', { command: 'rm -rf build' }, ['deny'], 'rm -rf build')
  await call('Bash', { command: "sed -i 's/old/new/' src/auth.ts" }, ['deny'], 'sed -i s/old/new/ src/auth.ts')
  await call('Write', { file_path: file, content: '' }, ['deny'], 'Write src/auth.ts')
  await call('Write', { file_path: agentPlan, content: planText }, ['allow', 'no opinion'], 'Write its plan file')
  write(agentPlan, planText)
}

async function approval(): Promise<string> {
  say("\nIt asks to leave plan mode; the person says yes in the agent's own dialog")
  const input = { plan: planText, planFilePath: agentPlan }
  const exit = { tool_name: 'ExitPlanMode', tool_input: input }
  await call('ExitPlanMode', input, ['ask'], 'ExitPlanMode')
  await hook('permission-request', 'PermissionRequest', exit)
  mode = 'default'
  const response = { plan: planText, isAgent: false, filePath: agentPlan }
  await hook('after-tool', 'PostToolUse', {
    ...exit,
    tool_input: {},
    tool_response: response,
    tool_use_id: 'toolu_demo',
  })
  const [plan] = JSON.parse((await plans(['list', '--json'])).stdout)
  expect(plan.state === 'implementing', 'state implementing after the yes', plan)
  const [given] = plan.approvals
  say(
    `  recorded: plan ${plan.id} revision ${plan.revision}, digest ${plan.digest.slice(0, 12)}, ${plan.state}, rung ${given.rung}`,
  )
  return plan.id
}

async function work(id: string): Promise<void> {
  say(`\nThe agent works inside the approved scope (src/**, test/**)`)
  await call(
    'Edit',
    { file_path: join(repository.root, 'src/auth.ts'), old_string: 'old', new_string: 'new' },
    ['no opinion'],
    'Edit src/auth.ts',
  )
  await call(
    'Edit',
    { file_path: join(repository.root, 'package.json'), old_string: '{', new_string: '{ ' },
    ['ask'],
    'Edit package.json',
  )
  repository.write('src/auth.ts', 'export const token = "new"\n')
  repository.git('add', 'src')
  repository.git('commit', '--quiet', '--message', `Rotate tokens\n\nPlan-Id: ${id}`)
  const verified = await plans(['verify', '--plan', id, '--base', 'main'])
  say(`  plans verify                       exit ${verified.exitCode}`)
}

async function proof(id: string): Promise<void> {
  say('\nArchived; the proof stays in git')
  await plans(['archive', id, '--base', 'main'])
  for (const line of (await plans(['audit'])).stdout.trimEnd().split('\n')) say(`  ${line}`)
  say(`  plans audit verify                 exit ${(await plans(['audit', 'verify'])).exitCode}`)
}

/** Somebody edits a record and rewrites the chain's tip: same message, same parent, other bytes. */
async function forgery(): Promise<void> {
  const { git } = repository
  const ref = 'refs/plans/ledger'
  const path = git('ls-tree', '-r', '--name-only', ref, 'records/').trim().split('\n').at(-1) ?? ''
  const forged = git('show', `${ref}:${path}`).replace('ada@example.com', 'eve@example.com')
  const file = repository.write('forged.json', forged)
  const blob = git('hash-object', '-w', '--no-filters', file).trim()
  const index = { GIT_INDEX_FILE: join(repository.home, 'forged-index') }
  const run = async (...args: string[]): Promise<string> => {
    const result = await runDetached(['git', ...args], {
      cwd: repository.root,
      environment: { ...repository.environment, ...index },
    })
    expect(result.exitCode === 0, `git ${args[0]} to work`, result)
    return result.stdout.trim()
  }
  await run('read-tree', ref)
  await run('update-index', '--cacheinfo', `100644,${blob},${path}`)
  const message = git('log', '-1', '--format=%B', ref)
  const commit = await run('commit-tree', await run('write-tree'), '-p', `${ref}~1`, '-m', message.trimEnd())
  await run('update-ref', ref, commit)
  const found = await plans(['audit', 'verify'], 5)
  say('\nOne record is forged; the audit finds it')
  say(
    `  plans audit verify                 exit ${found.exitCode}: ${(found.stdout + found.stderr).trim().split('\n').slice(1).join(' ').trim().slice(0, 100)}`,
  )
}

async function main(): Promise<void> {
  repository.write('src/auth.ts', 'export const token = "old"\n')
  repository.write('package.json', '{}\n')
  repository.git('add', '--all')
  repository.git('commit', '--quiet', '--message', 'App')
  await plans(['init', '--agent', 'claude-code', '--yes'])
  repository.git('checkout', '--quiet', '-b', 'feature/tokens')
  say('A temporary repository; `plans init` has installed the hooks.')
  await planning()
  const id = await approval()
  await work(id)
  await proof(id)
  await forgery()
  say('\nThis script played agent and person: any process of the same user can do that on the rung `local`.')
  say('It could not reach `tty` (a person at a terminal), `signed` (a key) or `forge` (a review).')
}

try {
  await main()
} finally {
  repository.remove()
}
