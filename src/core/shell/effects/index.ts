import { addUnknown, type Call } from '../call.ts'
import { archives } from './archives.ts'
import { coreutils } from './coreutils.ts'
import { find } from './find.ts'
import { forges } from './forges.ts'
import { git } from './git.ts'
import { interpret } from './interpret.ts'
import { packages } from './packages.ts'
import { search } from './search.ts'
import { services } from './services.ts'
import { shells } from './shells.ts'
import type { Spec } from './spec.ts'
import { system } from './system.ts'
import { textTools } from './text.ts'
import { xargs } from './xargs.ts'

/** THE table: what each program does. A program that is not here is unknown. */
const programs: Record<string, Spec> = {
  ...coreutils,
  ...textTools,
  ...search,
  ...archives,
  ...forges,
  ...services,
  ...packages,
  ...system,
  ...shells,
  find,
  git,
  xargs,
}

export function judgeProgram(call: Call): void {
  const spec = Object.hasOwn(programs, call.program) ? programs[call.program] : undefined
  if (spec) interpret(spec, call, call.args, call.program)
  else addUnknown(call, `${call.program} is not known`)
}
