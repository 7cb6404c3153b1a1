import type { Reply, ReplyExtras, Wire } from '../adapters/adapter.ts'
import { findWire } from '../adapters/wires.ts'
import type { Action, HookCall, HookEvent } from '../core/action.ts'
import type { Decision } from '../core/decision.ts'
import type { AnalyzeShell } from '../core/guard/facts.ts'
import { isObject, type JsonObject } from '../core/json.ts'
import type { CompiledPolicy } from '../core/policy/policy.ts'
import { applyModeEvent, newSession } from '../core/session/modes.ts'
import { readCompiledPolicy } from '../store/compiled-policy.ts'
import { homeOf } from '../store/folders.ts'
import { writeSession } from '../store/session.ts'
import { contextOf, findHookWorld, type HookWorld } from '../workflows/hook-world.ts'
import { type CallJudgement, judgeCall } from '../workflows/judge-call.ts'
import { deliverable } from './deliverable.ts'
import { failureReason, noteFailure } from './failure.ts'
import { readInput } from './read-input.ts'
import type { RecordModule } from './record-module.ts'
import { warmUp } from './warm-up.ts'
import { writeLine } from './write-line.ts'

/** Bundled apart (scripts/build.ts) and loaded only for the events that need it. */
const loadRecord = (): RecordModule => require('./record.cjs')
const loadShell = (): { analyzeShell: AnalyzeShell } => require('./shell.cjs')

/** Set by hooks/load.cjs: there was no code cache of this bundle. */
declare const module: { cold?: boolean }
let beforeExit: (() => Promise<void>) | undefined

/** Entry of every launcher. The one catch: whatever goes wrong becomes a denial on the agent's own channel. */
export async function main(event: HookEvent): Promise<void> {
  const environment = process.env
  let wire: Wire = findWire(process.argv[2], {}, environment)
  let reply: Reply
  try {
    const payload = parsePayload()
    wire = findWire(process.argv[2], payload, environment)
    reply = await answer(wire, wire.parse(event, payload, environment, homeOf(environment)))
  } catch (error) {
    noteFailure(error, environment)
    reply = wire.formatFailure(event, failureReason(error))
  }
  writeLine(2, reply.stderr)
  writeLine(1, reply.stdout)
  await beforeExit?.().catch((error: unknown) => noteFailure(error, environment))
  // Everything is written; taking Node down in order takes longer.
  process.exit(reply.exitCode)
}

function parsePayload(): JsonObject {
  const input = readInput()
  if ('fault' in input) throw new TypeError(input.fault)
  const value: unknown = JSON.parse(input.text)
  if (!isObject(value)) throw new TypeError('the call is not a JSON object')
  return value
}

async function answer(wire: Wire, call: HookCall): Promise<Reply> {
  const { cwd, session } = contextOf(call)
  const world = findHookWorld(cwd, session, process.env)
  const policy = readCompiledPolicy(world.stateFolder) ?? loadRecord().compileConfiguration(world)
  if (!isOrdinary(call)) return loadRecord().handleEvent(call, wire, world, policy)
  const sources = {
    action: call.action,
    input: call.input,
    world,
    policy,
    bundleFolder: __dirname,
    loadAnalyzer: () => loadShell().analyzeShell,
    rebuildPlansState: () => loadRecord().rebuildPlansState(world, policy),
  }
  if (module.cold) beforeExit = () => warmUp(sources)
  const judgement = await judgeCall(sources)
  if (call.event === 'after-tool') return wire.format(call, silent, findSurprise(call.action, judgement, world))
  rememberSession(call.action, judgement, world)
  return wire.format(call, decisionFor(wire, judgement, world, policy))
}

type OrdinaryCall = Extract<HookCall, { event: 'before-tool' | 'after-tool' }>

/** A call that is judged here and now; the others move plans or sessions. */
function isOrdinary(call: HookCall): call is OrdinaryCall {
  if (call.event !== 'before-tool' && call.event !== 'after-tool') return false
  return call.action.kind !== 'plan-enter' && call.action.kind !== 'plan-exit'
}

const silent: Decision = { outcome: 'none', rule: 'none', reason: '', evidence: [], id: '' }

/**
 * Another hook may have changed the input after it was judged: what ran is judged again, and the person is told. A mode
 * that was switched while the tool ran is no surprise.
 */
function findSurprise(action: Action, { decision }: CallJudgement, world: HookWorld): ReplyExtras | undefined {
  const switched = action.agentMode !== undefined && action.agentMode !== (world.session?.mode ?? 'default')
  if (decision.outcome !== 'deny' || switched) return undefined
  noteFailure(`ran though it would have been denied: ${action.tool}: ${decision.reason}`, world.environment)
  return {
    notice: `git-plans: this ${action.tool} call ran with an input that would have been denied. ${decision.reason}`,
  }
}

function decisionFor(wire: Wire, judgement: CallJudgement, world: HookWorld, policy: CompiledPolicy): Decision {
  const session = {
    dialogSeen: world.session?.dialogSeen ?? false,
    planning: judgement.planning,
    headless: world.environment['PLANS_HEADLESS'] === '1' ? true : policy.headless.on,
  }
  return deliverable(judgement.decision, {
    canAsk: wire.canAsk(judgement.facts.action, session),
    allowIsSafe: wire.allowIsSafe,
    headless: session.headless === true,
  })
}

/** Follows the mode the agent tells, and binds the session to the plan file it writes first. Nothing moved: no write. */
function rememberSession(action: Action, judgement: CallJudgement, world: HookWorld): void {
  const owner = action.subagent ?? ''
  const moved = action.agentMode !== undefined && action.agentMode !== (world.session?.mode ?? 'default')
  const file = judgement.decision.outcome === 'deny' ? undefined : judgement.planFile
  const binds = file !== undefined && world.session?.planFiles[owner] === undefined
  if (!moved && !binds) return
  const now = new Date().toISOString()
  let state = world.session ?? newSession(action.agent, action.session, now)
  if (action.agentMode !== undefined) state = applyModeEvent(state, { kind: 'told', mode: action.agentMode }, now)
  if (binds && file !== undefined) state = { ...state, planFiles: { ...state.planFiles, [owner]: file }, updated: now }
  writeSession(world.stateFolder, state)
}
