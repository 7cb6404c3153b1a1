import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Finished {
  stdout: string
  stderr: string
  exitCode: number
}

export interface RunOptions {
  cwd: string
  environment: Record<string, string>
  input?: string
  timeoutMilliseconds?: number
}

// The outer shell ends at once, so that the inner one is adopted by the system's first process. The exit code is
// renamed into place, so that a reader never sees half of it.
const script = `(
  "$@" <"$JOB/input" >"$JOB/stdout" 2>"$JOB/stderr"
  echo $? >"$JOB/code.new"; mv "$JOB/code.new" "$JOB/code"
) &`

/**
 * Starts a program away from our own parents and with exactly the given environment, as if a person's shell or an
 * agent's hook runner had started it. Tests and the demo need that: they may themselves run inside an agent's shell,
 * where our programs rightly refuse to approve.
 */
export async function runDetached(command: string[], options: RunOptions): Promise<Finished> {
  const job = mkdtempSync(join(tmpdir(), 'git-plans-job-'))
  writeFileSync(join(job, 'input'), options.input ?? '')
  const child = spawn('sh', ['-c', script, 'sh', ...command], {
    cwd: options.cwd,
    env: { ...options.environment, JOB: job },
    stdio: 'ignore',
    detached: true,
  })
  child.unref()
  try {
    await waitFor(join(job, 'code'), options.timeoutMilliseconds ?? 30_000, command)
    const read = (name: string): string => readFileSync(join(job, name), 'utf8')
    return { stdout: read('stdout'), stderr: read('stderr'), exitCode: Number(read('code')) }
  } finally {
    rmSync(job, { recursive: true, force: true })
  }
}

async function waitFor(file: string, timeout: number, command: string[]): Promise<void> {
  const end = Date.now() + timeout
  while (!existsSync(file)) {
    if (Date.now() > end) throw new Error(`no answer within ${timeout} ms: ${command.join(' ')}`)
    await sleep(5)
  }
}
