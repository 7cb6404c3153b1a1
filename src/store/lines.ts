import { readFileSync } from 'node:fs'

/** Content of a file, empty where there is none. */
export function readOptional(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

export function splitLines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}
