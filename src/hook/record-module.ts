import type { Reply, Wire } from '../adapters/adapter.ts'
import type { HookCall } from '../core/action.ts'
import type { CompiledPolicy } from '../core/policy/policy.ts'
import type { PlansState } from '../core/session/session.ts'
import type { HookWorld } from '../workflows/hook-world.ts'

/** The door between the two bundles: what `decide` asks of `record`, which may run git and takes longer to load. */
export interface RecordModule {
  /** Reads and compiles the configuration, and writes the cache. Throws a `PlansError` where it is broken. */
  compileConfiguration(world: HookWorld): CompiledPolicy
  rebuildPlansState(world: HookWorld, policy: CompiledPolicy): Promise<PlansState>
  /** Events that move the session, submit or approve. */
  handleEvent(call: HookCall, wire: Wire, world: HookWorld, policy: CompiledPolicy): Promise<Reply>
}
