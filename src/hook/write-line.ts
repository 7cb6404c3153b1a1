import { writeSync } from 'node:fs'

/** Writes all of it before the process ends; `process.stdout` would load Node's streams first. */
export function writeLine(descriptor: 1 | 2, text: string): void {
  if (text === '') return
  let rest = Buffer.from(`${text}\n`)
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest))
    } catch (error) {
      // A full pipe that does not block; its reader is at work.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error
    }
  }
}
