import { execFileSync } from 'node:child_process'

/** What `<program> --version` answers, as three numbers; undefined where the program is not here or says nothing known. */
export function readAgentVersion(
  program: string,
  environment: Record<string, string | undefined>,
): number[] | undefined {
  try {
    const text = execFileSync(program, ['--version'], {
      encoding: 'utf8',
      timeout: 10_000,
      env: environment,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return parseVersion(text)
  } catch {
    return undefined
  }
}

export function isBefore(version: readonly number[], wanted: string): boolean {
  const other = parseVersion(wanted) ?? []
  for (const [index, part] of other.entries()) {
    const own = version[index] ?? 0
    if (own !== part) return own < part
  }
  return false
}

function parseVersion(text: string): number[] | undefined {
  const found = /(\d+)\.(\d+)\.(\d+)/.exec(text)
  return found ? found.slice(1).map(Number) : undefined
}
