import { forEachChild, type ParsedScript, parse, type SyntaxNode } from 'unbash'

export type { Assignment, Command, ParsedScript, Redirection, SyntaxNode, Word, WordPart } from 'unbash'

/** What the analysis needs of a parser. */
export interface Parser {
  /** Undefined for a text that is nested deeper than the parser can follow. */
  parse(text: string): ParsedScript | undefined
  forEachChild(node: SyntaxNode, visit: (child: SyntaxNode) => void): void
}

export const parser: Parser = { parse: parseText, forEachChild }

function parseText(text: string): ParsedScript | undefined {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
