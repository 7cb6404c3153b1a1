import { PlansError } from '../core/errors.ts'
import type { Json } from '../core/json.ts'
import type { ConfigLayer } from '../core/policy/config.ts'
import { mergeLayers } from '../core/policy/layers.ts'
import { type ConfigPlace, readConfigLayers } from '../store/config.ts'
import { trustTexts } from '../store/trust.ts'
import { type ProcessWorld, refuseInsideAgent } from './refuse-inside-agent.ts'

/** One file of the repository, and what it says that counts only when a person trusts it. */
export interface TrustReview {
  path: string
  trusted: boolean
  loosens: { key: string; value: Json }[]
}

interface TrustWorld extends ProcessWorld {
  isTerminal: boolean
}

/** What trusting would change, for reading; nothing is written. */
export function reviewConfig(place: ConfigPlace): TrustReview[] {
  return reviewLayers(readConfigLayers(place))
}

/**
 * Trusts the project's and the local file, the very bytes that the review was made from, once the person agrees to it.
 * `yes` stands for that where nobody can be asked.
 */
export async function trustConfig(
  place: ConfigPlace,
  world: TrustWorld,
  agrees: 'yes' | ((reviews: TrustReview[]) => Promise<boolean>),
): Promise<TrustReview[]> {
  refuseInsideAgent('plans trust', world)
  if (!world.isTerminal && agrees !== 'yes') throw noTerminal()
  const layers = readConfigLayers(place)
  const own = layers.filter(isOfRepository)
  if (own.length === 0) throw nothingToTrust(place)
  const reviews = reviewLayers(layers)
  if (agrees !== 'yes' && !(await agrees(reviews))) return reviews
  trustTexts(
    own.map(({ source, text }) => ({ path: source, text })),
    place.environment,
  )
  return reviews.map((review) => ({ ...review, trusted: true }))
}

/** As if nobody had trusted it, so that a trusted file shows what it was trusted with. */
function reviewLayers(layers: readonly ConfigLayer[]): TrustReview[] {
  const { ignored } = mergeLayers(layers.map((layer) => ({ ...layer, trusted: !isOfRepository(layer) })))
  return layers.filter(isOfRepository).map(({ source, trusted }) => {
    const settings = ignored.find(({ layer }) => layer.source === source)?.settings ?? []
    return { path: source, trusted, loosens: settings.map(({ key, value }) => ({ key, value })) }
  })
}

function isOfRepository(layer: ConfigLayer): boolean {
  return layer.name === 'project' || layer.name === 'local'
}

function noTerminal(): PlansError {
  return new PlansError(
    'refused',
    'no-terminal',
    'Expected a person at a terminal, found none.',
    'Read `plans trust --show`, then run `plans trust` in a terminal, or `plans trust --yes`.',
  )
}

function nothingToTrust(place: ConfigPlace): PlansError {
  return new PlansError(
    'usage',
    'config-missing',
    `Expected a configuration file of the repository, found none below ${place.root ?? 'here'}.`,
    'There is nothing to trust; docs/configuration.md says where such a file stands.',
  )
}
