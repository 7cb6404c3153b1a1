import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { PlanView } from '../../src/core/plan/plan.ts'
import { type Finished, runDetached } from '../helpers/run-detached.ts'
import { type TemporaryRepository, temporaryRepository } from '../helpers/temporary-repository.ts'

export const program = resolve(import.meta.dirname, '../../bin/run.js')
export const repositoryId = '0123456789ab'

/** A repository that names itself, and the command line as a person starts it there. */
export interface PlansWorld extends TemporaryRepository {
  plans(...args: string[]): Promise<Finished>
  /** The same, in another folder or with other variables. */
  plansIn(place: { cwd?: string; environment?: Record<string, string> }, ...args: string[]): Promise<Finished>
  json(...args: string[]): Promise<PlanView>
  read(path: string): string
  /** A plan that was written and submitted. */
  submitted(title?: string, scope?: string): Promise<PlanView & { path: string }>
  approve(plan: PlanView): Promise<Finished>
  /** Ids and kinds of the ledger, oldest first. */
  kinds(): Promise<string[]>
}

export function plansWorld(): PlansWorld {
  const repository = temporaryRepository()
  repository.write('.plansrc.yaml', `repository: "${repositoryId}"\n`)
  repository.git('add', '--all')
  repository.git('commit', '--quiet', '--message', 'Name the repository')
  const plansIn: PlansWorld['plansIn'] = ({ cwd, environment }, ...args) =>
    runDetached([process.execPath, program, ...args], {
      cwd: cwd ?? repository.root,
      environment: { ...repository.environment, ...environment },
    })
  const plans: PlansWorld['plans'] = (...args) => plansIn({}, ...args)
  const json: PlansWorld['json'] = async (...args) => {
    const { stdout, stderr, exitCode } = await plans(...args, '--json')
    if (exitCode !== 0) throw new Error(`plans ${args.join(' ')} ended with ${exitCode}: ${stdout}${stderr}`)
    return JSON.parse(stdout) as PlanView
  }
  return {
    ...repository,
    plans,
    plansIn,
    json,
    read: (path) => readFileSync(join(repository.root, path), 'utf8'),
    async submitted(title = 'Rotate the keys', scope = '{allow: [src/**]}') {
      const { path } = await json('new', title)
      const file = path ?? ''
      repository.write(file, writtenPlan(readFileSync(join(repository.root, file), 'utf8'), scope))
      return { ...(await json('submit', file)), path: file }
    },
    approve: (plan) => plans('approve', `${plan.id}@${plan.digest}`, '--yes'),
    async kinds() {
      const { stdout } = await plans('audit', '--json')
      return (JSON.parse(stdout) as { kind: string }[]).map(({ kind }) => kind)
    },
  }
}

/** The template filled in. */
export function writtenPlan(template: string, scope: string): string {
  return template
    .replaceAll(/\{(?!\{)[^{}]*\}(?!\})/g, 'Rotate them once a quarter.')
    .replace(/# scope:\n#.*\n#.*\n/, scope === '' ? '' : `scope: ${scope}\n`)
}
