import type { Rung } from '../plan/plan.ts'

/** One line of OWNERS: every principal of one person. */
export type Person = string[]

/** The rules by which approvals count; computed from the base branch, never from the branch under review. */
export interface ApprovalRules {
  preset: 'solo' | 'team'
  required: number
  allowSelf: boolean
  trust: Rung
  /** Empty: anyone. In a team: only these count as others. */
  owners: Person[]
  /** `headless.autoApprove`: whether an approval without a proven dialog opens the gate. */
  allowAuto: boolean
  /** Name of the base the rules were read from (`origin/main`), or `local` when there is none. */
  base: string
}
