/** What other programs may build on; everything here is pure. The command line and the hooks are no part of it. */

export { exitCodes, PlansError } from './core/errors.ts'
export type { ApprovalRules, Person } from './core/ledger/approval-rules.ts'
export type { LedgerEntry, LedgerRecord, RecordDraft, RecordKind } from './core/ledger/record.ts'
export { type CheckFinding, checkPlan } from './core/plan/check.ts'
export { digestAlgorithm, digestPlan } from './core/plan/digest.ts'
export { parsePlan } from './core/plan/document.ts'
export {
  type PlanDocument,
  type PlanState,
  type PlanView,
  planStates,
  type Rung,
  rungs,
  type Scope,
} from './core/plan/plan.ts'
export { type DerivedPlan, type DeriveInput, derivePlan } from './core/plan/states.ts'
export type { Sha256 } from './core/sha256.ts'
export { analyzeShell } from './core/shell/analyze.ts'
