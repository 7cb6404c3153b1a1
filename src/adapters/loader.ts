import type { AgentId } from '../core/action.ts'
import type { LauncherPaths } from './adapter.ts'

/** In every command that `init` writes; by it our hooks are found again, wherever their files lie. */
export const marker = '/*git-plans*/'

/** Launchers in `hooks/`, by the name of their file. */
export type Launcher = 'pre-tool-use' | 'permission-request' | 'after-tool' | 'prompt' | 'session'

/**
 * The settings' own command: loads the launcher, and where that is missing, as in a fresh clone, denies by itself.
 * Arguments: launcher, agent, what a person runs to mend it. It stands between double quotes in shells of three kinds,
 * so it has no double quote, dollar, backtick, backslash, percent or exclamation mark.
 */
const loader = [
  `${marker}const [,file,agent,remedy]=process.argv,{env}=process;`,
  `const path=require('path').resolve(env.CLAUDE_PROJECT_DIR||env.GEMINI_PROJECT_DIR||'',file);`,
  `try{require(path)}catch(error){`,
  `const reason='git-plans denies this call, since its hook could not be loaded ('+(error.code||error.name)+'). `,
  `A person runs: '+remedy,`,
  `say=value=>console.log(JSON.stringify(value));`,
  `if(file.includes('pre-tool-use')){`,
  `agent==='gemini-cli'?say({decision:'deny',reason}):`,
  `say({hookSpecificOutput:{hookEventName:'PreToolUse',permissionDecision:'deny',permissionDecisionReason:reason}});`,
  `if(agent==='claude-code')console.error(reason);process.exitCode=2}`,
  `else if(file.includes('permission-request'))`,
  `say({hookSpecificOutput:{hookEventName:'PermissionRequest',decision:{behavior:'deny',message:reason}}})}`,
].join('')

export function loaderArguments(launcher: Launcher, agent: AgentId, paths: LauncherPaths): string[] {
  return ['-e', loader, `${paths.folder}/${launcher}.cjs`, agent, paths.remedy]
}

/** One command line for `sh`, PowerShell and cmd.exe. */
export function loaderCommand(launcher: Launcher, agent: AgentId, paths: LauncherPaths): string {
  return ['node', ...loaderArguments(launcher, agent, paths).map(quote)].join(' ')
}

/**
 * Double quotes mean the same in all three shells as long as nothing inside is special to one of them. Other words (a
 * home folder with a dollar in its name) are quoted for `sh`.
 */
function quote(word: string): string {
  if (/^[\w.:/-]+$/.test(word)) return word
  return /["$`\\%!]/.test(word) ? `'${word.replaceAll("'", "'\\''")}'` : `"${word}"`
}
