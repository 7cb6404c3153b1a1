import { PlansError } from '../core/errors.ts'
import type { Project } from './project.ts'

export async function findCommit({ repository }: Project, name: string): Promise<string | undefined> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`]
  return (await repository.git.run(args, { okExitCodes: [1, 128] })).trim() || undefined
}

export async function requireCommit(project: Project, name: string): Promise<string> {
  const commit = await findCommit(project, name)
  if (commit !== undefined) return commit
  throw new PlansError(
    'unverifiable',
    'commit-missing',
    `Expected a commit, got \`${name}\`, which this clone does not have.`,
    `git fetch ${project.config.ledger.remote}`,
  )
}

/** To compare a first commit with; written nowhere. */
export async function emptyTreeOf({ repository }: Project): Promise<string> {
  return (await repository.git.run(['hash-object', '-t', 'tree', '--stdin'], { input: '' })).trim()
}
