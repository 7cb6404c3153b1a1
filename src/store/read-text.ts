import { existsSync, readFileSync } from 'node:fs'

/**
 * Content of a file, undefined where there is none or it cannot be read. Most files of the hook's world are not there,
 * and an exception with its stack costs more than the look.
 */
export function readTextIfThere(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
