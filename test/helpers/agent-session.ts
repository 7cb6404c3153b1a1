import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import type { JsonObject } from '../../src/core/json.ts'
import type { LedgerRecord } from '../../src/core/ledger/record.ts'
import type { PlanView } from '../../src/core/plan/plan.ts'
import { type Finished, runDetached } from './run-detached.ts'
import { type TemporaryRepository, temporaryRepository } from './temporary-repository.ts'

const project = resolve(import.meta.dirname, '../..')

/** A session of an agent in a repository of its own, played through the real launchers with real payload shapes. */
export interface AgentSession extends TemporaryRepository {
  hook(launcher: string, payload: JsonObject, environment?: Record<string, string>): Promise<Finished>
  plans(...args: string[]): Promise<Finished>
  list(): Promise<PlanView[]>
  records(): LedgerRecord[]
  writeFile(path: string, text: string): void
}

export function agentSession(agent: 'claude-code' | 'gemini-cli', config = ''): AgentSession {
  const repository = temporaryRepository()
  repository.write('.plansrc.yaml', `repository: test00000000\n${config}`)
  const plansFolder = join(repository.home, '.gemini/tmp/app/plans')
  const own: Record<string, string> =
    agent === 'gemini-cli'
      ? { GEMINI_SESSION_ID: 's', GEMINI_PROJECT_DIR: repository.root, GEMINI_PLANS_DIR: plansFolder }
      : { CLAUDECODE: '1', CLAUDE_PROJECT_DIR: repository.root, AI_AGENT: 'claude-code_2.1.332_harness' }
  const common = { session_id: 's', transcript_path: '', cwd: repository.root }
  const run = (command: string[], environment: Record<string, string>, input = ''): Promise<Finished> =>
    runDetached([process.execPath, ...command], {
      cwd: repository.root,
      environment: { ...repository.environment, ...environment },
      input,
    })
  const plans = (...args: string[]): Promise<Finished> => run([join(project, 'bin/run.js'), ...args], {})
  return {
    ...repository,
    hook: (launcher, payload, environment = {}) =>
      run(
        [join(project, `hooks/${launcher}.cjs`), agent],
        { ...own, ...environment },
        JSON.stringify({ ...common, ...payload }),
      ),
    plans,
    list: async () => JSON.parse((await plans('list', '--json')).stdout),
    records: () => readRecords(repository),
    writeFile: (path, text) => {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
    },
  }
}

function readRecords({ git }: TemporaryRepository): LedgerRecord[] {
  if (git('for-each-ref', 'refs/plans/ledger') === '') return []
  const names = git('ls-tree', '-r', '--name-only', 'refs/plans/ledger', 'records/').trim().split('\n')
  return names.map((name) => JSON.parse(git('show', `refs/plans/ledger:${name}`)))
}
