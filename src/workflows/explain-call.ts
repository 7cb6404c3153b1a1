import { join } from 'node:path'
import { wires } from '../adapters/wires.ts'
import { type Action, type AgentMode, agentIds } from '../core/action.ts'
import { PlansError } from '../core/errors.ts'
import { isObject, type JsonObject, objectOf, stringOf } from '../core/json.ts'
import type { CompiledPolicy } from '../core/policy/policy.ts'
import { analyzeShell } from '../core/shell/analyze.ts'
import type { Effect } from '../core/shell/effect.ts'
import { readConfig } from '../store/config.ts'
import { homeOf } from '../store/folders.ts'
import { findHookWorld, type HookWorld } from './hook-world.ts'
import { type CallJudgement, judgeCall } from './judge-call.ts'
import { openProject } from './project.ts'
import { rebuildPlansState } from './rebuild-plans-state.ts'
import type { World } from './world.ts'

/** What is asked: a command as a person types it, or an agent's payload as its hook would get it. */
export type Question =
  | { command: string; cwd?: string | undefined; mode?: string | undefined }
  | { agent: string; payload: JsonObject }

/** The answer a script reads; `steps` shows each step of the guard in its order. */
export interface Explanation {
  readOnly: boolean
  destructive: boolean
  effects: Effect[]
  decision: { outcome: string; rule: string; reason: string }
  steps: CallJudgement['steps']
  command: string | null
}

const modes: readonly string[] = [
  'default',
  'plan',
  'acceptEdits',
  'auto',
  'dontAsk',
  'bypassPermissions',
] satisfies AgentMode[]

/** The same steps by the same code as in the hook; nothing is decided by it. Configuration is read once a folder. */
export function openExplainer(world: World, bundleFolder: string): (question: Question) => Promise<Explanation> {
  const places = new Map<string, { hookWorld: HookWorld; policy: CompiledPolicy }>()
  return async (question) => {
    const { action, input } = 'payload' in question ? parsePayload(world, question) : actionOf(world, question)
    const place = places.get(action.cwd) ?? readPlace(world, action)
    places.set(action.cwd, place)
    const judgement = await judgeCall({
      action,
      input,
      world: place.hookWorld,
      policy: place.policy,
      bundleFolder,
      loadAnalyzer: () => analyzeShell,
      rebuildPlansState: async () => rebuildPlansState(await openProject({ ...world, cwd: action.cwd })),
    })
    return formatExplanation(judgement)
  }
}

function readPlace(world: World, action: Action): { hookWorld: HookWorld; policy: CompiledPolicy } {
  const hookWorld = findHookWorld(action.cwd, action.session, world.environment)
  const { worktree, stateFolder } = hookWorld
  const { policy } = readConfig({
    root: worktree?.root,
    commonFolder: worktree ? join(worktree.commonDir, 'plans') : undefined,
    stateFolder,
    environment: world.environment,
  })
  return { hookWorld, policy }
}

function formatExplanation({ facts, decision, steps }: CallJudgement): Explanation {
  const { outcome, rule, reason } = decision
  return {
    readOnly: facts.analysis?.readOnly ?? facts.changes === 'no',
    destructive: facts.analysis?.destructive ?? false,
    effects: facts.analysis?.effects ?? [],
    decision: { outcome, rule, reason },
    steps,
    command: facts.action.command ?? null,
  }
}

function actionOf(world: World, question: { command: string; cwd?: string | undefined; mode?: string | undefined }) {
  const { command, mode } = question
  if (mode !== undefined && !modes.includes(mode))
    throw new PlansError(
      'usage',
      'mode-unknown',
      `Expected one of ${modes.join(', ')}, got ${mode}.`,
      'Name one of them.',
    )
  const action: Action = {
    agent: 'claude-code',
    event: 'before-tool',
    tool: 'Bash',
    kind: 'shell',
    command,
    paths: [],
    cwd: question.cwd ?? world.cwd,
    session: 'explain',
    plansFolders: [],
    ...(mode === undefined ? {} : { agentMode: mode as AgentMode }),
  }
  return { action, input: { command } satisfies JsonObject as JsonObject }
}

function parsePayload(world: World, { agent, payload }: { agent: string; payload: JsonObject }) {
  const id = agentIds.find((each) => each === agent)
  if (id === undefined)
    throw new PlansError(
      'usage',
      'agent-unknown',
      `Expected one of ${agentIds.join(', ')}, got ${agent}.`,
      'Name one of them.',
    )
  const call = wires[id].parse('before-tool', payload, world.environment, homeOf(world.environment))
  if (!('action' in call))
    throw new PlansError('usage', 'not-a-call', 'The payload is not a tool call.', 'Send one of a before-tool hook.')
  return { action: call.action, input: call.input }
}

/** One line of `--batch`. */
export function parseQuestion(line: string): Question {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch (cause) {
    throw new PlansError('usage', 'batch-line', 'Expected one JSON object a line.', 'See `plans explain --help`.', {
      cause,
    })
  }
  const object = objectOf(value)
  const command = stringOf(object['command'])
  if (command !== undefined) return { command, cwd: stringOf(object['cwd']), mode: stringOf(object['mode']) }
  const agent = stringOf(object['agent'])
  if (agent !== undefined && isObject(object['payload'])) return { agent, payload: object['payload'] }
  throw new PlansError(
    'usage',
    'batch-line',
    'Expected `command`, or `agent` and `payload`.',
    'See `plans explain --help`.',
  )
}
