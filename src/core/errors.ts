/**
 * Every exit code of the command line, in one table (docs/reference/exit-codes.md is made from it).
 * Hook binaries use the agents' own codes, which are part of the wire format.
 */
export const exitCodes = {
  ok: { code: 0, meaning: 'done; the condition holds' },
  failed: { code: 1, meaning: 'the condition does not hold, or there are findings' },
  usage: { code: 2, meaning: 'usage or configuration error, or not a repository' },
  unverifiable: { code: 3, meaning: 'history missing, shallow, or a record or front matter that cannot be read' },
  stale: { code: 4, meaning: 'digest or revision moved, or drift under --fresh' },
  broken: { code: 5, meaning: 'ledger rewritten or broken' },
  outOfScope: { code: 6, meaning: 'changes outside the approved scope' },
  refused: { code: 7, meaning: 'refused: not an eligible approver, inside an agent, or withheld' },
  waitPending: { code: 8, meaning: 'wait: time-out with a plan pending' },
  waitNone: { code: 9, meaning: 'wait: time-out, no plan was ever submitted' },
  waitHandedOff: { code: 10, meaning: 'wait: handed off to another execution target' },
  waitEnded: { code: 11, meaning: 'wait: ended without a decision' },
  waitRemote: { code: 12, meaning: 'wait: the remote failed five times in a row; the request stands' },
  internal: { code: 70, meaning: 'internal error' },
} as const

export type ErrorKind = Exclude<keyof typeof exitCodes, 'ok'>

/**
 * An error a user can meet. `code` is stable and kebab-case (scripts test it), `message` says what was expected and
 * what came, `remedy` is what to do next, one sentence or command.
 */
export class PlansError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly remedy: string
  /** Data for `--json` beside code, message and remedy; printed after the message for people. */
  readonly details: string[]

  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    remedy: string,
    options: { cause?: unknown; details?: string[] } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'PlansError'
    this.kind = kind
    this.code = code
    this.remedy = remedy
    this.details = options.details ?? []
  }

  get exitCode(): number {
    return exitCodes[this.kind].code
  }
}
