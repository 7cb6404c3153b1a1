import type { Action } from '../action.ts'
import type { Effect, ShellAnalysis } from '../shell/effect.ts'
import type { GuardContext } from './context.ts'

export type AnalyzeShell = (
  command: string,
  context: { cwd: string; home: string; projectRoot?: string; temporaryFolders?: string[] },
) => ShellAnalysis

/** A path that the call touches, as written and as it really is. */
export interface Touch {
  written: string
  real: string
  span?: [number, number]
}

/** What a call would do, worked out once and read by every step. */
export interface Facts {
  action: Action
  analysis: ShellAnalysis | undefined
  /** Proven to change nothing. `unknown` counts as a change while planning, and is not asked for scope. */
  changes: 'no' | 'yes' | 'unknown'
  writes: Touch[]
  reads: Touch[]
  /** Effects that are not reads, for messages. */
  mutations: Effect[]
}

type Paths = Pick<GuardContext, 'home' | 'root' | 'temporaryFolders' | 'resolvePath'>

const readKinds: ReadonlySet<string> = new Set(['read', 'secret-read', 'remote-read'])
const writingTools: ReadonlySet<string> = new Set(['write', 'edit', 'patch', 'notebook'])
const readingTools: ReadonlySet<string> = new Set(['read', 'search'])
const harmlessTools: ReadonlySet<string> = new Set([
  'plan-enter',
  'plan-exit',
  'ask-user',
  'subagent',
  'skill',
  'internal',
])

/** The analysis is asked for only by a shell call, which needs the parser loaded. */
export function gatherFacts(action: Action, paths: Paths, loadAnalyzer: () => AnalyzeShell): Facts {
  if (action.kind === 'shell') return shellFacts(action, paths, loadAnalyzer)
  const touches = action.paths.map((path) => touch(path, paths))
  const none = { action, analysis: undefined, mutations: [] }
  if (writingTools.has(action.kind)) return { ...none, changes: 'yes', writes: touches, reads: [] }
  if (readingTools.has(action.kind)) return { ...none, changes: 'no', writes: [], reads: touches }
  const harmless = harmlessTools.has(action.kind) || action.kind === 'fetch'
  return { ...none, changes: harmless ? 'no' : 'unknown', writes: [], reads: [] }
}

function shellFacts(action: Action, paths: Paths, loadAnalyzer: () => AnalyzeShell): Facts {
  const analysis = analyzeAction(action, paths, loadAnalyzer)
  const mutations = analysis.effects.filter((effect) => !readKinds.has(effect.kind))
  const writes: Touch[] = []
  const reads: Touch[] = []
  for (const effect of analysis.effects) {
    if (!('path' in effect) || effect.path === undefined) continue
    const into = readKinds.has(effect.kind) ? reads : writes
    into.push({ ...touch(effect.path, paths), span: effect.span })
  }
  const unknown = mutations.some((effect) => effect.kind === 'unknown' || effect.kind === 'execute')
  const changes = analysis.readOnly ? 'no' : unknown ? 'unknown' : 'yes'
  return { action, analysis, changes, writes, reads, mutations }
}

function analyzeAction(action: Action, paths: Paths, loadAnalyzer: () => AnalyzeShell): ShellAnalysis {
  if (action.command === undefined || action.shell === 'powershell') {
    const what = action.shell === 'powershell' ? 'PowerShell is not analysed' : 'the command could not be read'
    const span: [number, number] = [0, action.command?.length ?? 0]
    return {
      commands: [],
      effects: [{ kind: 'unknown', what, span, program: action.tool }],
      readOnly: false,
      destructive: false,
    }
  }
  return loadAnalyzer()(action.command, {
    cwd: action.commandCwd ?? action.cwd,
    home: paths.home,
    ...(paths.root === undefined ? {} : { projectRoot: paths.root }),
    // Their real paths cost calls to the system, and only a removal asks for them.
    get temporaryFolders() {
      return paths.temporaryFolders()
    },
  })
}

function touch(path: string, paths: Paths): Touch {
  return { written: path, real: paths.resolvePath(path) }
}
