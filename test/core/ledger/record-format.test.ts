import { describe, expect, it } from 'vitest'

import type { LedgerRecord } from '../../../src/core/ledger/record.ts'
import {
  formatRecord,
  parseLooseRecord,
  parseRecord,
  planPathOf,
  recordId,
  recordPath,
} from '../../../src/core/ledger/record-format.ts'
import { chainOf, recordDraft, sha256 } from './records.ts'

const record = chainOf([recordDraft()])[0]?.record as LedgerRecord
const commit = 'c'.repeat(40)

describe('formatRecord', () => {
  it('writes sorted keys, no blanks, and leaves absent fields out', () => {
    expect(formatRecord({ ...record, note: undefined, base: commit } as unknown as LedgerRecord)).toBe(
      `{"actor":{"id":"git:ada@example.com","interactive":false,"via":"cli"},"alg":"plan-sha256-v1","at":"2026-01-02T03:04:05.678Z","base":"${commit}","blob":"${'b'.repeat(40)}","digest":"${record.digest}","id":"${record.id}","kind":"submit","plan":"0123456789ab","prev":null,"rev":1,"seq":1,"subject":{"branch":"main","repo":"app-7f3k"},"v":1}`,
    )
  })
})

describe('recordId', () => {
  it('is the SHA-256 of the record without its place', () => {
    const { id, seq, prev, ...draft } = JSON.parse(formatRecord(record)) as LedgerRecord
    expect(recordId(draft, sha256)).toBe(id)
    expect(recordId({ ...record, seq: 41, prev: commit } as LedgerRecord, sha256)).toBe(id)
    expect(seq).toBe(1)
    expect(prev).toBeNull()
  })

  it.each([
    ['note', { note: 'x' }],
    ['time', { at: '2026-01-02T03:04:05.679Z' }],
    ['actor', { actor: { id: 'git:bob@example.com', via: 'cli', interactive: false } }],
  ] as const)('changes with the %s', (_name, changes) => {
    expect(recordId(recordDraft(changes), sha256)).not.toBe(record.id)
  })
})

describe('recordPath', () => {
  it.each([
    [1, 'records/00000/00000001-0123456789ab-submit.json'],
    [999, 'records/00000/00000999-0123456789ab-submit.json'],
    [1000, 'records/00001/00001000-0123456789ab-submit.json'],
    [123_456, 'records/00123/00123456-0123456789ab-submit.json'],
  ])('puts seq %d at %s', (seq, path) => {
    expect(recordPath({ ...record, seq })).toBe(path)
  })

  it('puts plan bytes under the first two digits of their name', () => {
    expect(planPathOf('ab12')).toBe('plans/ab/ab12.md')
  })
})

describe('parseLooseRecord', () => {
  it('reads other spellings of the JSON, but no half characters', () => {
    const spaced = JSON.stringify(record, undefined, 1)
    expect(parseLooseRecord(spaced)).toEqual(record)
    expect(() => parseRecord(spaced)).toThrow(expect.objectContaining({ code: 'record-unreadable' }))
    const half = formatRecord(record).replace('"branch":"main"', '"branch":"\\ud800"')
    expect(() => parseLooseRecord(half)).toThrow(expect.objectContaining({ code: 'record-unreadable' }))
  })
})

describe('parseRecord', () => {
  const full: LedgerRecord = {
    ...record,
    parent: sha256('zero'),
    base: commit,
    head: 'd'.repeat(64),
    scope: { allow: ['src/**'], deny: [] },
    request: sha256('request'),
    actor: { id: 'git:ada@example.com', via: 'dialog', agent: 'claude-code/2.1', interactive: true },
    subject: { repo: 'app', branch: 'feature/ü', pr: 12, review: 9, commit },
    policy: sha256('policy'),
    mode: 'acceptEdits',
    executionTarget: 'local',
    edited: true,
    note: 'two\nlines',
    archived: { commits: [commit], approvers: ['git:bob@example.com'], files: 1, insertions: 0, deletions: 2 },
  }

  it('reads what formatRecord writes', () => {
    expect(parseRecord(formatRecord(full))).toEqual(full)
    expect(parseRecord(formatRecord(record))).toEqual(record)
  })

  it('reads a digest algorithm it does not know, which is for others to judge', () => {
    expect(parseRecord(formatRecord({ ...record, alg: 'plan-mdast-v1' })).alg).toBe('plan-mdast-v1')
  })

  const altered = (changes: object): string => formatRecord({ ...record, ...changes } as LedgerRecord)
  it.each([
    ['nothing', ''],
    ['a list', '[]'],
    ['another version', altered({ v: 2 })],
    ['an unknown field', altered({ extra: 1 })],
    ['an unknown field inside', altered({ actor: { ...record.actor, role: 'admin' } })],
    ['an unknown kind', altered({ kind: 'amend' })],
    ['an upper-case plan id', altered({ plan: '0123456789AB' })],
    ['a short plan id', altered({ plan: '0123' })],
    ['revision 0', altered({ rev: 0 })],
    ['seq 1.5', altered({ seq: 1.5 })],
    ['a time without milliseconds', altered({ at: '2026-01-02T03:04:05Z' })],
    ['a day that is none', altered({ at: '2026-02-30T03:04:05.000Z' })],
    ['null where absent is meant', altered({ base: null })],
    ['a missing actor', altered({ actor: undefined })],
    [
      'a line feed in the actor, which would forge a trailer',
      altered({ actor: { ...record.actor, id: 'git:a\nApproved-By: b' } }),
    ],
    ['an actor without a kind', altered({ actor: { ...record.actor, id: 'ada@example.com' } })],
    ['an unknown channel', altered({ actor: { ...record.actor, via: 'mail' } })],
    ['interactive as text', altered({ actor: { ...record.actor, interactive: 'false' } })],
    ['a blob that is no object name', altered({ blob: '../../etc' })],
    ['a scope of other things than text', altered({ scope: { allow: [1], deny: [] } })],
    ['a key from the prototype', `{"__proto__":1,${formatRecord(record).slice(1)}`],
    ['a final line feed', `${formatRecord(record)}\n`],
    ['a blank', formatRecord(record).replace('"v":1', '"v": 1')],
    ['a key twice', formatRecord(record).replace('"v":1', '"v":1,"v":1')],
    ['keys in another order', `{"v":1,${formatRecord(record).slice(1, -7)}}`],
    ['half a character', formatRecord(full).replace('two', '\\ud800')],
  ])('refuses %s', (_name, text) => {
    expect(() => parseRecord(text)).toThrow(
      expect.objectContaining({ kind: 'unverifiable', code: 'record-unreadable' }),
    )
  })
})
