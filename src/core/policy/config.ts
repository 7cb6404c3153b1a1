import type { AgentMode } from '../action.ts'
import type { Rung } from '../plan/plan.ts'

/** Every key of the configuration, defaults filled in. Contract: docs/configuration.md. */
export interface Config {
  /** Repository-relative folder of working plans. */
  directory: string
  /** Identity of the repository in records, minted by `plans init`; absent before. */
  repository?: string
  /** `auto`, or the ref that approval rules are read from. */
  base: string
  ledger: { ref: string; remote: string }
  /** What is absent follows from the base: solo without OWNERS, team with. */
  approvals: ApprovalSettings
  gate: { requireApprovedPlan: string[] }
  scope: { enforce: 'off' | 'ask' | 'deny' }
  defaultMode: AgentMode
  modes: { auto: boolean }
  plan: {
    enabled: boolean
    onMutation: 'ask' | 'deny'
    network: 'none' | 'ask' | 'deny'
    allow: string[]
    mcp: { read: string[] }
    subagents: string[]
    autoAllowReadOnly: boolean
    instructions: string
    template: string
  }
  permissions: { deny: string[]; ask: string[]; allow: string[] }
  protectedPaths: { add: string[]; outcome: 'ask' | 'deny' }
  import: never[]
  headless: { on: 'auto' | boolean; returnMode: AgentMode; autoApprove: boolean }
  questions: { timeout: 'never' }
  review: { open: 'none' }
  archive: { sinks: never[] }
  /** A number and `d`, `w` or `h`, or `never`. */
  retention: string
}

export interface ApprovalSettings {
  required?: number
  approvers?: 'OWNERS'
  allowSelf?: boolean
  trust?: Rung
}

/** What one file may say: any part of it. */
export type ConfigValues = {
  [Key in keyof Config]?: Config[Key] extends unknown[] | string ? Config[Key] : Partial<Config[Key]>
} & {
  plan?: Partial<Omit<Config['plan'], 'mcp'>> & { mcp?: { read?: string[] } }
}

export type LayerName = 'user' | 'project' | 'local' | 'managed'

/** One configuration file, read and checked. */
export interface ConfigLayer {
  name: LayerName
  /** Absolute path, for messages. */
  source: string
  /** Whether what loosens counts. The user's own and the managed file always are. */
  trusted: boolean
  /** The bytes that were read, which are what trusting it would trust. */
  text: string
  values: ConfigValues
  /** Line of each rule in the file, where it stands on exactly one. */
  lines: Record<string, number>
}

export const defaults: Config = {
  directory: '.plans',
  base: 'auto',
  ledger: { ref: 'refs/plans/ledger', remote: 'origin' },
  approvals: {},
  gate: { requireApprovedPlan: [] },
  scope: { enforce: 'ask' },
  defaultMode: 'default',
  modes: { auto: false },
  plan: {
    enabled: true,
    onMutation: 'deny',
    network: 'none',
    allow: [],
    mcp: { read: [] },
    subagents: [],
    autoAllowReadOnly: true,
    instructions: '',
    template: 'feature',
  },
  permissions: { deny: [], ask: [], allow: [] },
  protectedPaths: { add: [], outcome: 'ask' },
  import: [],
  headless: { on: 'auto', returnMode: 'default', autoApprove: false },
  questions: { timeout: 'never' },
  review: { open: 'none' },
  archive: { sinks: [] },
  retention: '30d',
}
