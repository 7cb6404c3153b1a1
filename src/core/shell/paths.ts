import type { ShellWord } from './words.ts'

export interface PathBase {
  home: string | undefined
  cwd: string | undefined
}

/** Absolute path that a word names, by text alone; `undefined` when it is only known at run time. */
export function pathOfWord(word: ShellWord, base: PathBase): string | undefined {
  if (word.text === undefined) return undefined
  return resolvePath(word.text, base, word.tilde)
}

export function resolvePath(text: string, { home, cwd }: PathBase, tilde = true): string | undefined {
  if (tilde && text.startsWith('~')) {
    if (text !== '~' && !text.startsWith('~/')) return undefined
    return home === undefined ? undefined : normalizePath(home + text.slice(1))
  }
  const plain = text.replaceAll('\\', '/')
  if (/^[A-Za-z]:\//.test(plain)) return normalizePath(plain)
  if (text.startsWith('/')) return normalizePath(text)
  return cwd === undefined ? undefined : normalizePath(`${cwd}/${text}`)
}

function normalizePath(path: string): string {
  if (!path.includes('/.') && !path.includes('//') && !path.endsWith('/')) return path
  const segments: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return /^[A-Za-z]:/.test(path) ? segments.join('/') : `/${segments.join('/')}`
}

export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)
}

const secretNames: ReadonlySet<string> = new Set([
  '.env',
  '.envrc',
  '.netrc',
  '_netrc',
  '.pgpass',
  '.my.cnf',
  '.npmrc',
  '.yarnrc.yml',
  '.pypirc',
  '.git-credentials',
  '.vault-token',
  '.htpasswd',
  '.dockercfg',
  'credentials.json',
  'service-account.json',
  'secrets.yml',
  'secrets.yaml',
  'secrets.json',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
  'id_ecdsa_sk',
  'id_ed25519_sk',
  'terraform.tfvars',
  'shadow',
  'gshadow',
  'sudoers',
  'master.key',
])
const secretEndings = ['.pem', '.key', '.p12', '.pfx', '.jks', '.keystore', '.kdbx', '.ppk', '.asc', '.gpg']
const secretPlaces = [
  '/.aws/credentials',
  '/.docker/config.json',
  '/.kube/config',
  '/.config/gh/hosts.yml',
  '/.config/gcloud/',
  '/.config/rclone/',
  '/.azure/',
  '/.gnupg/',
  '/.cargo/credentials',
  '/.gem/credentials',
  '/.config/op/',
  '/.password-store/',
  '/run/secrets/',
  '/.claude/.credentials.json',
  '/.codex/auth.json',
  '/.gemini/oauth_creds.json',
]
const publicNames = ['.env.example', '.env.sample', '.env.template', '.env.dist', '.env.defaults', '.env.schema']

/** Names of files that hold keys and passwords by convention. */
export function isSecretPath(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name.charCodeAt(0) === 46 && name.startsWith('.env')) {
    return !publicNames.some((each) => name === each) && (name.length === 4 || !/[a-z]/.test(name[4] ?? ''))
  }
  if (secretNames.has(name)) return true
  if (path.includes('/.ssh/')) return !name.endsWith('.pub') && !name.startsWith('known_hosts') && name !== 'config'
  if (/^\/proc\/[^/]+\/environ$/.test(path)) return true
  return secretEndings.some((ending) => name.endsWith(ending)) || secretPlaces.some((place) => path.includes(place))
}
