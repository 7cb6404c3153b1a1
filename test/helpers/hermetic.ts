import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Tests start the built programs; say so in one line instead of failing in a hundred places. */
export default function hermetic(): void {
  const bundle = resolve(import.meta.dirname, '../../dist/decide.cjs')
  if (!existsSync(bundle)) throw new Error(`${bundle} is missing: run \`npm test\`, or \`npm run build\` first`)
}
