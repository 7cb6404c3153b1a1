import { existsSync } from 'node:fs'
import type { Action } from '../core/action.ts'
import type { GuardContext } from '../core/guard/context.ts'
import { evaluateGuard, type Judgement } from '../core/guard/evaluate-guard.ts'
import { type AnalyzeShell, type Facts, gatherFacts } from '../core/guard/facts.ts'
import { findPlanFile } from '../core/guard/plan-file.ts'
import { rerootPaths } from '../core/guard/reroot.ts'
import type { JsonObject } from '../core/json.ts'
import type { CompiledPolicy } from '../core/policy/policy.ts'
import { findEffectiveMode } from '../core/session/modes.ts'
import type { PlansState } from '../core/session/session.ts'
import { isRegularFileOrAbsent, resolveRealPath } from '../store/paths.ts'
import { findLedgerTip, readPlansState } from '../store/plans-state.ts'
import { type HookWorld, needsPlans, temporaryFolders } from './hook-world.ts'
import { holdsOurHooks, ownPrograms, stateFolders } from './own-places.ts'

export interface CallJudgement extends Judgement {
  facts: Facts
  planning: boolean
  /** The agent's plan file that this call writes, where it is the session's. */
  planFile: string | undefined
}

interface Sources {
  action: Action
  input: JsonObject
  world: HookWorld
  policy: CompiledPolicy
  bundleFolder: string
  /** A read needs no shell parser, so the hook loads it only for a command. */
  loadAnalyzer(): AnalyzeShell
  rebuildPlansState(): Promise<PlansState>
}

/** The guard's answer for one call in this world; the hook and `plans explain` both come here. */
export async function judgeCall(sources: Sources): Promise<CallJudgement> {
  const { world, policy } = sources
  const action = rerootPaths(sources.action, world.session)
  const places = {
    home: world.home,
    root: world.worktree?.root,
    temporaryFolders: once(() => temporaryFolders(world.environment)),
    resolvePath: resolveRealPath,
  }
  const facts = gatherFacts(action, places, sources.loadAnalyzer)
  const plans = needsPlans(action, facts, world, policy) ? await findPlans(sources) : noPlans(world)
  const context: GuardContext = {
    ...places,
    branch: world.worktree?.branch,
    mode: modeOf(sources, plans),
    policy,
    session: world.session,
    plans,
    input: sources.input,
    ownPrograms: once(() => ownPrograms(world, sources.bundleFolder)),
    stateFolders: once(() => stateFolders(world)),
    // Where the file system does not mind case an agent can spell a path otherwise; asking the disk costs a write.
    caseInsensitive: process.platform === 'darwin' || process.platform === 'win32',
    holdsOurHooks: (path, removed) => holdsOurHooks(path, removed, world),
    isRegularFileOrAbsent,
    isThere: (path) => existsSync(path),
    isIgnored: (path) => isIgnored(path, world),
  }
  const judgement = evaluateGuard(facts, context)
  const file = findPlanFile(facts, context)
  const planFile = file.is && file.kind === 'agent' ? file.file : undefined
  return { ...judgement, facts, planning: context.mode.planning, planFile }
}

/** Real paths cost calls to the system; most calls write nothing and need none. */
function once<Value>(read: () => Value): () => Value {
  let value: { found: Value } | undefined
  return () => {
    value ??= { found: read() }
    return value.found
  }
}

function modeOf({ action, world, policy }: Sources, plans: PlansState): GuardContext['mode'] {
  return findEffectiveMode({
    told: action.agentMode,
    session: world.session,
    hold: world.hold,
    policy,
    environmentMode: world.environment['PLANS_MODE'],
    gateOpen: plans.plans.some(
      (plan) => plan.open && (plan.id === world.session?.plan || plan.branch === plans.branch),
    ),
  })
}

async function findPlans(sources: Sources): Promise<PlansState> {
  const { world, policy } = sources
  if (!world.worktree) return noPlans(world)
  const found = findLedgerTip(world.worktree.commonDir, policy.ledgerRef)
  if (found.known && found.tip === null) return noPlans(world)
  const cached =
    found.known && found.tip !== null ? readPlansState(world.stateFolder, found.tip, world.worktree.branch) : undefined
  return cached ?? (await sources.rebuildPlansState())
}

function noPlans(world: HookWorld): PlansState {
  return { v: 1, tip: null, branch: world.worktree?.branch ?? '', plans: [] }
}

/** The one git process that a decision may start, and only for a write that would be stopped otherwise. */
function isIgnored(path: string, world: HookWorld): boolean {
  if (!world.worktree) return false
  try {
    // Loaded only here: it pulls in Node's network modules.
    process
      .getBuiltinModule('node:child_process')
      .execFileSync('git', ['-c', 'core.fsmonitor=false', 'check-ignore', '--quiet', '--', path], {
        cwd: world.worktree.root,
        stdio: 'ignore',
        timeout: 5000,
      })
    return true
  } catch {
    return false
  }
}
