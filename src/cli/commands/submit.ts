import { Args, Flags } from '@oclif/core'
import { findToolShellMark } from '../../core/agents/marks.ts'
import { findPlan } from '../../workflows/find-plan.ts'
import { approveStep } from '../../workflows/next-step.ts'
import { openProject } from '../../workflows/project.ts'
import { projectStatus } from '../../workflows/project-status.ts'
import { readPlans, viewOf } from '../../workflows/read-plans.ts'
import { submitPlan } from '../../workflows/submit-plan.ts'
import { BaseCommand, type CommandOutcome } from '../base-command.ts'
import { formatFinding } from '../render/findings.ts'
import { formatPlainLine } from '../render/plain.ts'

export default class Submit extends BaseCommand<typeof Submit> {
  static override description = 'Put the present text of a plan before whoever approves it.'
  static override args = { plan: Args.string({ ignoreStdin: true, description: 'id, unique prefix or path' }) }
  static override flags = {
    plan: Flags.string({ description: 'id, unique prefix or path', helpValue: '<plan>' }),
    note: Flags.string({ description: 'a word to the reader' }),
    'allow-secret': Flags.integer({
      description: 'a line that looks like a secret and is none',
      multiple: true,
      helpValue: '<line>',
    }),
  }

  protected async perform(): Promise<CommandOutcome> {
    const project = await openProject(this.world)
    const reading = await readPlans(project)
    const found = await findPlan(project, reading, { named: this.args.plan ?? this.flags.plan })
    const agent = findToolShellMark(this.world.environment)?.agent
    const { note, 'allow-secret': allowSecretLines } = this.flags
    const { record, findings, appended, ignored } = await submitPlan(project, reading, found, {
      via: this.world.isTerminal && agent === undefined ? 'tty' : 'cli',
      ...(agent === undefined ? {} : { agent }),
      ...(note === undefined ? {} : { note }),
      ...(allowSecretLines === undefined ? {} : { allowSecretLines }),
    })
    const plan = await projectStatus(project, found.id)
    const path = plan.file?.path ?? plan.id
    const notes = findings.map((finding) => formatFinding(finding, path))
    if (ignored) notes.push(`Note: git ignores ${formatPlainLine(path)}, so the file does not travel with the branch.`)
    const what = appended ? 'Submitted' : 'Submitted before:'
    const text = [
      `${what} ${plan.id} revision ${record.rev}: ${formatPlainLine(plan.title)}`,
      plan.derived.open ? `It is ${plan.derived.state}.` : `Next: ${approveStep(plan, reading.rules.rules)}`,
    ]
    return { value: viewOf(plan), text: text.join('\n'), notes }
  }
}
