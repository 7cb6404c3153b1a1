import { expect, it } from 'vitest'

import { type PlanCandidate, resolvePlan, type WhichInput } from '../../../src/core/plan/which.ts'

const plan = (id: string, changes: Partial<PlanCandidate> = {}): PlanCandidate => ({
  id,
  title: id,
  path: `.plans/main/2026-01-02-${id.slice(0, 6)}.md`,
  branch: 'main',
  state: 'submitted',
  ...changes,
})

const one = plan('aaaaaa111111')
const two = plan('aaaaab222222')
const done = plan('cccccc333333', { state: 'archived' })
const gone = plan('dddddd444444', { state: 'withdrawn', path: null })
const other = plan('eeeeee555555', { branch: 'feature', path: '.plans/feature/x.md' })
const all = [one, two, done, gone, other]

const rows: [name: string, input: Omit<WhichInput, 'branch'> & { branch?: string }, expected: string][] = [
  ['named by id', { plans: all, named: one.id }, one.id],
  ['named by id in capitals', { plans: all, named: 'AAAAAA111111' }, one.id],
  ['named by unique prefix', { plans: all, named: 'aaaaab' }, two.id],
  ['named by path', { plans: all, named: '.plans/feature/x.md' }, other.id],
  ['named by path from here', { plans: all, named: './.plans/feature/x.md' }, other.id],
  ['named though it is closed', { plans: all, named: done.id }, done.id],
  ['named by a prefix of two', { plans: all, named: 'aaaaa' }, 'ambiguous: aaaaaa111111 aaaaab222222'],
  ['named by nothing', { plans: [one, two], named: '' }, 'unknown: aaaaaa111111 aaaaab222222'],
  ['named unknown, though one would do', { plans: [one], named: 'ffff' }, 'unknown: aaaaaa111111'],
  [
    'the name goes before all',
    { plans: all, named: two.id, environment: one.id, trailers: [one.id], session: one.id },
    two.id,
  ],
  ['PLANS_PLAN of this branch', { plans: all, environment: one.id }, one.id],
  ['PLANS_PLAN goes before trailers', { plans: all, environment: one.id, trailers: [two.id] }, one.id],
  ['PLANS_PLAN of another branch', { plans: all, environment: other.id, trailers: [two.id] }, two.id],
  ['PLANS_PLAN of no plan', { plans: [one], environment: 'ffff' }, one.id],
  ['a trailer', { plans: all, trailers: [two.id] }, two.id],
  ['a trailer in capitals', { plans: all, trailers: [' AAAAAB222222 '] }, two.id],
  ['a trailer of another branch, as after a rename', { plans: all, trailers: [other.id] }, other.id],
  ['the same trailer twice', { plans: all, trailers: [two.id, two.id] }, two.id],
  ['an unknown trailer', { plans: [one], trailers: ['ffffff666666'] }, one.id],
  ['trailers of a closed and an open plan', { plans: all, trailers: [done.id, two.id] }, two.id],
  ['a trailer of a closed plan only', { plans: all, trailers: [done.id] }, done.id],
  [
    'trailers of two open plans',
    { plans: all, trailers: [one.id, two.id], session: one.id },
    'trailers-differ: aaaaaa111111 aaaaab222222',
  ],
  ['trailers go before the session', { plans: all, trailers: [two.id], session: one.id }, two.id],
  ['the session', { plans: all, session: one.id }, one.id],
  ['a session whose plan is unknown', { plans: [one], session: 'ffffff666666' }, one.id],
  ['the only open plan of the branch', { plans: [one, done, gone, other] }, one.id],
  ['a merged plan is not open on main', { plans: [done, gone] }, 'none: '],
  ['two open plans of the branch', { plans: all }, 'several: aaaaaa111111 aaaaab222222'],
  ['no open plan of the branch', { plans: all, branch: 'new' }, 'none: aaaaaa111111 aaaaab222222 eeeeee555555'],
  ['nothing', { plans: [] }, 'none: '],
]

it.each(rows)('%s', (_name, input, expected) => {
  const which = resolvePlan({ branch: 'main', ...input })
  const told = 'plan' in which ? which.plan : `${which.reason}: ${which.candidates.map(({ id }) => id).join(' ')}`
  expect(told).toBe(expected)
})
