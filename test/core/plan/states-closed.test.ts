import { describe, expect, it } from 'vitest'

import type { PlanState } from '../../../src/core/plan/plan.ts'
import {
  approve,
  archive,
  auto,
  derive,
  elsewhere,
  reject,
  type Setting,
  type Step,
  step,
  submit,
  team,
} from './story.ts'

type Row = [name: string, steps: Step[], state: PlanState, open: boolean, setting?: Setting]

const sections: Record<string, Row[]> = {
  'withdrawn and superseded': [
    ['withdrawn', [submit(), step('withdraw')], 'withdrawn', false],
    ['withdrawn though approved', [submit(), approve(), step('withdraw')], 'withdrawn', false],
    ['superseded', [submit(), approve(), step('supersede')], 'superseded', false],
    ['withdrawn, then submitted again', [submit(), step('withdraw'), submit()], 'submitted', false],
    ['withdrawn, approved afterwards', [submit(), step('withdraw'), approve()], 'withdrawn', false],
    ['withdrawn and the file edited', [submit(), step('withdraw')], 'withdrawn', false, { file: 'two' }],
  ],
  archived: [
    ['archived', [submit(), approve(), archive()], 'archived', true],
    ['archived, without a file', [submit(), approve(), archive()], 'archived', true, { file: null }],
    ['archived, then the file edited', [submit(), approve(), archive()], 'archived', true, { file: 'two' }],
    [
      'archived, then revoked: it was approved at the time',
      [submit(), approve(), archive(), step('revoke')],
      'archived',
      true,
    ],
    ['archived, then withdrawn', [submit(), approve(), archive(), step('withdraw')], 'archived', true],
    ['archived by the author alone', [submit(), approve('one', 'ada'), archive()], 'archived', true],
    ['archived on an unproven approval', [submit(), auto(), archive()], 'archived', false],
    ['archived without an approval', [submit(), archive()], 'submitted', false],
    ['archived before the approval', [submit(), archive(), approve()], 'approved', true],
    ['archived after a rejection', [submit(), approve(), reject(), archive()], 'rejected', false],
    ['archived with another digest', [submit(), approve(), submit('two'), archive('two')], 'approved', true],
    ['archived in another repository', [submit(), approve(), elsewhere(archive())], 'approved', true],
    [
      'archived, judged by rules that do not count its approval',
      [submit(), approve('one', 'ada'), archive()],
      'submitted',
      false,
      { rules: team },
    ],
  ],
}

describe.each(Object.entries(sections))('%s', (_section, rows) => {
  it.each(rows)('%s', (_name, steps, state, open, setting) => {
    const derived = derive(steps, setting)
    expect({ state: derived.state, open: derived.open }).toEqual({ state, open })
  })
})
