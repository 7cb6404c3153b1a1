import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ConfigPlace, readConfig } from '../../src/store/config.ts'
import { reviewConfig, trustConfig } from '../../src/workflows/trust-config.ts'
import { type TemporaryRepository, temporaryRepository } from '../helpers/temporary-repository.ts'

let repository: TemporaryRepository
let place: ConfigPlace

beforeEach(() => {
  repository = temporaryRepository({ commit: false })
  const { root, home, environment } = repository
  place = { root, commonFolder: join(root, '.git/plans'), environment, managed: join(home, 'none.yaml') }
})
afterEach(() => repository.remove())

const write = () =>
  repository.write('plans.config.yaml', 'scope: {enforce: "off"}\npermissions: {deny: [WebSearch]}\n')
const person = () => ({ environment: repository.environment, ancestors: [], isTerminal: true })
const yes = { yes: true }
const no = { yes: false }

describe('reviewing', () => {
  it('shows what would loosen, and trusts nothing', () => {
    const path = write()
    const review = [{ path, trusted: false, loosens: [{ key: 'scope.enforce', value: 'off' }] }]
    expect(reviewConfig(place)).toEqual(review)
    expect(reviewConfig(place)).toEqual(review)
    expect(readConfig(place).config.scope.enforce).toBe('ask')
  })

  it('shows the same of a trusted file', () => {
    const path = write()
    trustConfig(place, person(), no)
    expect(reviewConfig(place)).toEqual([
      { path, trusted: true, loosens: [{ key: 'scope.enforce', value: 'off' }] },
    ])
  })
})

describe('trusting', () => {
  it('makes the bytes count', () => {
    write()
    expect(trustConfig(place, person(), no)).toMatchObject([{ trusted: true }])
    expect(readConfig(place).config.scope.enforce).toBe('off')
  })

  it('keeps what was trusted elsewhere', () => {
    write()
    trustConfig(place, person(), no)
    const other = { ...place, root: join(repository.home, 'other'), commonFolder: repository.home }
    writeFileSync(join(repository.home, 'config.yaml'), 'scope: {enforce: "off"}\n')
    trustConfig(other, person(), no)
    expect(readConfig(place).config.scope.enforce).toBe('off')
    expect(readConfig(other).config.scope.enforce).toBe('off')
  })

  it.each([
    ['with --yes', yes, undefined],
    ['without', no, 'no-terminal'],
  ])('away from a terminal %s', (_title, options, code) => {
    write()
    const trust = () => trustConfig(place, { ...person(), isTerminal: false }, options)
    if (code === undefined) expect(trust).not.toThrow()
    else expect(trust).toThrow(expect.objectContaining({ code, exitCode: 7 }))
  })

  it('is refused inside an agent, also with --yes', () => {
    write()
    const agent = { pid: 1, environment: undefined, commandLine: ['node', '/usr/bin/claude'] }
    const trust = () => trustConfig(place, { ...person(), ancestors: [agent] }, yes)
    expect(trust).toThrow(expect.objectContaining({ code: 'inside-agent', exitCode: 7 }))
    expect(readConfig(place).config.scope.enforce).toBe('ask')
  })

  it('of nothing is an error', () => {
    expect(() => trustConfig(place, person(), no)).toThrow(
      expect.objectContaining({ code: 'config-missing', exitCode: 2 }),
    )
  })

  it('of a broken file is an error', () => {
    repository.write('plans.config.yaml', 'scope: {enforce: loudly}\n')
    expect(() => trustConfig(place, person(), no)).toThrow(
      expect.objectContaining({ code: 'config-invalid' }),
    )
  })
})
