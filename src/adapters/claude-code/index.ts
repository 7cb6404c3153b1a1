import { objectOf } from '../../core/json.ts'
import type { Adapter } from '../adapter.ts'
import { addHookGroups, hasHookGroups, removeHookGroups } from '../hook-groups.ts'
import { parseSettingsText, valueAt } from '../settings-text.ts'
import { claudeHookGroups } from './settings.ts'
import { claudeCodeWire } from './wire.ts'

export const claudeCode: Adapter = {
  id: 'claude-code',
  title: 'Claude Code',
  documentation: 'https://code.claude.com/docs/en/hooks',
  program: 'claude',
  wire: claudeCodeWire,
  settingsFile: { project: '.claude/settings.json', user: '.claude/settings.json' },
  userFolderVariable: 'CLAUDE_CONFIG_DIR',
  execFormSince: '2.1.139',
  closedSince: '2.1.295',
  addHooks: (settings, launcher) => addHookGroups(settings, claudeHookGroups(launcher)),
  removeHooks: removeHookGroups,
  hasHooks: hasHookGroups,
  findHindrance(settings) {
    const { disableAllHooks } = objectOf(valueAt(parseSettingsText(settings).root))
    return disableAllHooks === true ? '"disableAllHooks": true switches every hook off' : undefined
  },
}
