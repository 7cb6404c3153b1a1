import { objectOf } from '../../core/json.ts'
import type { Adapter } from '../adapter.ts'
import { addHookGroups, hasHookGroups, removeHookGroups } from '../hook-groups.ts'
import { parseSettingsText, valueAt } from '../settings-text.ts'
import { geminiHookGroups } from './settings.ts'
import { geminiCliWire } from './wire.ts'

export const geminiCli: Adapter = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  documentation: 'https://geminicli.com/docs/hooks/reference',
  program: 'gemini',
  wire: geminiCliWire,
  settingsFile: { project: '.gemini/settings.json', user: '.gemini/settings.json' },
  addHooks: (settings, launcher) => addHookGroups(settings, geminiHookGroups(launcher)),
  removeHooks: removeHookGroups,
  hasHooks: hasHookGroups,
  findHindrance(settings) {
    const { hooksConfig } = objectOf(valueAt(parseSettingsText(settings).root))
    return objectOf(hooksConfig)['enabled'] === false
      ? '"hooksConfig.enabled": false switches every hook off'
      : undefined
  },
}
