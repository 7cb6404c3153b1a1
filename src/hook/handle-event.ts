import type { Reply, ReplyExtras, Wire } from '../adapters/adapter.ts'
import type { Action, HookCall, SessionContext } from '../core/action.ts'
import type { Decision, Finding } from '../core/decision.ts'
import { formatDecisionId } from '../core/guard/decision-id.ts'
import type { CompiledPolicy } from '../core/policy/policy.ts'
import { applyModeEvent, newSession } from '../core/session/modes.ts'
import type { SessionState } from '../core/session/session.ts'
import { readSession, readUnproven, writeSession } from '../store/session.ts'
import { digestShown, hearAnswer, hearDialog } from '../workflows/hear-answer.ts'
import type { HookWorld } from '../workflows/hook-world.ts'
import { leavePlanMode } from '../workflows/leave-plan-mode.ts'
import { openProject, type Project, readRules } from '../workflows/project.ts'
import { readPlans } from '../workflows/read-plans.ts'
import { isInsideToolShell } from '../workflows/refuse-inside-agent.ts'
import type { World } from '../workflows/world.ts'
import { deliverable } from './deliverable.ts'

export interface EventCall {
  call: HookCall
  wire: Wire
  world: HookWorld
  policy: CompiledPolicy
  workflowWorld(cwd: string): World
}

/** Events that move a session, submit a plan or hear an answer. Decisions on ordinary calls are `decide`'s. */
export async function handleEvent(event: EventCall): Promise<Reply> {
  const { call } = event
  switch (call.event) {
    case 'prompt':
    case 'session':
      return follow(event, call.context)
    case 'notification':
      return notice(event, call)
    case 'permission-request':
      return call.action.kind === 'plan-exit' ? permission(event, call.action) : say(event, silent)
    case 'before-tool':
      return call.action.kind === 'plan-enter' ? enter(event, call.action) : exit(event, call.action)
    case 'after-tool':
      return call.action.kind === 'plan-exit' ? answer(event, call) : entered(event, call)
  }
}

const silent: Finding = { outcome: 'none', rule: 'none', reason: '', evidence: [] }

function deny(reason: string): Finding {
  return { outcome: 'deny', rule: 'plan-mode', reason, evidence: [] }
}

function say({ call, wire, world, policy }: EventCall, finding: Finding, extras?: ReplyExtras): Reply {
  const decision: Decision = { ...finding, id: formatDecisionId(`${call.event}\0${finding.reason}`) }
  const headless = isHeadless(world, policy)
  if (!('action' in call)) return wire.format(call, decision, extras)
  const asked = { dialogSeen: world.session?.dialogSeen ?? false, planning: true, headless: policy.headless.on }
  const canAsk = call.event === 'permission-request' || wire.canAsk(call.action, asked)
  return wire.format(call, deliverable(decision, { canAsk, allowIsSafe: wire.allowIsSafe, headless }), extras)
}

function isHeadless(world: HookWorld, policy: CompiledPolicy): boolean {
  return world.environment['PLANS_HEADLESS'] === '1' || policy.headless.on === true
}

/** Session state with the mode that the payload tells; written only when it moved. */
function sessionOf({ world }: EventCall, context: SessionContext): SessionState {
  const now = new Date().toISOString()
  const before = world.session ?? newSession(context.agent, context.session, now)
  const { agentMode } = context
  return agentMode === undefined ? before : applyModeEvent(before, { kind: 'told', mode: agentMode }, now)
}

function keep({ world }: EventCall, state: SessionState): void {
  if (state !== world.session) writeSession(world.stateFolder, state)
}

function follow(event: EventCall, context: SessionContext): Reply {
  keep(event, sessionOf(event, context))
  return say(event, silent)
}

async function notice(event: EventCall, call: HookCall & { event: 'notification' }): Promise<Reply> {
  if (call.dialog === 'none') return say(event, silent)
  const state = sessionOf(event, call.context)
  keep(event, state.dialogSeen ? state : { ...state, dialogSeen: true })
  if (call.dialog === 'plan-exit' && state.exit && isBelieved(event))
    await hearDialog(await projectOf(event, call.context.cwd), state, state.exit.digest)
  return say(event, silent)
}

function enter(event: EventCall, action: Action): Reply {
  if (action.subagent !== undefined)
    return say(
      event,
      deny('A sub-agent cannot enter plan mode. Hand the question back to the main conversation, which can plan.'),
    )
  if (!event.policy.plan.enabled) return say(event, deny('Plan mode is switched off here (plan.enabled).'))
  return say(event, silent)
}

function entered(event: EventCall, call: HookCall & { event: 'after-tool' }): Reply {
  const state = sessionOf(event, call.action)
  keep(event, call.entered ? applyModeEvent(state, { kind: 'entered' }, new Date().toISOString()) : state)
  return say(event, silent)
}

async function exit(event: EventCall, action: Action): Promise<Reply> {
  if (action.agentMode !== undefined && action.agentMode !== 'plan' && !event.world.hold)
    return say(
      event,
      deny('This session is not in plan mode, so there is nothing to leave; go on, or enter plan mode first.'),
    )
  if (!event.world.worktree) return say(event, silent)
  const planning = applyModeEvent(sessionOf(event, action), { kind: 'exit-called' }, new Date().toISOString())
  const { finding, session } = await leavePlanMode(await projectOf(event, action.cwd), planning, action)
  keep(event, session)
  // Where the agent shows its own dialog, or nobody is there to see one, it goes on: what is heard decides.
  const passes = finding.outcome === 'ask' && (action.agentMode === undefined || isHeadless(event.world, event.policy))
  return say(event, passes ? { ...finding, outcome: 'none' } : finding)
}

async function permission(event: EventCall, action: Action): Promise<Reply> {
  const state = sessionOf(event, action)
  // A yes may have been heard already: the agent runs its hooks beside the dialog.
  const asked = state.exit ?? readUnproven(event.world.stateFolder, state.session)
  if (!asked || !event.world.worktree) return say(event, silent)
  const project = await projectOf(event, action.cwd)
  const { rules } = await readRules(project)
  if (!rules.allowSelf && !(await isOpen(project, asked.plan)))
    return say(
      event,
      deny(`Submitted as ${asked.plan}@${asked.digest.slice(0, 12)}; waits for the owners on ${rules.base}.`),
    )
  const shown = await digestShown(project, asked.plan, action)
  if (shown === asked.digest && isBelieved(event)) await hearDialog(project, state, shown)
  return say(event, silent)
}

async function isOpen(project: Project, id: string): Promise<boolean> {
  const { plans } = await readPlans(project)
  return plans.some((plan) => plan.id === id && plan.derived.open)
}

async function answer(event: EventCall, call: HookCall & { event: 'after-tool' }): Promise<Reply> {
  const { action, exit: outcome = { kind: 'unknown' } } = call
  const state = sessionOf(event, action)
  if (!event.world.worktree) return say(event, silent)
  if (!isBelieved(event)) {
    const notice =
      "git-plans heard an answer to a plan from inside an agent's own shell; it is not believed and nothing is recorded."
    return say(event, silent, { context: notice, notice })
  }
  const words = await hearAnswer(await projectOf(event, action.cwd), state, action, outcome)
  if (outcome.kind === 'approved' || outcome.kind === 'empty') {
    const { exit: _used, ...rest } = readSession(event.world.stateFolder, action.session) ?? state
    const fallback = event.policy.headless.returnMode
    const told = action.agentMode ?? (outcome.kind === 'approved' ? outcome.mode : undefined)
    writeSession(
      event.world.stateFolder,
      applyModeEvent(rest, { kind: 'left', mode: told, fallback }, new Date().toISOString()),
    )
  } else keep(event, state)
  return say(event, silent, words === '' ? undefined : { context: words })
}

/** An agent that starts our hook from its own shell could play the person. */
function isBelieved({ workflowWorld }: EventCall): boolean {
  const { environment, ancestors } = workflowWorld('/')
  return !isInsideToolShell({ environment, ancestors: ancestors() })
}

function projectOf(event: EventCall, cwd: string): Promise<Project> {
  return openProject(event.workflowWorld(event.world.worktree?.root ?? cwd))
}
