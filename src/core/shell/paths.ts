/** Text operations on absolute POSIX paths: nothing here looks at a disk. */

import { holdsWord } from './lists.ts'

export function joinPath(base: string, path: string): string {
  const parts: string[] = []
  for (const part of (path.startsWith('/') ? path : `${base}/${path}`).split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return `/${parts.join('/')}`
}

export function isInsideFolder(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

const secretNames = `.env .netrc _netrc .pgpass .my.cnf .npmrc .pypirc .git-credentials .htpasswd .vault-token .dockercfg id_rsa id_dsa
  id_ecdsa id_ed25519 shadow gshadow sudoers credentials.json secrets.json secrets.yml secrets.yaml
  service-account.json`

const secretEndings = ['.pem', '.p12', '.pfx', '.key', '.jks', '.keystore', '.kdbx', '.ppk']

const secretFolders = [
  '/.ssh',
  '/.gnupg',
  '/.aws',
  '/.azure',
  '/.kube',
  '/.config/gcloud',
  '/.config/gh',
  '/.docker/config.json',
  '/.password-store',
  '/Library/Keychains',
]

const publicEndings = ['.pub', '.example', '.sample', '.template', '.dist', '/known_hosts', '/authorized_keys']

/** Whether the name says that it holds credentials. The caller's own protected paths come on top. */
export function isSecretPath(path: string): boolean {
  if (publicEndings.some((ending) => path.endsWith(ending))) return false
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (holdsWord(secretNames, name) || name.startsWith('.env.')) return true
  if (secretEndings.some((ending) => name.endsWith(ending))) return true
  if (path.startsWith('/proc/') && name === 'environ') return true
  return secretFolders.some((folder) => path.includes(`${folder}/`) || path.endsWith(folder))
}
