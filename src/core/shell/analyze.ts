import { createAnalyzer } from './analyzer.ts'
import { further } from './further.ts'

/** What running a command would do, with everything at hand. */
export const analyzeShell = createAnalyzer(() => further)
