import type { Action, ActionKind } from '../../core/action.ts'
import { type JsonObject, objectOf, stringOf } from '../../core/json.ts'
import { absolutePath, firstText, literalFolder } from '../path-arguments.ts'

interface Tool {
  kind: ActionKind
  /** Arguments that name the file or folder; the first that is there counts. */
  paths?: string[]
  /** Without a path argument the call is not judged, since what it writes is not known. */
  needsPath?: true
}

const internal: Tool = { kind: 'internal' }

/** Claude Code's tools; those of older versions stay, since people do not all update. Anything else is `other`. */
const tools: Record<string, Tool> = {
  Bash: { kind: 'shell' },
  PowerShell: { kind: 'shell' },
  Monitor: { kind: 'shell' },
  PreSkillShellCommand: { kind: 'shell' },
  Read: { kind: 'read', paths: ['file_path'], needsPath: true },
  NotebookRead: { kind: 'read', paths: ['notebook_path'], needsPath: true },
  Write: { kind: 'write', paths: ['file_path'], needsPath: true },
  Edit: { kind: 'edit', paths: ['file_path'], needsPath: true },
  MultiEdit: { kind: 'edit', paths: ['file_path'], needsPath: true },
  NotebookEdit: { kind: 'notebook', paths: ['notebook_path'], needsPath: true },
  Glob: { kind: 'search', paths: ['path'] },
  Grep: { kind: 'search', paths: ['path'] },
  LS: { kind: 'search', paths: ['path'] },
  WebFetch: { kind: 'fetch' },
  WebSearch: { kind: 'fetch' },
  Agent: { kind: 'subagent' },
  Task: { kind: 'subagent' },
  AskUserQuestion: { kind: 'ask-user' },
  EnterPlanMode: { kind: 'plan-enter' },
  ExitPlanMode: { kind: 'plan-exit' },
  Skill: { kind: 'skill' },
  SlashCommand: { kind: 'skill' },
  Workflow: { kind: 'other' },
  TodoWrite: internal,
  TodoRead: internal,
  TaskCreate: internal,
  TaskUpdate: internal,
  TaskGet: internal,
  TaskList: internal,
  TaskOutput: internal,
  TaskStop: internal,
  BashOutput: internal,
  KillShell: internal,
  ToolSearch: internal,
}

type ToolPart = Pick<Action, 'kind' | 'paths' | 'command' | 'shell' | 'url' | 'subagentType' | 'server' | 'serverTool'>

/** What the call does, from its name and arguments. */
export function describeTool(name: string, payload: JsonObject, cwd: string, home: string): ToolPart {
  const input = objectOf(payload['tool_input'])
  if (name.startsWith('mcp__')) return { kind: 'mcp', paths: [], ...splitMcpName(name, payload) }
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
  if (!tool) return { kind: 'other', paths: [] }
  if (tool.kind === 'shell') return describeShell(name, input)
  const url = stringOf(input['url'])
  const subagentType = tool.kind === 'subagent' ? stringOf(input['subagent_type']) : undefined
  return {
    kind: tool.kind,
    paths: findPaths(name, tool, input, cwd, home),
    ...(tool.kind === 'fetch' && url !== undefined ? { url } : {}),
    ...(subagentType === undefined ? {} : { subagentType }),
  }
}

function describeShell(name: string, input: JsonObject): ToolPart {
  const command = stringOf(input['command'])
  // Monitor may watch a web socket instead of running a command.
  if (name === 'Monitor' && command === undefined && input['ws'] !== undefined) return { kind: 'fetch', paths: [] }
  return {
    kind: 'shell',
    paths: [],
    ...(command === undefined ? {} : { command }),
    ...(name === 'PowerShell' ? { shell: 'powershell' } : {}),
  }
}

function findPaths(name: string, tool: Tool, input: JsonObject, cwd: string, home: string): string[] {
  if (tool.paths === undefined) return []
  const path = firstText(input, tool.paths)
  if (path === undefined && tool.needsPath)
    throw new TypeError(`tool_input.${tool.paths[0]}: expected the path of a file`)
  const base = path === undefined ? cwd : absolutePath(path, cwd, home)
  // A pattern can lead out of the folder it is searched in.
  return name === 'Glob' ? [absolutePath(literalFolder(stringOf(input['pattern']) ?? '.'), base, home)] : [base]
}

/** `mcp__<server>__<tool>`; the server's own name tells where it ends when that holds underscores itself. */
function splitMcpName(name: string, payload: JsonObject): { server: string; serverTool: string } {
  const rest = name.slice('mcp__'.length)
  const told = stringOf(objectOf(payload['mcp_server'])['name'])?.replace(/[^A-Za-z0-9_-]/g, '_')
  if (told !== undefined && rest.startsWith(`${told}__`))
    return { server: told, serverTool: rest.slice(told.length + 2) }
  const end = rest.indexOf('__')
  return end < 0 ? { server: rest, serverTool: '' } : { server: rest.slice(0, end), serverTool: rest.slice(end + 2) }
}
