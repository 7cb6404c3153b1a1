export interface ProcessEntry {
  pid: number
  parent: number
  user: number
  command: string
}

/** Lines of `ps -o pid=,ppid=,uid=,command=`. */
export function parseProcessTable(text: string): Map<number, ProcessEntry> {
  const table = new Map<number, ProcessEntry>()
  for (const line of text.split('\n')) {
    const [, pid, parent, user, command] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    if (command !== undefined)
      table.set(Number(pid), { pid: Number(pid), parent: Number(parent), user: Number(user), command })
  }
  return table
}

/** The variables that `ps -E` appends to a command line, separated by blanks that values may hold too. */
export function parseAppendedEnvironment(withEnvironment: string, command: string): Record<string, string> {
  const environment: Record<string, string> = {}
  if (!withEnvironment.startsWith(command)) return environment
  let name = ''
  for (const word of withEnvironment.slice(command.length).split(' ')) {
    const equals = word.indexOf('=')
    if (equals > 0 && /^[A-Za-z_]\w*$/.test(word.slice(0, equals))) {
      name = word.slice(0, equals)
      environment[name] = word.slice(equals + 1)
    } else if (name !== '') environment[name] += ` ${word}`
  }
  return environment
}
