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
import { findSpec, type Spec, type SpecTable } from './spec.ts'
import { system } from './system.ts'
import { textTools } from './text.ts'
import { xargs } from './xargs.ts'

/** THE table: what each program does, most used first. A program that is not here is unknown. */
const families: readonly SpecTable[] = [
  { find, git, xargs },
  shells,
  coreutils,
  search,
  textTools,
  packages,
  forges,
  services,
  system,
  archives,
]

export function judgeProgram(call: Call): void {
  const spec = findProgram(call.program)
  if (spec) interpret(spec, call, call.args, call.program)
  else addUnknown(call, `${call.program} is not known`)
}

function findProgram(name: string): Spec | undefined {
  for (const family of families) {
    const spec = findSpec(family, name)
    if (spec) return spec
  }
  return undefined
}
