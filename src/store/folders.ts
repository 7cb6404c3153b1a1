import { isAbsolute, join } from 'node:path'

type Environment = Record<string, string | undefined>

/** The home folder as the environment names it; empty where it names none, which no absolute path lies in. */
export function homeOf(environment: Environment): string {
  return environment['HOME'] || environment['USERPROFILE'] || ''
}

export function configHome(environment: Environment): string {
  return baseFolder(environment, 'XDG_CONFIG_HOME', '.config')
}

export function stateHome(environment: Environment): string {
  return baseFolder(environment, 'XDG_STATE_HOME', '.local/state')
}

export function dataHome(environment: Environment): string {
  return baseFolder(environment, 'XDG_DATA_HOME', '.local/share')
}

/** https://specifications.freedesktop.org/basedir-spec: relative values are to be ignored. */
function baseFolder(environment: Environment, name: string, fallback: string): string {
  const named = environment[name]
  return named && isAbsolute(named) ? named : join(homeOf(environment) || '/', fallback)
}
