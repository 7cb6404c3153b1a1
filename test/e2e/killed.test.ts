import { spawn } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PlansWorld, plansWorld, program, writtenPlan } from '../cli/plans-world.ts'
import { wrapGit } from '../helpers/git-wrapper.ts'
import { type Finished, runDetached } from '../helpers/run-detached.ts'

// Git tells of each step before and after it, and waits, so that a kill comes between two of them.
const slowGit = `step() { echo "$1 $2" >>"$STEPS"; sleep 0.04; }
name=git
for word; do case $word in update-ref | commit-tree) name=$word ;; esac; done
step before "$name"
"$GIT" "$@"
code=$?
step after "$name"
exit $code`

/** When the kill comes: after that part of all steps, or at a step of that name. */
type Moment = number | `${'before' | 'after'} ${'commit-tree' | 'update-ref'}`
const moments: Moment[] = [
  ...[0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1],
  ...(['before commit-tree', 'after commit-tree', 'before update-ref', 'after update-ref'] as const),
]

interface Scene {
  world: PlansWorld
  path: string
  args: string[]
  before: string
  after: string
  kind: string
}

/** The variables of a run whose git is slow, and how many steps it takes undisturbed. */
interface Slow {
  environment: Record<string, string>
  steps: number
}

let count = 0

/** A copy of the repository, so that every kill finds it as it was. */
function copyOf({ world }: Scene): string {
  count += 1
  const root = join(world.root, `../copy-${count}`)
  cpSync(world.root, root, { recursive: true, preserveTimestamps: true })
  return root
}

function run({ world }: Scene, cwd: string, ...args: string[]): Promise<Finished> {
  return world.plansIn({ cwd }, ...args)
}

function stepsOf(cwd: string): string[] {
  const file = `${cwd}.steps`
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []
}

/** Kills the whole process group, as a closed window or a machine that runs out of memory does. */
async function runKilled({ args }: Scene, { environment, steps }: Slow, cwd: string, moment: Moment): Promise<void> {
  // The shell ends at once, so that the command has no parent of ours; it stays in the shell's group.
  const child = spawn('sh', ['-c', '"$@" </dev/null >/dev/null 2>&1 &', 'sh', process.execPath, program, ...args], {
    cwd,
    env: { ...environment, STEPS: `${cwd}.steps` },
    stdio: 'ignore',
    detached: true,
  })
  const isTime = (done: string[]): boolean =>
    typeof moment === 'number' ? done.length >= Math.ceil(moment * steps) : done.includes(moment)
  const end = Date.now() + 30_000
  while (!isTime(stepsOf(cwd)) && Date.now() < end) await sleep(3)
  try {
    process.kill(-(child.pid ?? 0), 'SIGKILL')
  } catch (error) {
    // It was done already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
  await sleep(50)
}

async function countSteps({ args }: Scene, environment: Slow['environment'], cwd: string): Promise<number> {
  const slow = { ...environment, STEPS: `${cwd}.steps` }
  const { exitCode } = await runDetached([process.execPath, program, ...args], { cwd, environment: slow })
  expect(exitCode).toBe(0)
  return stepsOf(cwd).length
}

/** Again, after removing a lock that git itself left behind, if the error names one. */
async function runAgain(scene: Scene, cwd: string): Promise<Finished> {
  const found = await run(scene, cwd, ...scene.args, '--json')
  const lock = /rm '([^']+\.lock)'/.exec(found.stdout)?.[1]
  if (lock === undefined) return found
  await runDetached(['rm', lock], { cwd, environment: scene.world.environment })
  return run(scene, cwd, ...scene.args, '--json')
}

const scenes: Record<string, () => Promise<Scene>> = {
  submit: async () => {
    const world = plansWorld()
    const { id, path } = await world.json('new', 'Killed')
    const file = path ?? ''
    // Without `status` nothing is projected: the file must stay as it is.
    world.write(file, writtenPlan(world.read(file), '{allow: [src/**]}').replace(/^status:.*\n/m, ''))
    return { world, path: file, args: ['submit', id], before: 'draft', after: 'submitted', kind: 'submit' }
  },
  approve: async () => {
    const world = plansWorld()
    const { id, path, digest } = await world.submitted('Killed')
    world.write(path, world.read(path).replace(/^status:.*\n/m, ''))
    const args = ['approve', id, '--digest', digest, '--yes']
    return { world, path, args, before: 'submitted', after: 'self-approved', kind: 'approve' }
  },
}

describe.skipIf(process.platform === 'win32').each(Object.keys(scenes))('5: plans %s, killed', (name) => {
  let scene: Scene
  let slow: Slow
  const seen = new Set<string>()
  beforeAll(async () => {
    const made = await scenes[name]?.()
    if (!made) throw new Error(`no scene ${name}`)
    scene = made
    const environment = wrapGit(join(scene.world.root, '..'), scene.world.environment, slowGit)
    slow = { environment, steps: await countSteps(scene, environment, copyOf(scene)) }
  })
  afterAll(() => scene?.world.remove())

  it.concurrent.each(moments)(
    'at %s: all or nothing, and again is well',
    async (moment) => {
      const { path, before, after, kind } = scene
      const root = copyOf(scene)
      const bytes = readFileSync(join(root, path))
      await runKilled(scene, slow, root, moment)

      const audit = await run(scene, root, 'audit', 'verify')
      expect(audit.exitCode, audit.stdout).toBe(0)
      const { state } = JSON.parse((await run(scene, root, 'show', path, '--json')).stdout)
      expect([before, after]).toContain(state)
      seen.add(state)
      expect(readFileSync(join(root, path)).equals(bytes)).toBe(true)

      const again = await runAgain(scene, root)
      // One request, one answer: a second yes of the same person is refused and named.
      const answered = kind === 'approve' && state === after
      expect(again.exitCode, again.stdout + again.stderr).toBe(answered ? 7 : 0)
      if (answered) expect(again.stdout).toContain('already-answered')
      const records = JSON.parse((await run(scene, root, 'audit', '--json')).stdout) as { kind: string }[]
      expect(records.filter((record) => record.kind === kind)).toHaveLength(1)
      expect(JSON.parse((await run(scene, root, 'show', path, '--json')).stdout).state).toBe(after)
      expect((await run(scene, root, 'audit', 'verify')).exitCode).toBe(0)
      expect(readFileSync(join(root, path)).equals(bytes)).toBe(true)
    },
    120_000,
  )

  it('the kills came before it was recorded, and after', () => {
    expect([...seen].sort()).toEqual([scene.before, scene.after].sort())
  })
})
