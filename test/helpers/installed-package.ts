import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Finished, runDetached } from './run-detached.ts'
import { type TemporaryRepository, temporaryRepository } from './temporary-repository.ts'

const project = resolve(import.meta.dirname, '../..')

/** An empty repository with the packed tarball installed, as a user has it. */
export interface InstalledPackage extends TemporaryRepository {
  /** Starts a program of the package away from this process, in a person's shell. */
  run(
    program: string,
    args: string[],
    options?: { input?: string; environment?: Record<string, string> },
  ): Promise<Finished>
}

export function installPackage(): InstalledPackage {
  const tarballs = mkdtempSync(join(tmpdir(), 'git-plans-pack-'))
  const repository = temporaryRepository({ commit: false })
  // npm's own cache is the machine's: a fresh one would fetch every dependency again.
  const npm = (args: string[], cwd: string): string =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const [name] = npm(['pack', '--ignore-scripts', '--silent', '--pack-destination', tarballs], project)
    .trim()
    .split('\n')
    .slice(-1)
  npm(
    ['install', '--silent', '--no-audit', '--no-fund', '--prefer-offline', '--save-dev', join(tarballs, name ?? '')],
    repository.root,
  )
  rmSync(tarballs, { recursive: true, force: true })
  return {
    ...repository,
    run: (program, args, options = {}) =>
      runDetached([join(repository.root, 'node_modules/.bin', program), ...args], {
        cwd: repository.root,
        environment: { ...repository.environment, ...options.environment },
        ...(options.input === undefined ? {} : { input: options.input }),
      }),
  }
}
