import type { Action } from '../action.ts'
import type { SessionState } from '../session/session.ts'

/**
 * Gemini's plan mode resolves a relative path of a write against its plans folder. Only after its enter-plan tool was
 * seen is that taken for granted; before, the path is against the working directory and the denial shows it.
 */
export function rerootPaths(action: Action, session: SessionState | undefined): Action {
  const [folder] = action.plansFolders
  const [relative] = action.relativePaths ?? []
  const replanned = session?.enterSeen === true && session.mode === 'plan'
  const writes = action.kind === 'write' || action.kind === 'edit'
  if (!replanned || !writes || folder === undefined || relative === undefined || relative.includes('..')) return action
  return { ...action, paths: [`${folder}/${relative}`] }
}
