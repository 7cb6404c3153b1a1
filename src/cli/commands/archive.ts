import { Args, Flags } from '@oclif/core'
import { archivePlan, removeArchived } from '../../workflows/archive-plan.ts'
import { findPlan } from '../../workflows/find-plan.ts'
import { openProject } from '../../workflows/project.ts'
import { projectStatus } from '../../workflows/project-status.ts'
import { readPlans, viewOf } from '../../workflows/read-plans.ts'
import { BaseCommand, type CommandOutcome } from '../base-command.ts'
import { formatPlainLine } from '../render/plain.ts'

export default class Archive extends BaseCommand<typeof Archive> {
  static override description = 'Record what an approved plan led to, and close it.'
  static override args = { plan: Args.string({ ignoreStdin: true, description: 'id, unique prefix or path' }) }
  static override flags = {
    plan: Flags.string({ description: 'id, unique prefix or path', helpValue: '<plan>' }),
    base: Flags.string({ description: 'the work is what HEAD has and this has not', helpValue: '<ref>' }),
    commit: Flags.string({ description: 'the merge commit that is the work', helpValue: '<commit>' }),
    pr: Flags.integer({ description: 'number of the pull request', min: 1, helpValue: '<number>' }),
    remove: Flags.boolean({ description: 'remove the working file, if it still holds the approved text' }),
  }

  protected async perform(): Promise<CommandOutcome> {
    const project = await openProject(this.world)
    const { base, commit, pr, remove } = this.flags
    const reading = await readPlans(project, base === undefined ? {} : { base })
    const found = await findPlan(project, reading, { named: this.args.plan ?? this.flags.plan })
    const via = this.world.isTerminal ? 'tty' : 'cli'
    const { archived } = await archivePlan(project, reading, found, { via, commit, pr })
    const plan = await projectStatus(project, found.id)
    const removed = remove === true && removeArchived(plan)
    const { commits = [], files = 0, insertions = 0, deletions = 0 } = archived ?? {}
    const lines = [
      `Plan ${plan.id} is ${plan.derived.state}: ${formatPlainLine(plan.title)}`,
      `${commits.length} commits, ${files} files, +${insertions} -${deletions}`,
    ]
    const notes = remove && !removed && plan.file ? ['Note: the working file has moved since and was kept.'] : []
    return {
      value: { ...viewOf(plan), ...(removed ? { path: null } : {}), archived, removed },
      text: lines.join('\n'),
      notes,
    }
  }
}
