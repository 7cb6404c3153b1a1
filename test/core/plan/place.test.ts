import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatPlanId, isPlanId } from '../../../src/core/plan/identifier.ts'
import { formatBranchFolder, formatPlanPath } from '../../../src/core/plan/location.ts'

describe('plan ids', () => {
  it.each([
    [[0, 0, 0, 0, 0, 0, 0, 0], '000000000000'],
    [[255, 255, 255, 255, 255, 255, 255, 255], 'zzzzzzzzzzzz'],
    [[0, 0, 0, 0, 0, 0, 0, 1], '100000000000'],
  ])('%j', (bytes, id) => expect(formatPlanId(Uint8Array.from(bytes))).toBe(id))

  it('8 clones with 100 new plans each have 800 ids', () => {
    const ids = Array.from({ length: 800 }, () => formatPlanId(randomBytes(8)))
    expect(new Set(ids).size).toBe(800)
    expect(ids.every(isPlanId)).toBe(true)
  })

  it('need 8 bytes', () => expect(() => formatPlanId(randomBytes(7))).toThrow(RangeError))

  it.each(['7m2k9d4x1q0', '7M2K9D4X1Q0Z', '7m2k9d4x1q0i', '7m2k9d4x1q0l', '7m2k9d4x1q0o', '7m2k9d4x1q0u', ''])(
    '%j is none',
    (text) => expect(isPlanId(text)).toBe(false),
  )
})

describe('formatBranchFolder', () => {
  it.each([
    ['main', 'main'],
    ['feature/a-b', 'feature/a-b'],
    ['feature-a/b', 'feature-a/b'],
    ['Feature/A_B', 'Feature/A_B'],
    ['_detached', '_detached'],
    ['', '_detached'],
    ['///', '_detached'],
    ['../../etc', '%2E%2E/%2E%2E/etc'],
    ['..', '%2E%2E'],
    ['.git/hooks', '%2Egit/hooks'],
    ['a\\b', 'a%5Cb'],
    ['a:b*c?d"e<f>g|h', 'a%3Ab%2Ac%3Fd%22e%3Cf%3Eg%7Ch'],
    ['100%', '100%25'],
    ['a b\tc', 'a%20b%09c'],
    ['fix.', 'fix%2E'],
    ['con', '%63on'],
    ['NUL.txt/x', '%4EUL.txt/x'],
    ['console', 'console'],
    ['OWNERS', '%4FWNERS'],
    ['owners/x', '%6Fwners/x'],
    ['a/OWNERS', 'a/OWNERS'],
    ['cafe\u0301', 'caf\u00e9'],
    ['a\u200bb', 'a%E2%80%8Bb'],
    ['\ud800', '%EF%BF%BD'],
    ['.plans/main', '%2Eplans/main'],
  ])('%j is %s', (branch, folder) => expect(formatBranchFolder(branch)).toBe(folder))

  it('keeps within what a file system takes', () => {
    expect(new TextEncoder().encode(formatBranchFolder('ü'.repeat(500))).length).toBeLessThanOrEqual(200)
  })
})

describe('formatPlanPath', () => {
  const at = { directory: '.plans', branch: 'feature/a', date: '2026-01-02', title: 'Add a cache', id: '7m2k9d4x1q0z' }
  it.each([
    [{}, '.plans/feature/a/2026-01-02-add-a-cache-7m2k9d.md'],
    [{ date: '2026-01-02T03:04:05.678Z' }, '.plans/feature/a/2026-01-02-add-a-cache-7m2k9d.md'],
    [{ directory: './docs/plans/' }, 'docs/plans/feature/a/2026-01-02-add-a-cache-7m2k9d.md'],
    [{ title: '  ../../x: "Y"  ' }, '.plans/feature/a/2026-01-02-x-y-7m2k9d.md'],
    [{ title: '???' }, '.plans/feature/a/2026-01-02-plan-7m2k9d.md'],
    [{ title: 'Cafe\u0301 anlegen' }, '.plans/feature/a/2026-01-02-caf\u00e9-anlegen-7m2k9d.md'],
    [{ title: '缓存' }, '.plans/feature/a/2026-01-02-缓存-7m2k9d.md'],
    [{ title: `${'long '.repeat(12)}x` }, `.plans/feature/a/2026-01-02-${'long-'.repeat(12)}7m2k9d.md`],
  ])('%j', (change, path) => expect(formatPlanPath({ ...at, ...change })).toBe(path))
})
