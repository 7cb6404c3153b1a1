#!/usr/bin/env node
import { fileURLToPath } from 'node:url'
import { Config, flush, handle, run } from '@oclif/core'

/** oclif's own answer to an unknown command knows neither `--json` nor the nearest name; a command of ours does. */
function route(config, words) {
  const [first, ...rest] = words
  if (first === 'help') return route(config, [...rest, '--help'])
  if (first === undefined || ['--help', '--version'].includes(first)) return words
  if (config.findCommand(first) || config.findTopic(first)) return words
  return ['unknown', ...(words.includes('--json') ? ['--json'] : []), '--', first]
}

try {
  const config = await Config.load(fileURLToPath(import.meta.url))
  await run(route(config, process.argv.slice(2)), config)
  flush()
} catch (error) {
  await handle(error)
}
