import { isObject, type Json, type JsonObject, listOf, stringOf, stringsOf } from '../core/json.ts'
import { marker } from './loader.ts'
import {
  appendItem,
  appendMember,
  faultAt,
  findMember,
  parseSettingsText,
  removeChild,
  type SettingsNode,
  type SettingsTree,
  valueAt,
} from './settings-text.ts'

/** `{"hooks": {"<event>": [{"matcher": …, "hooks": [handler]}]}}`, the shape that Claude Code and Gemini CLI share. */
export interface HookGroup {
  event: string
  group: JsonObject
}

/** The settings with exactly these groups of ours, after those of others. Nothing to change: the same text. */
export function addHookGroups(text: string, wanted: readonly HookGroup[]): string {
  if (isCurrent(parseSettingsText(text), wanted)) return text
  let next = removeHookGroups(text)
  for (const { event, group } of wanted) next = addGroup(parseSettingsText(next), event, group)
  return next
}

/** Takes out our handlers, and the groups, lists and objects that are empty without them. */
export function removeHookGroups(text: string): string {
  let tree = parseSettingsText(text)
  for (;;) {
    const place = findOwn(tree)
    if (!place) return tree.text === `${text}{}\n` ? text : tree.text
    tree = parseSettingsText(removeFrom(tree, place))
  }
}

export function hasHookGroups(text: string): boolean {
  return findOwn(parseSettingsText(text)) !== undefined
}

/** Containers from the outside in, each with the index of the child that leads to our handler. */
type Place = { container: SettingsNode; index: number }[]

function addGroup(tree: SettingsTree, event: string, group: JsonObject): string {
  const hooks = findHooks(tree)
  if (!hooks) return appendMember(tree, tree.root, 'hooks', { [event]: [group] })
  const list = findMember(tree, hooks, event)
  if (!list) return appendMember(tree, hooks, event, [group])
  if (list.type !== 'array') throw faultAt(tree.text, list.offset, `expected "hooks.${event}" to be a list`)
  return appendItem(tree, list, group)
}

function findHooks(tree: SettingsTree): SettingsNode | undefined {
  const hooks = findMember(tree, tree.root, 'hooks')
  if (hooks && hooks.type !== 'object') throw faultAt(tree.text, hooks.offset, 'expected "hooks" to be an object')
  return hooks
}

function findOwn(tree: SettingsTree): Place | undefined {
  const hooks = findHooks(tree)
  if (!hooks) return undefined
  const top = { container: tree.root, index: indexOfParent(tree.root, hooks) }
  for (const [index, property] of (hooks.children ?? []).entries()) {
    const inner = findOwnInList(property.children?.[1])
    if (inner) return [top, { container: hooks, index }, ...inner]
  }
  return undefined
}

function indexOfParent(object: SettingsNode, value: SettingsNode): number {
  return (object.children ?? []).findIndex((property) => property.children?.[1] === value)
}

function findOwnInList(list: SettingsNode | undefined): Place | undefined {
  if (list?.type !== 'array') return undefined
  for (const [index, group] of (list.children ?? []).entries()) {
    const handlers = group.children?.find((property) => property.children?.[0]?.value === 'hooks')?.children?.[1]
    if (handlers?.type !== 'array') continue
    const own = (handlers.children ?? []).findIndex((handler) => isOurs(valueAt(handler)))
    if (own >= 0)
      return [
        { container: list, index },
        { container: handlers, index: own },
      ]
  }
  return undefined
}

/** From the outermost container that would be left with nothing else. */
function removeFrom(tree: SettingsTree, place: Place): string {
  let at = place.length - 1
  while (at > 0 && place[at]?.container.children?.length === 1) at--
  const { container, index } = place[at] ?? { container: tree.root, index: -1 }
  return removeChild(tree, container, index)
}

function isOurs(handler: Json): boolean {
  if (!isObject(handler)) return false
  return [stringOf(handler['command']) ?? '', ...stringsOf(handler['args'])].some((word) => word.includes(marker))
}

function isCurrent(tree: SettingsTree, wanted: readonly HookGroup[]): boolean {
  const hooks = findHooks(tree)
  if (!hooks) return wanted.length === 0
  const found = (hooks.children ?? []).flatMap((property) => {
    const event = String(property.children?.[0]?.value)
    findMember(tree, hooks, event)
    const list = property.children?.[1]
    return list ? ownGroups(valueAt(list)).map((group) => formatGroup(event, group)) : []
  })
  const expected = wanted.map(({ event, group }) => formatGroup(event, group))
  return found.length === expected.length && expected.every((group) => found.includes(group))
}

function ownGroups(list: Json): Json[] {
  return listOf(list).filter((group) => isObject(group) && listOf(group['hooks']).some(isOurs))
}

function formatGroup(event: string, group: Json): string {
  return `${event} ${JSON.stringify(group)}`
}
