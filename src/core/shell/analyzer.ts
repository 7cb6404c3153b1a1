import type { Effect, ShellAnalysis } from './effect.ts'
import type { Further, Run, ShellContext } from './scope.ts'
import { judgeText } from './walk.ts'

type AnalyzeShell = (command: string, context: ShellContext) => ShellAnalysis

/**
 * What running a command would do, as far as its text tells. Nothing here looks at a disk. What is loaded further
 * is asked for only where it is needed.
 */
export function createAnalyzer(loadFurther: () => Further): AnalyzeShell {
  return (command, context) => {
    const run: Run = {
      context,
      commands: [],
      effects: [],
      destructive: false,
      depth: 0,
      texts: 0,
      loadFurther,
      judgeText: (text, scope) => judgeText(text, run, scope),
    }
    judgeText(command, run, {
      cwd: context.cwd,
      home: context.home,
      functions: new Set(),
      inside: new Set(),
      plainNames: new Set(),
      conditional: false,
      frame: { text: command, shift: 0 },
      whole: { text: command },
    })
    const { commands, effects, destructive } = run
    return { commands, effects, readOnly: effects.every(isRead), destructive }
  }
}

function isRead({ kind }: Effect): boolean {
  return kind === 'read' || kind === 'secret-read' || kind === 'remote-read'
}
