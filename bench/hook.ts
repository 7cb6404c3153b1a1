import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/** Wall time and memory of the whole hook process against an empty Node script, in interleaved pairs. */
const pairs = Number(process.argv[2] ?? 60)
const launcher = resolve(import.meta.dirname, '../hooks/pre-tool-use.cjs')

interface Case {
  name: string
  payload: object
  limit: number
}

const folder = mkdtempSync(join(tmpdir(), 'git-plans-bench-'))
const root = join(folder, 'app')
const preload = join(folder, 'peak.cjs')
mkdirSync(root)
// Clean: NODE_EXTRA_CA_CERTS alone adds some 95 ms to each start of Node 20.
const environment = { PATH: process.env['PATH'] ?? '', HOME: folder, XDG_STATE_HOME: join(folder, 'state') }

const call = (tool: string, input: object): object => ({
  session_id: 'bench',
  cwd: root,
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name: tool,
  tool_input: input,
  tool_use_id: 'toolu_bench',
})
const compound =
  'git diff --stat main...HEAD | tail -n 20 && (cd src && grep -rn "export" . | sort | uniq -c) ; echo "$(git rev-parse HEAD)"'
const cases: Case[] = [
  { name: 'file read', payload: call('Read', { file_path: join(root, 'README.md') }), limit: 1.2 },
  { name: 'git status', payload: call('Bash', { command: 'git status' }), limit: 1.2 },
  { name: 'compound command', payload: call('Bash', { command: compound }), limit: 1.35 },
]

main()

function main(): void {
  spawnSync('git', ['init', '--quiet', '--initial-branch=main', root], { env: environment })
  writeFileSync(join(root, 'README.md'), '# bench\n')
  writeFileSync(join(folder, 'empty.cjs'), '')
  writeFileSync(
    preload,
    "process.on('exit', () => require('node:fs').writeSync(3, String(process.resourceUsage().maxRSS)))",
  )
  console.log(`node ${process.version}, ${pairs} interleaved pairs, medians; ratio is hook / empty script\n`)
  console.log('case               empty ms   hook ms   ratio   allowed   memory ratio')
  for (const each of cases) report(each)
  rmSync(folder, { recursive: true, force: true })
}

function report({ name, payload, limit }: Case): void {
  const input = JSON.stringify(payload)
  const script = [join(folder, 'empty.cjs')]
  const empty: number[] = []
  const hook: number[] = []
  for (let pair = -3; pair < pairs; pair++) {
    const one = time(script, input)
    const other = time([launcher, 'claude-code'], input)
    // The first three warm the caches of the disk and compile the policy.
    if (pair < 0) continue
    empty.push(one)
    hook.push(other)
  }
  const ratio = median(hook.map((each, index) => each / (empty[index] ?? 1)))
  const peaks = (target: string[]): number => median(Array.from({ length: 9 }, () => peak(target, input)))
  const memory = peaks([launcher, 'claude-code']) / peaks(script)
  const row = [
    name.padEnd(18),
    median(empty).toFixed(1).padStart(8),
    median(hook).toFixed(1).padStart(9),
    `${ratio.toFixed(2)}x`.padStart(8),
    `${limit.toFixed(2)}x`.padStart(9),
    `${memory.toFixed(2)}x`.padStart(12),
  ]
  console.log(row.join(' '))
}

function time(script: string[], input: string): number {
  const start = process.hrtime.bigint()
  const result = spawnSync(process.execPath, script, { cwd: root, env: environment, input })
  const milliseconds = Number(process.hrtime.bigint() - start) / 1e6
  if (result.status !== 0) throw new Error(`${script.join(' ')} ended with ${result.status}: ${result.stderr}`)
  return milliseconds
}

/** Peak memory, told by the process itself at its end; both scripts carry the same preload. */
function peak(script: string[], input: string): number {
  const result = spawnSync(process.execPath, ['--require', preload, ...script], {
    cwd: root,
    env: environment,
    input,
    stdio: ['pipe', 'ignore', 'ignore', 'pipe'],
  })
  return Number(String(result.output[3]))
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
