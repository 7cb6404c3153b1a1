import { join } from 'node:path'
import type { Action, ActionKind } from '../../core/action.ts'
import { type JsonObject, objectOf, stringOf } from '../../core/json.ts'
import { absolutePath, firstText, isHomePath, isRelativePath, literalFolder, textsOf } from '../path-arguments.ts'

interface Tool {
  kind: ActionKind
  paths?: string[]
  needsPath?: true
}

const fileArguments = ['file_path', 'absolute_path', 'path']
const folderArguments = ['dir_path', 'path', 'directory']
const internal: Tool = { kind: 'internal' }
const search: Tool = { kind: 'search', paths: folderArguments }

/** Gemini CLI's tools and the names they had before. Anything else is `other`. */
const tools: Record<string, Tool> = {
  run_shell_command: { kind: 'shell' },
  read_file: { kind: 'read', paths: fileArguments, needsPath: true },
  read_many_files: { kind: 'read' },
  write_file: { kind: 'write', paths: fileArguments, needsPath: true },
  replace: { kind: 'edit', paths: fileArguments, needsPath: true },
  edit: { kind: 'edit', paths: fileArguments, needsPath: true },
  glob: search,
  grep_search: search,
  search_file_content: search,
  list_directory: search,
  web_fetch: { kind: 'fetch' },
  google_web_search: { kind: 'fetch' },
  ask_user: { kind: 'ask-user' },
  invoke_agent: { kind: 'subagent' },
  activate_skill: { kind: 'skill' },
  enter_plan_mode: { kind: 'plan-enter' },
  exit_plan_mode: { kind: 'plan-exit' },
  write_todos: internal,
  update_topic: internal,
  complete_task: internal,
  get_internal_docs: internal,
}

interface Place {
  cwd: string
  home: string
  windows: boolean
}

type ToolPart = Pick<
  Action,
  | 'kind'
  | 'paths'
  | 'relativePaths'
  | 'command'
  | 'commandCwd'
  | 'shell'
  | 'url'
  | 'subagentType'
  | 'server'
  | 'serverTool'
>

export function describeTool(name: string, payload: JsonObject, place: Place): ToolPart {
  const input = objectOf(payload['tool_input'])
  const mcp = describeMcp(name, payload)
  if (mcp) return mcp
  const tool = findTool(name)
  if (tool.kind === 'shell') return describeShell(input, place)
  if (tool.kind === 'subagent') return withText({ kind: 'subagent', paths: [] }, 'subagentType', input['agent_name'])
  if (tool.kind === 'fetch') return withText({ kind: 'fetch', paths: [] }, 'url', findUrl(input))
  return { kind: tool.kind, ...describePaths(name, tool, input, place) }
}

function findTool(name: string): Tool {
  if (name.startsWith('tracker_')) return internal
  return (Object.hasOwn(tools, name) ? tools[name] : undefined) ?? { kind: 'other' }
}

/** The names alone are ambiguous (`mcp_<server>_<tool>`), so a name is split only by the context beside it. */
function describeMcp(name: string, payload: JsonObject): ToolPart | undefined {
  const context = payload['mcp_context']
  if (context === undefined && !name.startsWith('mcp_')) return undefined
  const part = withText({ kind: 'mcp', paths: [] }, 'server', objectOf(context)['server_name'])
  return withText(part, 'serverTool', objectOf(context)['tool_name'])
}

/** On Windows Gemini's shell is PowerShell, under the same tool name. */
function describeShell(input: JsonObject, { cwd, home, windows }: Place): ToolPart {
  const folder = firstText(input, ['dir_path', 'directory'])
  const part: ToolPart = { kind: 'shell', paths: [], ...(windows ? { shell: 'powershell' } : {}) }
  if (folder !== undefined) part.commandCwd = absolutePath(folder, cwd, home)
  return withText(part, 'command', input['command'])
}

function describePaths(
  name: string,
  tool: Tool,
  input: JsonObject,
  place: Place,
): Pick<ToolPart, 'paths' | 'relativePaths'> {
  const written = writtenPaths(name, tool, input)
  const relative = written.filter(isRelativePath)
  const paths = written.flatMap((path) => candidates(path, place))
  return { paths, ...(relative.length === 0 ? {} : { relativePaths: relative }) }
}

function writtenPaths(name: string, tool: Tool, input: JsonObject): string[] {
  if (name === 'read_many_files')
    return [...textsOf(input['include']), ...textsOf(input['paths'])].map((pattern) => literalFolder(pattern))
  if (tool.paths === undefined) return []
  const path = firstText(input, tool.paths)
  if (path === undefined && tool.needsPath)
    throw new TypeError(`tool_input.${tool.paths[0]}: expected the path of a file`)
  if (name !== 'glob') return [path ?? '.']
  const below = literalFolder(stringOf(input['pattern']) ?? '.')
  return [isRelativePath(below) ? join(path ?? '.', below) : below]
}

/** Whether `~` is the home folder or a name differs by version and tool, so both are judged. */
function candidates(path: string, { cwd, home }: Place): string[] {
  const inHome = absolutePath(path, cwd, home)
  return isHomePath(path) ? [inHome, join(cwd, path)] : [inHome]
}

/** The address stands somewhere in the prompt. */
function findUrl(input: JsonObject): string | undefined {
  const direct = stringOf(input['url'])
  if (direct !== undefined) return direct
  const word = stringOf(input['prompt'])
    ?.split(/[\s<>"'`()[\]]/)
    .find((each) => each.startsWith('https://') || each.startsWith('http://'))
  return word && withoutPunctuation(word)
}

/** A sentence may end right behind the address. */
function withoutPunctuation(word: string): string {
  let end = word.length
  while (end > 0 && '.,;:!?'.includes(word[end - 1] ?? '')) end--
  return word.slice(0, end)
}

function withText(
  part: ToolPart,
  key: 'url' | 'server' | 'serverTool' | 'subagentType' | 'command',
  value: unknown,
): ToolPart {
  const text = stringOf(value)
  return text === undefined ? part : { ...part, [key]: text }
}
