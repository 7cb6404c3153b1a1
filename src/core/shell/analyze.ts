import type { Effect, ShellAnalysis } from './effect.ts'
import type { Run, ShellContext } from './scope.ts'
import { judgeText } from './walk.ts'

const readKinds: ReadonlySet<Effect['kind']> = new Set(['read', 'secret-read', 'remote-read'])

/** What running a command would do, as far as its text tells. Nothing here looks at a disk. */
export function analyzeShell(command: string, context: ShellContext): ShellAnalysis {
  const run: Run = { context, commands: [], effects: [], destructive: false, depth: 0, texts: 0 }
  judgeText(command, run, {
    cwd: context.cwd,
    home: context.home,
    functions: new Set(),
    inside: new Set(),
    conditional: false,
    frame: { text: command, shift: 0 },
  })
  const { commands, effects, destructive } = run
  return { commands, effects, readOnly: effects.every(({ kind }) => readKinds.has(kind)), destructive }
}
