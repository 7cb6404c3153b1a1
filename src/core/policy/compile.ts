import type { ConfigLayer } from './config.ts'
import { type MergedLayers, mergeLayers } from './layers.ts'
import { type CompiledPolicy, policyVersion, type Rule } from './policy.ts'
import { parseRule } from './rule.ts'

interface CompileContext {
  /** Work tree; undefined outside a repository. */
  root: string | undefined
  home: string
  ownFiles: string[]
}

/** Everything the guard needs of the layers. What an untrusted file says beyond tightening becomes a notice. */
export function compilePolicy(layers: readonly ConfigLayer[], context: CompileContext): CompiledPolicy {
  const merged = mergeLayers(layers)
  const { config } = merged
  const rules = (key: string): Rule[] => rulesOf(merged, key)
  const { mcp, enabled, onMutation, network, subagents, autoAllowReadOnly, instructions } = config.plan
  return {
    v: policyVersion,
    directory: config.directory,
    ledgerRef: config.ledger.ref,
    defaultMode: config.defaultMode,
    modes: config.modes,
    plan: {
      enabled,
      onMutation,
      network,
      allow: rules('plan.allow'),
      mcpRead: mcp.read,
      subagents,
      autoAllowReadOnly,
      instructions,
    },
    permissions: {
      deny: rules('permissions.deny'),
      ask: rules('permissions.ask'),
      allow: rules('permissions.allow'),
    },
    protectedPaths: {
      add: placesOf(config.protectedPaths.add, context),
      outcome: config.protectedPaths.outcome,
    },
    gate: config.gate,
    scope: config.scope,
    headless: config.headless,
    ownFiles: context.ownFiles,
    notices: noticesOf(merged),
  }
}

/** With the file and line that each rule came from; nearest layer first, as messages name the first that matches. */
function rulesOf(merged: MergedLayers, key: string): Rule[] {
  const settings = merged.settings.filter((setting) => setting.key === key).reverse()
  return settings.flatMap(({ value, layer }) => {
    const texts = Array.isArray(value) ? value.map(String) : []
    return texts.map((text) => parseRule(text, layer.source, layer.lines[text]))
  })
}

/** Absolute, since the guard compares real paths. A path in the project means nothing where there is none. */
function placesOf(paths: readonly string[], { root, home }: CompileContext): string[] {
  return paths.flatMap((path) => {
    const plain = path.replace(/^\.\//, '').replace(/(?<=.)\/$/, '')
    if (plain.startsWith('/')) return [plain]
    if (plain === '~' || plain.startsWith('~/')) return [home + plain.slice(1)]
    return root === undefined ? [] : [`${root}/${plain}`]
  })
}

function noticesOf(merged: MergedLayers): string[] {
  return merged.ignored.map(({ layer, settings }) => {
    const keys = settings.map((setting) => setting.key).join(', ')
    return `${layer.source} is not trusted, so it may only tighten: ignored ${keys}. Read it, then run \`plans trust\` in a terminal.`
  })
}
