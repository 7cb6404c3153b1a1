import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { type ProcessEntry, parseAppendedEnvironment, parseProcessTable } from '../core/agents/process-table.ts'

export interface Ancestor {
  pid: number
  /** As it was when the process started; undefined where the system does not show it. */
  environment: Record<string, string> | undefined
  commandLine: string[]
}

const deepest = 64

/** Parent processes, nearest first, up while readable and of this user. Empty where the system shows none. */
export function readAncestors(): Ancestor[] {
  if (process.platform === 'linux') return walk(process.ppid, readFromProc)
  if (process.platform !== 'darwin') return []
  const find = readFromPs()
  return find ? walk(process.ppid, find) : []
}

type Found = Ancestor & { parent: number }

function walk(first: number, find: (pid: number) => Found | undefined): Ancestor[] {
  const ancestors: Ancestor[] = []
  const seen = new Set<number>()
  let pid = first
  while (pid > 0 && !seen.has(pid) && ancestors.length < deepest) {
    seen.add(pid)
    const found = find(pid)
    if (!found) break
    ancestors.push({ pid, environment: found.environment, commandLine: found.commandLine })
    pid = found.parent
  }
  return ancestors
}

function readFromProc(pid: number): Found | undefined {
  try {
    const folder = `/proc/${pid}`
    if (statSync(folder).uid !== process.getuid?.()) return undefined
    const environment = parseEnvironment(readFileSync(`${folder}/environ`, 'utf8'))
    const commandLine = readFileSync(`${folder}/cmdline`, 'utf8').split('\0').slice(0, -1)
    // The program's name stands in parentheses and may hold some itself.
    const stat = readFileSync(`${folder}/stat`, 'utf8')
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    return { pid, environment, commandLine, parent }
  } catch {
    return undefined
  }
}

function parseEnvironment(text: string): Record<string, string> {
  const environment: Record<string, string> = {}
  for (const entry of text.split('\0')) {
    const equals = entry.indexOf('=')
    if (equals > 0) environment[entry.slice(0, equals)] = entry.slice(equals + 1)
  }
  return environment
}

function readFromPs(): ((pid: number) => Found | undefined) | undefined {
  const plain = runPs(['-axww', '-o', 'pid=,ppid=,uid=,command='])
  if (!plain) return undefined
  const withEnvironment = runPs(['-axEww', '-o', 'pid=,ppid=,uid=,command='])
  return (pid) => {
    const entry = plain.get(pid)
    if (!entry || entry.user !== process.getuid?.()) return undefined
    const long = withEnvironment?.get(pid)?.command
    const environment = long === undefined ? undefined : parseAppendedEnvironment(long, entry.command)
    return { pid, environment, commandLine: entry.command.split(' '), parent: entry.parent }
  }
}

function runPs(args: string[]): Map<number, ProcessEntry> | undefined {
  try {
    const options = { encoding: 'utf8', timeout: 5000, maxBuffer: 64 * 1024 * 1024 } as const
    return parseProcessTable(execFileSync('/bin/ps', args, { ...options, stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    return undefined
  }
}
