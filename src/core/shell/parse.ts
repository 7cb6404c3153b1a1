import { parse, type ParsedScript } from 'unbash'

export { forEachChild } from 'unbash'
export type {
  Assignment,
  Command,
  Function as FunctionDefinition,
  HereDoc,
  Pipeline,
  ParameterExpansionPart,
  ParsedScript,
  Redirect,
  SyntaxNode,
  Word,
  WordPart,
} from 'unbash'

/** The tree of a script. It holds its own `errors`, and so does each script nested in it. */
export function parseScript(text: string): ParsedScript {
  return parse(text)
}
