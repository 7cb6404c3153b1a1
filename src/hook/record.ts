import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Reply, Wire } from '../adapters/adapter.ts'
import type { HookCall } from '../core/action.ts'
import type { CompiledPolicy } from '../core/policy/policy.ts'
import type { PlansState } from '../core/session/session.ts'
import { writeCompiledPolicy } from '../store/compiled-policy.ts'
import { readConfig } from '../store/config.ts'
import { readAncestors } from '../store/processes.ts'
import type { HookWorld } from '../workflows/hook-world.ts'
import { openProject } from '../workflows/project.ts'
import { rebuildPlansState as rebuild } from '../workflows/rebuild-plans-state.ts'
import type { World } from '../workflows/world.ts'
import { handleEvent as handle } from './handle-event.ts'

/** Reads and compiles the configuration; the cache is a help, so that a disk that takes no writes only costs time. */
export function compileConfiguration(world: HookWorld): CompiledPolicy {
  const now = Date.now()
  const { worktree, stateFolder, environment } = world
  const commonFolder = worktree ? join(worktree.commonDir, 'plans') : undefined
  const { policy, sources } = readConfig({ root: worktree?.root, commonFolder, stateFolder, environment })
  try {
    writeCompiledPolicy(stateFolder, policy, sources, now)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
  }
  return policy
}

export async function rebuildPlansState(world: HookWorld): Promise<PlansState> {
  return rebuild(await openProject(worldOf(world, world.worktree?.root ?? process.cwd())))
}

export function handleEvent(call: HookCall, wire: Wire, world: HookWorld, policy: CompiledPolicy): Promise<Reply> {
  return handle({ call, wire, world, policy, workflowWorld: (cwd) => worldOf(world, cwd) })
}

function worldOf({ environment }: HookWorld, cwd: string): World {
  return {
    cwd,
    environment,
    now: () => new Date(),
    randomBytes: (length) => randomBytes(length),
    isTerminal: false,
    ancestors: readAncestors,
  }
}
