/** Fourth bundle: the parser, and the tables of programs that are run less often. */
export { further } from '../core/shell/further.ts'
