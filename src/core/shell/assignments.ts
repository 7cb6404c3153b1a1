import { holdsWord } from './lists.ts'

/**
 * Variables in front of a command that change nothing but its looks. Everything else may choose what runs
 * (`PATH`, `LD_PRELOAD`, `GIT_SSH_COMMAND`, `PAGER`, `NODE_OPTIONS`, …), and new such names appear all the time.
 */
const harmlessNames = `LANG LANGUAGE TZ TERM COLORTERM COLUMNS LINES NO_COLOR FORCE_COLOR CLICOLOR CLICOLOR_FORCE LS_COLORS GREP_COLOR
  GREP_COLORS GCC_COLORS TIME_STYLE BLOCKSIZE BLOCK_SIZE QUOTING_STYLE CI DEBIAN_FRONTEND PYTHONUNBUFFERED
  PYTHONDONTWRITEBYTECODE PYTHONIOENCODING RUST_BACKTRACE RUST_LOG GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT
  GIT_LITERAL_PATHSPECS GIT_GLOB_PATHSPECS GIT_NOGLOB_PATHSPECS GIT_ICASE_PATHSPECS HOMEBREW_NO_AUTO_UPDATE
  HOMEBREW_NO_ANALYTICS HOMEBREW_NO_ENV_HINTS NODE_ENV AWS_PROFILE AWS_REGION AWS_DEFAULT_REGION`

/** Names that change what later commands of the same shell run or where they look, even without `export`. */
const shellNames = `PATH IFS ENV HOME PWD OLDPWD CDPATH FPATH SHELL SHELLOPTS EDITOR VISUAL PAGER MANPAGER LESSOPEN LESSCLOSE LESS
  BROWSER TMPDIR TMP TEMP PS0 PS1 PS2 PS4 PROMPT_COMMAND GLOBIGNORE EXECIGNORE HISTFILE POSIXLY_CORRECT TIMEFORMAT
  JAVA_TOOL_OPTIONS _JAVA_OPTIONS KUBECONFIG KUBECTL_EXTERNAL_DIFF EMACS TERMINFO LOCPATH NLSPATH GCONV_PATH
  RUBYOPT RUBYLIB PERL5LIB PERL5OPT PERL5DB NODE_OPTIONS NODE_PATH CLASSPATH MAKEFLAGS GNUMAKEFLAGS OPENSSL_CONF
  RIPGREP_CONFIG_PATH FZF_DEFAULT_COMMAND FZF_DEFAULT_OPTS AWKPATH AWKLIBPATH NULLCMD READNULLCMD ZDOTDIR
  XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME GREP_OPTIONS LS_OPTIONS TAR_OPTIONS GZIP XZ_OPT RSYNC_RSH CVS_RSH
  HTTP_PROXY HTTPS_PROXY ALL_PROXY http_proxy https_proxy all_proxy CC CXX LD AS`

const shellPrefixes =
  /^(GIT_|LD_|DYLD_|BASH|PYTHON|NPM_|npm_|YARN_|PNPM_|PIP_|UV_|CARGO|RUSTC|DOCKER_|AWS_|GH_|ZSH|_RLD|MALLOC_|GLIBC_)/

/** In front of a command, that is in its environment. */
export function isHarmlessPrefix(name: string, value: string | undefined): boolean {
  if (isLook(name)) return true
  // An empty value names nothing that could run.
  if (value === '') return !choosesPrograms(name)
  return name === 'PATH' && value !== undefined && value.split(':').every((folder) => holdsWord(systemFolders, folder))
}

/** Standing alone, that is for this shell. */
export function isHarmlessAssignment(name: string): boolean {
  return isLook(name) || !choosesPrograms(name)
}

function isLook(name: string): boolean {
  return holdsWord(harmlessNames, name) || name.startsWith('LC_')
}

function choosesPrograms(name: string): boolean {
  return holdsWord(shellNames, name) || shellPrefixes.test(name)
}

const systemFolders = '/bin /sbin /usr/bin /usr/sbin /usr/local/bin /usr/local/sbin /opt/homebrew/bin'
