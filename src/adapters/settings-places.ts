import type { AgentId } from '../core/action.ts'

/** Settings files in which hooks can stand, relative to project and home; apart from the adapters, to stay light. */
const places: Record<AgentId, string[]> = {
  'claude-code': ['.claude/settings.json', '.claude/settings.local.json'],
  'gemini-cli': ['.gemini/settings.json'],
}

export const settingsPlaces: readonly string[] = Object.values(places).flat()
