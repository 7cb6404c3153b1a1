import { Args, Flags } from '@oclif/core'
import { PlansError } from '../../core/errors.ts'
import { approvePlan, refuseDecisionInsideAgent, throwOnWithheld } from '../../workflows/approve-plan.ts'
import { submitOf } from '../../workflows/decide-plan.ts'
import { diffSince } from '../../workflows/diff-plan.ts'
import { findPlan } from '../../workflows/find-plan.ts'
import { openProject, type Project } from '../../workflows/project.ts'
import { projectStatus } from '../../workflows/project-status.ts'
import { type PlanStanding, readPlans, viewOf } from '../../workflows/read-plans.ts'
import { askYesNo } from '../ask-yes-no.ts'
import { BaseCommand, type CommandOutcome } from '../base-command.ts'
import { parseNamedDigest } from '../named-digest.ts'
import { formatPlainLine } from '../render/plain.ts'
import { formatPlanHeader, formatPlanText } from '../render/plan.ts'

const modes = ['default', 'acceptEdits', 'auto', 'dontAsk'] as const

export default class Approve extends BaseCommand<typeof Approve> {
  static override description =
    'Approve the submitted text of a plan. At a terminal it is shown first; elsewhere --digest and --yes are needed.'
  static override examples = ['<%= config.bin %> approve', '<%= config.bin %> approve <plan>@<digest> --yes']
  static override args = {
    plan: Args.string({ ignoreStdin: true, description: 'id, unique prefix or path; @<digest> names the text' }),
  }
  static override flags = {
    plan: Flags.string({ description: 'id, unique prefix or path', helpValue: '<plan>' }),
    digest: Flags.string({ description: 'of the text you read, at least 32 hex digits', helpValue: '<hex>' }),
    yes: Flags.boolean({ char: 'y', description: 'do not ask; counts as no terminal' }),
    mode: Flags.option({ options: modes, description: 'mode the agent goes on in' })(),
    note: Flags.string({ description: 'a word to the author' }),
  }

  protected async perform(): Promise<CommandOutcome> {
    const project = await openProject(this.world)
    refuseDecisionInsideAgent(project, 'plans approve')
    const named = parseNamedDigest(this.args.plan ?? this.flags.plan, this.flags.digest)
    const asks = this.world.isTerminal && !this.flags.yes
    if (!asks && (named.digest === undefined || !this.flags.yes)) throw noTerminal()
    const reading = await readPlans(project)
    const plan = await findPlan(project, reading, { named: named.plan })
    if (named.digest !== undefined && !plan.digest.startsWith(named.digest))
      throw await moved(project, plan, named.digest)
    throwOnRejected(plan)
    if (asks && !(await this.ask(plan))) return this.unchanged(plan)
    const { mode, note } = this.flags
    await approvePlan(project, reading, plan, {
      via: asks ? 'tty' : 'cli',
      digest: named.digest ?? plan.digest,
      ...(mode === undefined ? {} : { mode }),
      ...(note === undefined ? {} : { note }),
    })
    const now = await projectStatus(project, plan.id)
    const notes = now.derived.notices.map((notice) => `Note: ${formatPlainLine(notice)}`)
    const text = `Plan ${now.id} revision ${now.derived.revision} is ${now.derived.state}: ${formatPlainLine(now.title)}`
    return { value: viewOf(now), text, notes }
  }

  /** Shows what is approved. Whatever is no clear yes leaves the plan submitted. */
  private async ask(plan: PlanStanding): Promise<boolean> {
    submitOf(plan)
    throwOnWithheld(plan)
    process.stderr.write(`${formatPlanHeader(plan, this.screen)}\n\n${formatPlanText(plan).trimEnd()}\n\n`)
    return askYesNo(`Approve ${plan.id}@${plan.digest.slice(0, 12)}?`)
  }

  private unchanged(plan: PlanStanding): CommandOutcome {
    return {
      value: viewOf(plan),
      text: `Nothing was recorded; plan ${plan.id} stays ${plan.derived.state}.`,
      exitCode: 1,
    }
  }
}

function noTerminal(): PlansError {
  return new PlansError(
    'refused',
    'no-terminal',
    'Expected a person at a terminal, or --digest and --yes; found neither.',
    'Read it with `plans show`, then: plans approve <plan>@<digest> --yes',
  )
}

/** One request, one answer: after a no only a new submit asks again. */
function throwOnRejected({ id, derived }: PlanStanding): void {
  if (derived.state !== 'rejected') return
  const message = `The present text of plan ${id} was rejected; an approval of it would not count.`
  throw new PlansError('refused', 'already-answered', message, `plans submit ${id}`)
}

async function moved(project: Project, plan: PlanStanding, digest: string): Promise<PlansError> {
  return new PlansError(
    'stale',
    'plan-moved',
    `Expected the text with digest ${digest.slice(0, 12)}, the plan now has ${plan.digest.slice(0, 12)}.`,
    `Look again with \`plans show ${plan.id}\`; to approve this text: plans approve ${plan.id}@${plan.digest}`,
    { details: await diffSince(project, plan, digest) },
  )
}
