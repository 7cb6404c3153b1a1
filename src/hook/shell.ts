import { createAnalyzer } from '../core/shell/analyzer.ts'
import { once } from '../core/shell/lists.ts'
import type { Parser } from '../core/shell/parse.ts'

/** Bundled apart (scripts/build.ts) and loaded only for commands that are more than plain words. */
const loadParser = once((): Parser => (require('./parser.cjs') as { parser: Parser }).parser)

/** Third bundle: loaded by `decide` for shell calls only. */
export const analyzeShell = createAnalyzer(loadParser)

/** Runs what most calls run, so that it is compiled when V8's code cache is written. */
export function warm(): void {
  const context = { cwd: '/', home: '/' }
  analyzeShell('git status', context)
  analyzeShell(
    'cd a && FOO=b git log -n 5 --oneline "$x" 2>/dev/null | grep -n \'y\' | head -20; (ls -la *.ts); ' +
      'find . -name "*.ts" | xargs wc -l; for f in a b; do sed -n 1,9p $f; done; echo "$(git rev-parse HEAD)" > /dev/null; npm test',
    context,
  )
}
