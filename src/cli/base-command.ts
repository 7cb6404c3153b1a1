import { Command, Errors, Flags, type Interfaces } from '@oclif/core'
import { exitCodes, PlansError } from '../core/errors.ts'
import type { World } from '../workflows/world.ts'
import { processWorld } from './process-world.ts'
import { formatError, formatErrorValue } from './render/error.ts'
import type { Screen } from './render/screen.ts'

/** What a command found out; printing it is left to `BaseCommand`. */
export interface CommandOutcome {
  /** What `--json` prints. */
  value: unknown
  /** What a person reads. */
  text: string
  /** Bytes that others digest: no line feed is added. */
  exact?: boolean
  exitCode?: number
  /** For standard error, in both forms. */
  notes?: string[]
}

type FlagsOf<T extends typeof Command> = Interfaces.InferredFlags<(typeof BaseCommand)['baseFlags'] & T['flags']>
type ArgsOf<T extends typeof Command> = Interfaces.InferredArgs<T['args']>

/** Flags, printing and the one catch that every command shares. */
export abstract class BaseCommand<T extends typeof Command> extends Command {
  static override baseFlags = {
    json: Flags.boolean({ description: 'print one JSON value', helpGroup: 'GLOBAL' }),
    cwd: Flags.string({ description: 'run as if started in this folder', helpGroup: 'GLOBAL', helpValue: '<folder>' }),
  }

  protected flags!: FlagsOf<T>
  protected args!: ArgsOf<T>
  protected world!: World

  protected abstract perform(): Promise<CommandOutcome>

  async run(): Promise<void> {
    const { flags, args } = await this.parse({
      flags: this.ctor.flags,
      baseFlags: BaseCommand.baseFlags,
      args: this.ctor.args,
      strict: this.ctor.strict,
    })
    this.flags = flags as FlagsOf<T>
    this.args = args as ArgsOf<T>
    this.world = processWorld(flags.cwd)
    this.print(await this.perform())
  }

  protected get screen(): Screen {
    const color = process.stdout.isTTY === true && !process.env['NO_COLOR'] && process.env['TERM'] !== 'dumb'
    return { width: process.stdout.columns || 100, color }
  }

  /** The one place where an error becomes output and an exit code. */
  protected override async catch(error: unknown): Promise<void> {
    // Help and version leave by an error that means well.
    if (error instanceof Errors.ExitError && error.oclif.exit === 0) return
    const fault = describeFault(error)
    if (this.wantsJson()) writeLine(process.stdout, JSON.stringify(formatErrorValue(fault), null, 2))
    else writeLine(process.stderr, formatError(fault))
    process.exitCode = fault.exitCode
  }

  private print(outcome: CommandOutcome): void {
    for (const note of outcome.notes ?? []) writeLine(process.stderr, note)
    if (this.flags.json) writeLine(process.stdout, JSON.stringify(outcome.value, null, 2))
    else if (outcome.exact) process.stdout.write(outcome.text)
    else writeLine(process.stdout, outcome.text)
    process.exitCode = outcome.exitCode ?? exitCodes.ok.code
  }

  /** Asked also where parsing failed, so the words themselves are looked at. */
  private wantsJson(): boolean {
    const end = this.argv.indexOf('--')
    return (end < 0 ? this.argv : this.argv.slice(0, end)).includes('--json')
  }
}

function describeFault(error: unknown): PlansError {
  if (error instanceof PlansError) return error
  if (error instanceof Errors.CLIError)
    return new PlansError('usage', 'usage', firstLines(error.message), 'Run it with --help to see what it takes.')
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return new PlansError(
    'internal',
    'internal',
    `Something went wrong inside git-plans: ${message}`,
    'Please report it with this message, the command you ran, and what `plans --version` prints.',
    { cause: error },
  )
}

/** oclif adds its own hint on how to get help. */
function firstLines(message: string): string {
  return message.replace(/\n*See more help with --help\s*$/, '')
}

function writeLine(stream: NodeJS.WriteStream, text: string): void {
  if (text !== '') stream.write(text.endsWith('\n') ? text : `${text}\n`)
}
