import { archives } from './effects/archives.ts'
import { forges } from './effects/forges.ts'
import type { FurtherTables } from './effects/index.ts'
import { packages } from './effects/packages.ts'
import { services } from './effects/services.ts'
import { system } from './effects/system.ts'
import { parser } from './parse.ts'

const tables: FurtherTables = { archives, forges, packages, services, system }

/** What the analysis can do without for plain commands of the programs that are run most. */
export const further = { parser, tables }
