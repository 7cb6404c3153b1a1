import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A `git` that goes before the real one: `body` is shell in which `"$GIT" "$@"` is the call. Returns the variables. */
export function wrapGit(folder: string, environment: Record<string, string>, body: string): Record<string, string> {
  const real = execFileSync('sh', ['-c', 'command -v git'], { env: environment, encoding: 'utf8' }).trim()
  const bin = join(folder, 'bin')
  mkdirSync(bin, { recursive: true })
  writeFileSync(join(bin, 'git'), `#!/bin/sh\nGIT='${real}'\n${body}\n`)
  chmodSync(join(bin, 'git'), 0o755)
  return { ...environment, PATH: `${bin}${delimiter}${environment['PATH'] ?? ''}` }
}
