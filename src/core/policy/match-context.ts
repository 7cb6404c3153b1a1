export interface MatchContext {
  root: string | undefined
  home: string
  cwd: string
  /** Real path of the longest existing parent plus the rest. With it, a deny hits link or target, an allow needs both. */
  resolvePath?(path: string): string
  /** Whether a path exists: asked where a pattern of the shell might name what is stopped. Without it: it does. */
  isThere?(path: string): boolean
}

/**
 * `any`, for deny and ask: some part of the call is what the rule names, in any spelling we see through. `every`, for
 * allow: the whole call is what the rule names, and nothing in it is left open.
 */
export type MatchMode = 'any' | 'every'
