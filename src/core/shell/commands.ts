import { add, addUnknown, type Call } from './call.ts'
import { isHarmlessAssignment, isHarmlessPrefix } from './assignments.ts'
import { judge } from './effects/index.ts'
import { forEachChild, type Assignment, type Command, type ParsedScript, parseShell, type SyntaxNode } from './parse.ts'
import { judgeRedirection } from './redirects.ts'
import { deepestNesting, locate, type Run, type Scope } from './scope.ts'
import { unwrap } from './wrappers.ts'
import { type Argument, readWord } from './words.ts'

/** Judges a text as a script. Positions of `frame` map back to the text that was asked about. */
export function judgeText(text: string, run: Run, scope: Scope): void {
  const site = { program: '', span: locate(scope.frame, 0, text.length), scope, run }
  if (scope.depth > deepestNesting) return addUnknown(site, 'nested too deep')
  const { script, fault } = parseShell(text)
  if (script === undefined) return addUnknown(site, fault)
  walkScript(script, run, scope)
}

function walkScript(script: ParsedScript, run: Run, scope: Scope): void {
  // The decoded text of escaped backticks has positions of its own.
  if (script.source !== undefined) {
    const fixed = locate(scope.frame, 0, scope.frame.text.length)
    scope = { ...scope, frame: { text: script.source, shift: 0, fixed } }
  }
  const error = script.errors?.[0]
  if (error) {
    const span = locate(scope.frame, script.pos, script.end)
    addUnknown({ program: '', span, scope, run }, `not valid shell: ${error.message}`)
  }
  walkChildren(script, run, scope)
}

function walkChildren(node: SyntaxNode, run: Run, scope: Scope): void {
  forEachChild(node, (child) => walk(child, run, scope))
}

/** Nodes that cost no level: they come in every command. */
const flat: ReadonlySet<string> = new Set(['Statement', 'Command', 'Word', 'Pipeline', 'AndOr', 'Assignment', 'Literal'])

function walk(node: SyntaxNode, run: Run, scope: Scope): void {
  if (!flat.has(node.type)) {
    if (scope.depth >= deepestNesting) return refuse(node, 'nested too deep', run, scope)
    scope = node.type === 'CompoundList' || node.type === 'BraceGroup' ? scope : scope
  }
  const special = walks[node.type]
  if (special) special(node as never, run, scope)
  else walkChildren(node, run, scope)
}
