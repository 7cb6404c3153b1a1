import { createAnalyzer } from '../core/shell/analyzer.ts'
import { once } from '../core/shell/lists.ts'
import type { Further } from '../core/shell/scope.ts'

/** Bundled apart (scripts/build.ts): plain commands of the programs that are run most do without. */
const loadFurther = once((): Further => (require('./parser.cjs') as { further: Further }).further)

/** Third bundle: loaded by `decide` for shell calls only. */
export const analyzeShell = createAnalyzer(loadFurther)
