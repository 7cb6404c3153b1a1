import { readSync } from 'node:fs'

/** Far above any real payload; what is larger is not read to the end. */
const limit = 8 * 1024 * 1024

export type Input = { text: string } | { fault: string }

/** All of standard input, at most 8 MiB. Synchronous: streams cost start-up time. */
export function readInput(): Input {
  const chunks: Buffer[] = []
  let total = 0
  for (;;) {
    const chunk = Buffer.allocUnsafe(65_536)
    const length = readChunk(chunk)
    if (length === 0) break
    total += length
    if (total > limit) return { fault: 'the call is larger than 8 MiB' }
    chunks.push(chunk.subarray(0, length))
  }
  if (total === 0) return { fault: 'standard input was empty' }
  return { text: Buffer.concat(chunks, total).toString('utf8') }
}

function readChunk(chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(0, chunk, 0, chunk.length, null)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      // A pipe set to non-blocking by its other end has nothing yet; a closed one has ended.
      if (code === 'EAGAIN') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
      else if (code === 'EOF') return 0
      else throw error
    }
  }
}
