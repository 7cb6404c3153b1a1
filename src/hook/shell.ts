/** Third bundle: loaded by `decide` for shell calls only. */
export { analyzeShell } from '../core/shell/analyze.ts'
