import type { AgentId } from '../core/action.ts'
import type { Adapter } from './adapter.ts'
import { claudeCode } from './claude-code/index.ts'
import { geminiCli } from './gemini-cli/index.ts'

/** For the command line; the hook has its own, lighter table (wires.ts). */
export const adapters: Record<AgentId, Adapter> = {
  'claude-code': claudeCode,
  'gemini-cli': geminiCli,
}
