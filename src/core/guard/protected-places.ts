/**
 * Paths whose content runs later or changes the rules, so that no allow rule approves them beforehand (guard.md step 4).
 * Folders count at any depth below the project or the home folder.
 */
export const protectedFolders: readonly string[] = [
  '.git',
  '.claude',
  '.gemini',
  '.codex',
  '.cursor',
  '.qwen',
  '.factory',
  '.opencode',
  '.windsurf',
  '.kiro',
  '.augment',
  '.crush',
  '.amp',
  '.github/hooks',
  '.vscode',
  '.idea',
  '.husky',
]

export const protectedFiles: ReadonlySet<string> = new Set([
  '.envrc',
  '.gitconfig',
  '.gitmodules',
  '.mcp.json',
  'gradle-wrapper.properties',
  'maven-wrapper.properties',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '.pnpmrc',
  'bunfig.toml',
  '.pypirc',
  'pip.conf',
  '.bazelrc',
])

/** Directly in the home folder. */
export const shellStartupFiles: ReadonlySet<string> = new Set([
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '.kshrc',
  '.cshrc',
  '.tcshrc',
  '.inputrc',
])
