import type { AgentMode } from '../action.ts'

/** Counts up when the form below or the meaning of a field changes, so that an older compiled policy is not read. */
export const policyVersion = 1

/** One permission rule in Claude's syntax, `Tool` or `Tool(specifier)`, with the place it was written. */
export interface Rule {
  text: string
  tool: string
  specifier?: string
  source: string
  line?: number
}

/**
 * Everything the guard needs of configuration, as plain JSON: compiled once, read on every call.
 * Paths are absolute. Contract: guard.md "Rule languages, one compiled policy", workflow.md "Config".
 */
export interface CompiledPolicy {
  v: number
  /** Repository-relative plans directory, `.plans` unless configured. */
  directory: string
  ledgerRef: string
  defaultMode: AgentMode
  plan: {
    enabled: boolean
    onMutation: 'deny' | 'ask'
    network: 'none' | 'ask' | 'deny'
    allow: Rule[]
    mcpRead: string[]
    subagents: string[]
    autoAllowReadOnly: boolean
    /** Added to what an agent is told when it starts to plan. */
    instructions: string
  }
  modes: { auto: boolean }
  permissions: { deny: Rule[]; ask: Rule[]; allow: Rule[] }
  protectedPaths: { add: string[]; outcome: 'ask' | 'deny' }
  gate: { requireApprovedPlan: string[] }
  scope: { enforce: 'off' | 'ask' | 'deny' }
  headless: { on: 'auto' | true | false; returnMode: AgentMode; autoApprove: boolean }
  /** Files that hold configuration or hooks of ours, absolute: protected in every mode. */
  ownFiles: string[]
  /** Faults and ignored untrusted settings, said to the person; a fault here makes the guard deny. */
  notices: string[]
}
