import { createAnalyzer } from '../core/shell/analyzer.ts'
import { once } from '../core/shell/lists.ts'
import type { Further } from '../core/shell/scope.ts'

/** Bundled apart (scripts/build.ts): plain commands of the programs that are run most do without. */
const loadFurther = once((): Further => (require('./parser.cjs') as { further: Further }).further)

/** Third bundle: loaded by `decide` for shell calls only. */
export const analyzeShell = createAnalyzer(loadFurther)

const usual = [
  'git status',
  `cd a && git log -n 5 "$x" 2>/dev/null | grep -n 'y' | head -20; (ls -la *.ts); find . -name '*.ts' | xargs wc -l`,
  'for f in a b; do sed -n 1,9p "$f"; done; echo "$(git rev-parse HEAD)" > /dev/null; timeout 9 npm test 2>&1 | tail',
]

/** Judges what most calls run, so that all of that is compiled when V8's code cache is written. */
export function warm(): void {
  for (const command of usual) analyzeShell(command, { cwd: '/', home: '/' })
}
