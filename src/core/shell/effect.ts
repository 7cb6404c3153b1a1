/**
 * What running a command would do. A command is read-only when every effect is a read (`read`, `secret-read`,
 * `remote-read`). `path` is absolute after `cd`, `~` and `$HOME` are worked in; `undefined` means "not known before
 * running". `span` are the offsets (end exclusive) of the simple command's words in the analysed text.
 */
export type Effect = { span: [number, number]; program: string } & (
  | { kind: 'read'; path?: string }
  | { kind: 'secret-read'; path: string }
  | { kind: 'remote-read'; service: string }
  | { kind: 'write'; path?: string }
  | { kind: 'delete'; path?: string; recursive: boolean }
  | { kind: 'network'; host?: string }
  | { kind: 'execute'; what: string }
  | { kind: 'git'; part: 'refs' | 'work-tree' | 'index' | 'remote' | 'config'; what: string }
  | { kind: 'remote-write'; service: string }
  | { kind: 'process'; what: string }
  | { kind: 'deferred'; what: string }
  | { kind: 'install'; what: string }
  | { kind: 'privilege'; what: string }
  | { kind: 'unknown'; what: string }
)

/** One simple command, wherever it stood, with wrappers taken off. `undefined` words cannot be known before running. */
export interface SimpleCommand {
  /** Static text of program and arguments; index 0 is the program as written. */
  words: (string | undefined)[]
  /** Source of each word, for messages. */
  source: string
  span: [number, number]
  /** Working directory at that point, absolute, or undefined after a `cd` to somewhere unknown. */
  cwd: string | undefined
  /** Assignments before the command. */
  assignments: { name: string; value: string | undefined }[]
  /** Names of wrappers taken off, outermost first. */
  wrappers: string[]
}

export interface ShellAnalysis {
  commands: SimpleCommand[]
  effects: Effect[]
  readOnly: boolean
  /** Cannot be undone: recursive removal outside the project or of its root, forced push, disk writes, … */
  destructive: boolean
}
