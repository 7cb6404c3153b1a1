import { Args, Flags } from '@oclif/core'
import { PlansError } from '../../core/errors.ts'
import {
  refuseDecisionInsideAgent,
  submitAndApprove,
  throwOnDecided,
  throwOnWithheld,
} from '../../workflows/approve-plan.ts'
import { throwOnFindings } from '../../workflows/check-text.ts'
import { isSubmitted, submitOf } from '../../workflows/decide-plan.ts'
import { findPlan } from '../../workflows/find-plan.ts'
import { openProject, type Project } from '../../workflows/project.ts'
import { projectStatus } from '../../workflows/project-status.ts'
import { type PlanStanding, type PlansReading, readPlans, viewOf } from '../../workflows/read-plans.ts'
import { type Revision, readApproved, readRevision } from '../../workflows/read-revision.ts'
import { askTypedYes } from '../ask-yes-no.ts'
import { BaseCommand, type CommandOutcome } from '../base-command.ts'
import { parseNamedDigest } from '../named-digest.ts'
import { formatDiff } from '../render/diff.ts'
import { formatFinding } from '../render/findings.ts'
import { formatPlain, formatPlainLine } from '../render/plain.ts'
import { formatPlanHeader, formatPlanText } from '../render/plan.ts'

const modes = ['default', 'acceptEdits', 'auto', 'dontAsk'] as const

export default class Approve extends BaseCommand<typeof Approve> {
  static override description =
    'Approve the present text of a plan. At a terminal it is shown first, with what changed since the last approval; elsewhere --digest and --yes are needed. A text that was not submitted yet is submitted first.'
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
      throw moved(plan, named.digest, await readRevision(project, plan, named.digest))
    throwOnDecided(plan)
    if (asks && !(await this.ask(project, reading, plan))) return this.unchanged(plan)
    await this.approve(project, reading, plan, { via: asks ? 'tty' : 'cli', digest: named.digest ?? plan.digest })
    const now = await projectStatus(project, plan.id)
    const notes = now.derived.notices.map((notice) => `Note: ${formatPlainLine(notice)}`)
    const text = `Plan ${now.id} revision ${now.derived.revision} is ${now.derived.state}: ${formatPlainLine(now.title)}`
    return { value: viewOf(now), text, notes }
  }

  /** Shows what is approved. Whatever is no clear yes leaves the plan as it was. */
  private async ask(project: Project, reading: PlansReading, plan: PlanStanding): Promise<boolean> {
    if (!reading.rules.rules.allowSelf) submitOf(plan)
    const findings = isSubmitted(plan)
      ? []
      : throwOnFindings(plan.id, plan.text, { fileName: plan.file?.path ?? plan.id })
    throwOnWithheld(plan)
    const approved = await readApproved(project, reading, plan)
    const shown = [
      `${formatPlanHeader(plan, this.screen)}\n`,
      `${formatPlanText(plan).trimEnd()}\n`,
      ...(approved
        ? [`Changed since revision ${approved.rev}, which was approved:\n${formatChanges(approved, plan)}`]
        : []),
      ...findings.map((finding) => formatFinding(finding, plan.file?.path ?? plan.id)),
    ]
    process.stderr.write(`${shown.join('\n')}\n`)
    const verb = isSubmitted(plan) ? 'Approve' : 'Submit and approve'
    return askTypedYes(`${verb} ${plan.id}@${plan.digest.slice(0, 12)}?`)
  }

  private async approve(
    project: Project,
    reading: PlansReading,
    plan: PlanStanding,
    how: { via: 'tty' | 'cli'; digest: string },
  ): Promise<void> {
    const { mode, note } = this.flags
    const said = { ...(mode === undefined ? {} : { mode }), ...(note === undefined ? {} : { note }) }
    try {
      await submitAndApprove(project, reading, plan, { ...how, ...said })
    } catch (error) {
      if (!(error instanceof PlansError) || error.code !== 'plan-moved') throw error
      const now = (await readPlans(project)).plans.find(({ id }) => id === plan.id)
      throw now ? moved(now, how.digest, { rev: plan.derived.revision, text: plan.text }) : error
    }
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

function moved(plan: PlanStanding, digest: string, before: Revision | undefined): PlansError {
  return new PlansError(
    'stale',
    'plan-moved',
    `Expected the text with digest ${digest.slice(0, 12)}, the plan now has ${plan.digest.slice(0, 12)}.`,
    `Look again with \`plans show ${plan.id}\`; to approve this text: plans approve ${plan.id}@${plan.digest}`,
    { details: before ? formatChanges(before, plan).trimEnd().split('\n') : [] },
  )
}

/** Without the names of the sides, which the line above it tells. */
function formatChanges(before: Revision, plan: PlanStanding): string {
  const diff = formatDiff({ name: 'before', text: before.text }, { name: 'after', text: plan.text })
  return formatPlain(diff.replace(/^[^@]*/, ''))
}
