import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

const folder = resolve(import.meta.dirname, '../../../shared')

/** Path of a file of the shared test data, or undefined in a checkout that has none: such tests skip and say so. */
export function sharedPath(name: string): string | undefined {
  const path = resolve(folder, name)
  return existsSync(path) ? path : undefined
}

/** Title of a test that needs shared data, naming what is missing when it will be skipped. */
export function sharedTitle(title: string, name: string): string {
  return sharedPath(name) ? title : `${title} (skipped: ../shared/${name} is not here)`
}
