/** Fourth bundle: loaded by `shell` for commands that are more than plain words. */
export { parser } from '../core/shell/parse.ts'
