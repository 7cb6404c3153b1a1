import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanView } from '../../src/core/plan/plan.ts'
import { type Finished, runDetached } from '../helpers/run-detached.ts'
import { type PlansWorld, plansWorld, program, writtenPlan } from './plans-world.ts'

let world: PlansWorld
beforeAll(() => {
  world = plansWorld()
})
afterAll(() => world.remove())

async function stateOf(id: string): Promise<string> {
  return (await world.json('show', id)).state
}

describe('19: what was approved is what is executed', () => {
  it('the prompt is the approved text to the byte, and none once the file moved', async () => {
    const plan = await world.submitted('Nineteen')
    expect((await world.plans('show', plan.id, '--prompt')).exitCode).toBe(1)
    await world.approve(plan)
    const prompt = await world.plans('show', plan.id, '--prompt')
    expect(prompt).toMatchObject({ exitCode: 0, stderr: '' })
    expect(prompt.stdout).toMatch(/^\{"id":"[0-9a-z]{12}","plan":1,.*\}\n/)
    expect(prompt.stdout).not.toContain('status:')
    const before = world.read(plan.path)
    world.write(plan.path, before.replace('quarter', 'decade'))
    const moved = await world.plans('show', plan.id, '--prompt')
    expect(moved).toMatchObject({ exitCode: 1, stdout: '' })
    expect(moved.stderr).toContain('stale')
    world.write(plan.path, before)
    expect((await world.plans('show', plan.id, '--prompt')).stdout).toBe(prompt.stdout)
    await world.plans('archive', plan.id)
  })
})

describe('22: a plan rewritten between showing and approving', () => {
  it('is refused with exit 4 and a diff, and stays unapproved', async () => {
    const plan = await world.submitted('Twenty-two')
    world.write(plan.path, world.read(plan.path).replace('quarter', 'decade'))
    await world.json('submit', plan.id)
    const late = await world.approve(plan)
    expect(late.exitCode).toBe(4)
    expect(late.stderr).toContain('-Rotate them once a quarter.')
    expect(late.stderr).toContain('+Rotate them once a decade.')
    expect(await stateOf(plan.id)).toBe('submitted')
    const now = await world.json('show', plan.id)
    expect((await world.approve(now)).exitCode).toBe(0)
    expect(await stateOf(plan.id)).toBe('self-approved')
    await world.plans('archive', plan.id)
  })

  it('twelve digits are for eyes only', async () => {
    const plan = await world.submitted('Twenty-two b')
    const short = await world.plans('approve', `${plan.id}@${plan.digest.slice(0, 12)}`, '--yes')
    expect(short.exitCode).toBe(2)
    const enough = await world.plans('approve', plan.id, '--digest', plan.digest.slice(0, 32), '--yes')
    expect(enough.exitCode).toBe(0)
    await world.plans('archive', plan.id)
  })
})

const script = '/usr/bin/script'

/** Answers the one question at a terminal when it stands there, as a person does. */
function atTerminal(input: string, ...args: string[]): Promise<Finished> {
  const command = `
    rm -f typed
    ( until grep -q 'Type yes' typed 2>/dev/null; do sleep 0.05; kill -0 $$ || exit; done; cat ) |
    "$SCRIPT" -qefc "'$NODE' '$PROGRAM' ${args.join(' ')}" typed; code=$?; rm -f typed; exit $code`
  const terminal = { SCRIPT: script, NODE: process.execPath, PROGRAM: program, SHELL: '/bin/sh', TERM: 'xterm' }
  return runDetached(['sh', '-c', command], {
    cwd: world.root,
    environment: { ...world.environment, ...terminal },
    input,
  })
}

describe('27: everything but a clear yes leaves the plan submitted', () => {
  let id = ''
  beforeAll(async () => {
    id = (await world.submitted('Twenty-seven')).id
  })
  afterAll(() => world.plans('archive', id))

  const rows: [name: string, args: string[], exitCode: number][] = [
    ['no terminal and nothing else', [], 7],
    ['no terminal and --yes without a digest', ['--yes'], 7],
    ['no terminal and a digest without --yes', ['--digest', 'a'.repeat(64)], 7],
    ['the digest of something else', ['--digest', 'a'.repeat(64), '--yes'], 4],
    ['an unknown flag', ['--force'], 2],
  ]
  it.each(rows)('%s', async (_name, args, exitCode) => {
    expect((await world.plans('approve', id, ...args)).exitCode).toBe(exitCode)
    expect(await stateOf(id)).toBe('submitted')
  })

  const answers: [name: string, input: string][] = [
    ['a closed input', ''],
    ['an empty line', '\n'],
    ['a no', 'n\n'],
    ['a y, which a slip of the finger types too', 'y\n'],
    ['an interrupt', '\u0003'],
  ]
  it.skipIf(!existsSync(script))('at a terminal (skipped without script(1))', async () => {
    for (const [name, input] of answers) {
      expect((await atTerminal(input, 'approve', id)).exitCode, name).not.toBe(0)
      expect(await stateOf(id), name).toBe('submitted')
    }
    const yes = await atTerminal('yes\n', 'approve', id)
    expect(yes.stdout).toContain('Rotate them once a quarter.')
    expect(yes.exitCode).toBe(0)
    const approved = await world.json('show', id)
    expect(approved.state).toBe('self-approved')
    expect(approved.approvals.map(({ rung }) => rung)).toEqual(['tty'])
  })
})

describe('a draft that nobody submitted', () => {
  async function draft(title: string): Promise<PlanView & { path: string }> {
    const { path } = await world.json('new', title, '--also')
    const file = path ?? ''
    world.write(file, writtenPlan(world.read(file), '{allow: [src/**]}'))
    return { ...(await world.json('show', file)), path: file }
  }

  it('is submitted by whoever approves it, in a record of its own', async () => {
    const plan = await draft('Never submitted')
    const before = await world.kinds()
    expect((await world.approve(plan)).exitCode).toBe(0)
    expect((await world.kinds()).slice(before.length)).toEqual(['submit', 'approve'])
    expect(await world.json('show', plan.id)).toMatchObject({ state: 'self-approved', revision: 1 })
    await world.plans('archive', plan.id)
  })

  it('is not submitted with findings that stop a submit', async () => {
    const plan = await world.json('new', 'Still a template', '--also')
    const before = await world.kinds()
    const found = await world.plans('approve', `${plan.id}@${plan.digest}`, '--yes', '--json')
    expect(found.exitCode).toBe(1)
    expect(JSON.parse(found.stdout)).toMatchObject({ error: { code: 'plan-check-failed' } })
    expect(await world.kinds()).toEqual(before)
  })

  it.skipIf(!existsSync(script))('at a terminal a no leaves no trace (skipped without script(1))', async () => {
    const plan = await draft('Asked about')
    const before = await world.kinds()
    const no = await atTerminal('no\n', 'approve', plan.id)
    expect(no.exitCode).toBe(1)
    expect(no.stdout).toContain('Submit and approve')
    expect(await world.kinds()).toEqual(before)
    expect((await atTerminal('yes\n', 'approve', plan.id)).exitCode).toBe(0)
    expect((await world.json('show', plan.id)).approvals).toMatchObject([{ rung: 'tty' }])
    await world.plans('archive', plan.id)
  })
})

it.skipIf(!existsSync(script))(
  'what changed since the last approval is shown with the text (skipped without script(1))',
  async () => {
    const plan = await world.submitted('Changed')
    await world.approve(plan)
    world.write(plan.path, world.read(plan.path).replace('quarter', 'decade'))
    const shown = await atTerminal('yes\n', 'approve', plan.id)
    expect(shown.exitCode).toBe(0)
    expect(shown.stdout).toContain('Changed since revision 1, which was approved:')
    expect(shown.stdout).toContain('-Rotate them once a quarter.')
    expect(shown.stdout).toContain('+Rotate them once a decade.')
    expect(await world.json('show', plan.id)).toMatchObject({ state: 'self-approved', revision: 2 })
    await world.plans('archive', plan.id)
  },
)

describe('30: an agent cannot say yes for a person', () => {
  it('front matter has no say', async () => {
    const plan = await world.json('new', 'Thirty', '--also')
    const path = plan.path ?? ''
    world.write(path, world.read(path).replace('status: draft', 'status: approved'))
    expect(await stateOf(plan.id)).toBe('draft')
    expect((await world.plans('start', plan.id)).exitCode).toBe(1)
  })

  const marks: [name: string, environment: Record<string, string>][] = [
    ['Claude Code', { CLAUDECODE: '1' }],
    ['Gemini CLI', { GEMINI_CLI: '1' }],
    ['Codex', { CODEX_SANDBOX: 'seatbelt' }],
  ]
  it.each(marks)('approve, reject and exit are refused in the shell of %s', async (_name, environment) => {
    const plan = await world.submitted('Thirty in a shell')
    for (const args of [
      ['approve', `${plan.id}@${plan.digest}`, '--yes'],
      ['reject', plan.id, '--reason', 'no'],
      ['exit'],
    ]) {
      const found = await world.plansIn({ environment }, ...args, '--json')
      expect(found.exitCode, args[0]).toBe(7)
      expect(JSON.parse(found.stdout)).toMatchObject({ error: { code: 'inside-agent' } })
    }
    expect(await stateOf(plan.id)).toBe('submitted')
    expect((await world.plans('reject', plan.id, '--reason', 'no')).exitCode).toBe(0)
    expect(await stateOf(plan.id)).toBe('rejected')
  })
})

describe('rejecting', () => {
  it('needs a reason, which is kept', async () => {
    const plan = await world.submitted('Reasons')
    expect((await world.plans('reject', plan.id)).exitCode).toBe(2)
    expect((await world.plans('reject', plan.id, '--reason', ' ')).exitCode).toBe(2)
    expect(await stateOf(plan.id)).toBe('submitted')
    expect((await world.plans('reject', plan.id, '--reason', 'Too wide.')).exitCode).toBe(0)
    const { stdout } = await world.plans('audit', '--json')
    expect(JSON.parse(stdout).at(-1)).toMatchObject({ kind: 'reject', note: 'Too wide.' })
    const late = await world.plans('approve', `${plan.id}@${plan.digest}`, '--yes', '--json')
    expect(late.exitCode).toBe(7)
    const { error } = JSON.parse(late.stdout)
    expect(error).toMatchObject({ code: 'already-answered', remedy: `Submit it again: plans submit ${plan.id}` })
    expect(error.message).toContain(JSON.parse(stdout).at(-1).id.slice(0, 12))
    await world.json('submit', plan.id)
    expect((await world.approve(plan)).exitCode).toBe(0)
    await world.plans('archive', plan.id)
  })

  it('a superseded plan is not approved by the way', async () => {
    const plan = await world.submitted('Old')
    await world.json('new', 'New', '--supersede', plan.id)
    const before = await world.kinds()
    expect((await world.approve(plan)).exitCode).toBe(7)
    expect(await world.kinds()).toEqual(before)
  })
})
