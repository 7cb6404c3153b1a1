import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ConfigPlace, readConfig } from '../../src/store/config.ts'
import { reviewConfig, type TrustReview, trustConfig } from '../../src/workflows/trust-config.ts'
import { type TemporaryRepository, temporaryRepository } from '../helpers/temporary-repository.ts'

let repository: TemporaryRepository
let place: ConfigPlace

beforeEach(() => {
  repository = temporaryRepository({ commit: false })
  const { root, home, environment } = repository
  place = { root, commonFolder: join(root, '.git/plans'), environment, managed: join(home, 'none.yaml') }
})
afterEach(() => repository.remove())

const write = () => repository.write('plans.config.yaml', 'scope: {enforce: "off"}\npermissions: {deny: [WebSearch]}\n')
const person = () => ({ environment: repository.environment, ancestors: [], isTerminal: true })
const agrees = async () => true

describe('reviewing', () => {
  it('shows what would loosen, and trusts nothing', () => {
    const path = write()
    const review = [{ path, trusted: false, loosens: [{ key: 'scope.enforce', value: 'off' }] }]
    expect(reviewConfig(place)).toEqual(review)
    expect(reviewConfig(place)).toEqual(review)
    expect(readConfig(place).config.scope.enforce).toBe('ask')
  })

  it('shows the same of a trusted file', async () => {
    const path = write()
    await trustConfig(place, person(), agrees)
    expect(reviewConfig(place)).toEqual([{ path, trusted: true, loosens: [{ key: 'scope.enforce', value: 'off' }] }])
  })
})

describe('trusting', () => {
  it('makes the bytes count', async () => {
    write()
    expect(await trustConfig(place, person(), agrees)).toMatchObject([{ trusted: true }])
    expect(readConfig(place).config.scope.enforce).toBe('off')
  })

  it('keeps what was trusted elsewhere', async () => {
    write()
    await trustConfig(place, person(), agrees)
    const other = { ...place, root: join(repository.home, 'other'), commonFolder: repository.home }
    writeFileSync(join(repository.home, 'config.yaml'), 'scope: {enforce: "off"}\n')
    await trustConfig(other, person(), agrees)
    expect(readConfig(place).config.scope.enforce).toBe('off')
    expect(readConfig(other).config.scope.enforce).toBe('off')
  })

  it('is left when the person does not agree to what is shown', async () => {
    const path = write()
    const shown: TrustReview[] = []
    const declines = async (reviews: TrustReview[]) => shown.push(...reviews) < 0
    expect(await trustConfig(place, person(), declines)).toEqual(shown)
    expect(shown).toEqual([{ path, trusted: false, loosens: [{ key: 'scope.enforce', value: 'off' }] }])
    expect(readConfig(place).config.scope.enforce).toBe('ask')
  })

  it('is of the bytes that were shown', async () => {
    write()
    const changes = async () => {
      repository.write('plans.config.yaml', 'scope: {enforce: "off"}\nheadless: {autoApprove: true}\n')
      return true
    }
    await trustConfig(place, person(), changes)
    expect(readConfig(place).config).toMatchObject({
      scope: { enforce: 'ask' },
      headless: { autoApprove: false },
    })
  })

  it('needs a terminal or a yes beforehand', async () => {
    write()
    const away = { ...person(), isTerminal: false }
    await expect(trustConfig(place, away, agrees)).rejects.toMatchObject({ code: 'no-terminal', exitCode: 7 })
    await expect(trustConfig(place, away, 'yes')).resolves.toMatchObject([{ trusted: true }])
  })

  it('is refused inside an agent, whatever is said', async () => {
    write()
    const agent = { pid: 1, environment: undefined, commandLine: ['node', '/usr/bin/claude'] }
    const trust = trustConfig(place, { ...person(), ancestors: [agent] }, 'yes')
    await expect(trust).rejects.toMatchObject({ code: 'inside-agent', exitCode: 7 })
    expect(readConfig(place).config.scope.enforce).toBe('ask')
  })

  it('of nothing is an error', async () => {
    await expect(trustConfig(place, person(), agrees)).rejects.toMatchObject({
      code: 'config-missing',
      exitCode: 2,
    })
  })

  it('of a broken file is an error', async () => {
    repository.write('plans.config.yaml', 'scope: {enforce: loudly}\n')
    await expect(trustConfig(place, person(), agrees)).rejects.toMatchObject({ code: 'config-invalid' })
  })
})
