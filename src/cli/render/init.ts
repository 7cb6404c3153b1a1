import type { FileChange, InitPlan } from '../../workflows/init-repository.ts'
import { formatDiff } from './diff.ts'

/** Unified diff of what would be written; copies of our own programs are named only. */
export function formatInitDiff(plan: InitPlan): string {
  return plan.changes.map((change) => (change.copied ? formatCopy(change) : formatChange(change))).join('')
}

export function formatInitSummary(plan: InitPlan): string {
  const lines = plan.changes.length === 0 ? ['Nothing to change.'] : plan.changes.map(formatWritten)
  return [...lines, ...plan.notices.map((notice) => `Note: ${notice}`), ...nextSteps(plan)].join('\n')
}

export function initValue(plan: InitPlan, written: boolean): unknown {
  const changes = plan.changes.map((change) => ({ path: change.shown, action: actionOf(change) }))
  return { agents: plan.agents, hooks: plan.home, written, changes, notices: plan.notices }
}

function formatChange({ file, shown, after }: FileChange): string {
  const rooted = shown.startsWith('/') ? shown : `/${shown}`
  const old = file.text === undefined ? '/dev/null' : `a${rooted}`
  return formatDiff({ name: old, text: file.text ?? '' }, { name: `b${rooted}`, text: after })
}

function formatCopy(change: FileChange): string {
  return `${actionOf(change)} ${change.shown} (${Buffer.byteLength(change.after)} bytes, from this installation)\n`
}

function formatWritten(change: FileChange): string {
  return `${actionOf(change) === 'create' ? 'Wrote' : 'Changed'} ${change.shown}`
}

function actionOf({ file }: FileChange): 'create' | 'update' {
  return file.text === undefined ? 'create' : 'update'
}

function nextSteps(plan: InitPlan): string[] {
  if (plan.changes.length === 0) return []
  const shared = plan.home === 'user' ? [] : ['Commit these files, so that every clone is guarded.']
  return [...shared, 'Start each agent once here and trust the folder: until then it runs no hooks.']
}
