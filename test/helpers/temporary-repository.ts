import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface TemporaryRepository {
  /** Work tree, real path. */
  root: string
  /** HOME and XDG folders of the world this repository lives in. */
  home: string
  environment: Record<string, string>
  git(...args: string[]): string
  write(path: string, text: string): string
  remove(): void
}

/** A world of its own: HOME, XDG folders, git identity and clock are fixed, the user's configuration is not read. */
export function temporaryEnvironment(home: string): Record<string, string> {
  return {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: join(home, '.config'),
    XDG_STATE_HOME: join(home, '.local/state'),
    XDG_DATA_HOME: join(home, '.local/share'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
    GIT_AUTHOR_NAME: 'Ada Example',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_AUTHOR_DATE: '2026-01-02T03:04:05Z',
    GIT_COMMITTER_NAME: 'Ada Example',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
    GIT_COMMITTER_DATE: '2026-01-02T03:04:05Z',
    NO_COLOR: '1',
    TZ: 'UTC',
    LC_ALL: 'C',
  }
}

/** A git repository on branch `main` with one commit, in a temporary folder. Call `remove()` when done. */
export function temporaryRepository(options: { commit?: boolean } = {}): TemporaryRepository {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'git-plans-')))
  const root = join(folder, 'home/dev/app')
  const home = join(folder, 'home/dev')
  mkdirSync(root, { recursive: true })
  const environment = temporaryEnvironment(home)
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: root, env: environment, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  git('init', '--quiet', '--initial-branch=main')
  const write = (path: string, text: string): string => {
    const target = join(root, path)
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, text)
    return target
  }
  if (options.commit !== false) {
    write('README.md', '# app\n')
    git('add', '--all')
    git('commit', '--quiet', '--message', 'Start')
  }
  return { root, home, environment, git, write, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
