/** Set before a command, these change how its output looks and nothing else. */
const harmless: ReadonlySet<string> = new Set(
  `LANG LANGUAGE LC_ALL LC_COLLATE LC_CTYPE LC_MESSAGES LC_MONETARY LC_NUMERIC LC_TIME TZ NO_COLOR FORCE_COLOR CLICOLOR
  CLICOLOR_FORCE COLUMNS LINES TERM COLORTERM CI NODE_ENV DEBIAN_FRONTEND PYTHONUNBUFFERED PYTHONDONTWRITEBYTECODE
  RUST_BACKTRACE GIT_PAGER_IN_USE GIT_OPTIONAL_LOCKS GIT_TERMINAL_PROMPT GH_NO_UPDATE_NOTIFIER HOMEBREW_NO_AUTO_UPDATE
  LS_COLORS GREP_COLOR GREP_COLORS GCC_COLORS TIME_STYLE BLOCKSIZE BLOCK_SIZE POSIXLY_CORRECT`.split(/\s+/),
)

/** Programs that look at no variable but those of the loader, the C library and the shell. */
const deaf: ReadonlySet<string> = new Set(
  `cat echo printf true false pwd ls head tail wc cut tr uniq tac rev nl seq basename dirname realpath readlink
  stat test [ sleep cd`.split(/\s+/),
)

/** Names whose value some program or the shell runs, or takes programs, libraries or settings from. */
const tellingNames: ReadonlySet<string> = new Set(
  `HOME PWD OLDPWD IFS ENV EDITOR VISUAL BROWSER PAGER SHELL SHELLOPTS BASHOPTS PS0 PS1 PS2 PS3 PS4 OPTIND OPTARG
  OPTERR TMPDIR TMP TEMP USER LOGNAME HOSTNAME DISPLAY MAIL ZDOTDIR HISTFILE LESS LV MORE MAKEFLAGS MFLAGS MAKE CC CXX
  LD AR CFLAGS CXXFLAGS LDFLAGS RUBYOPT RUBYLIB PERL5OPT PERL5LIB PERL5DB PERLLIB NODE_OPTIONS INPUTRC TERMINFO
  FCEDIT FIGNORE GLOBIGNORE EXECIGNORE HOSTALIASES RES_OPTIONS EPOCHSECONDS http_proxy https_proxy all_proxy no_proxy`.split(
    /\s+/,
  ),
)
const tellingBeginnings = `LD_ DYLD_ BASH_ GIT_ SSH_ PYTHON NPM_ npm_ NODE_ YARN_ PNPM_ BUN_ DENO_ CARGO_ RUST GO JAVA_ JDK_
  MAVEN_ GRADLE_ DOCKER_ KUBE HELM_ TF_ AWS_ AZURE_ GOOGLE_ CLOUDSDK_ GH_ GITHUB_ GITLAB_ GLAB_ HOMEBREW_ PIP_ UV_ XDG_ LESS
  MAN RIPGREP_ FZF_ JQ_ RUBY PERL LUA PHP MALLOC_ GLIBC_ GCONV_ LOCPATH NLSPATH ASAN_ LSAN_ CLAUDE GEMINI_ CODEX_ PLANS_
  SUDO_ PG MYSQL_ CURL_ WGET`
  .trim()
  .split(/\s+/)
const tellingParts =
  'PATH PRELOAD PAGER EDITOR COMMAND CMD CONFIG OPTS OPTIONS PROXY HOOK SHELL ASKPASS PROGRAM LIBRARY'.split(
    ' ',
  )

export function isHarmlessAssignment(name: string): boolean {
  return harmless.has(name)
}

/** Whether a shell variable of this name, perhaps already exported, may change what some program does. */
export function isTellingName(name: string): boolean {
  if (harmless.has(name)) return false
  if (tellingNames.has(name)) return true
  return (
    tellingBeginnings.some((beginning) => name.startsWith(beginning)) ||
    tellingParts.some((part) => name.includes(part))
  )
}

export function mindsAssignment(program: string, name: string): boolean {
  if (harmless.has(name)) return false
  return !deaf.has(program) || isTellingName(name)
}
