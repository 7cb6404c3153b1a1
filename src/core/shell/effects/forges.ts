import { add, addReadText, addUnknown, type Call } from '../call.ts'
import { once } from '../lists.ts'
import type { ParsedWords } from '../options.ts'
import { hasOption } from './interpret.ts'
import type { Spec, SpecTable } from './spec.ts'

const reads: Spec = { effect: 'remote-read', loose: true }
const writes: Spec = { effect: 'remote-write', loose: true }
const gone: Spec = { effect: 'remote-write', loose: true, destroys: true }
const local: Spec = { loose: true }
const saves: Spec = { effect: 'write', loose: true }
const runs: Spec = { effect: 'execute', loose: true }

function group(read: string, write: string, more: SpecTable = {}): Spec {
  return { subcommands: { [read]: reads, [write]: writes, ...more } }
}

/** A request reads when it is a GET: said so, or without fields; GraphQL when the text is a query. */
function judgeApi(call: Call, { options, operands }: ParsedWords): void {
  const service = call.program
  const given = (names: string) => options.filter(({ name }) => names.split(' ').includes(name))
  const method = given('-X --method').at(-1)?.value
  const fields = given('-f -F --raw-field --field --input --form')
  const headers = given('-H --header')
  const overrides = headers.some(({ value }) => value?.text === undefined || /override/i.test(value.text))
  const unread = given('-X --method').length > 0 && method?.text === undefined
  const get = method ? method.text?.toUpperCase() === 'GET' : fields.length === 0
  if (unread || overrides) addUnknown(call, `${service} api with a method that only running tells`)
  else if (get || isQuery(operands[0]?.text, fields)) add(call, { kind: 'remote-read', service })
  else {
    add(call, { kind: 'remote-write', service })
    if (method?.text?.toUpperCase() === 'DELETE') call.run.destructive = true
  }
}

function isQuery(path: string | undefined, fields: ParsedWords['options']): boolean {
  if (path !== 'graphql') return false
  const query = fields.find(({ value }) => value?.beginning.startsWith('query='))?.value?.text
  return query !== undefined && /^query=\s*(query\b|\{)/.test(query) && !/\b(mutation|subscription)\b/.test(query)
}

const api = once(
  (): Spec => ({
    strict: true,
    options: {
      value: `-X --method -f -F --raw-field --field -H --header --input --form -q --jq --hostname --cache -t --template -p
      --preview`,
      flag: '--paginate --slurp -i --include --silent --verbose --help -h',
    },
    judge: (call, parsed) => {
      if (!hasOption(parsed, '--help -h')) judgeApi(call, parsed)
    },
  }),
)

/** Prints what a file of the user's holds as a secret. */
const tellsToken = once(
  (): Spec => ({
    loose: true,
    judge: (call) => addReadText(call, `${call.scope.home ?? '/root'}/.config/gh/hosts.yml`),
  }),
)

const codespace = group('list view logs', 'create delete stop edit rebuild', {
  'ssh code cp jupyter': runs,
  ports: {
    bare: reads,
    options: { value: '-c --codespace --json -q --jq' },
    subcommands: { 'forward visibility': writes },
  },
})
const extension = once(
  (): Spec => ({
    subcommands: {
      'list ls search': reads,
      'install upgrade remove create': { effect: 'install', loose: true },
      exec: runs,
    },
  }),
)
const ruleset = group('list view check', '')

const gh = once(
  (): Spec => ({
    helpful: true,
    options: { value: '-R --repo', flag: '--help -h' },
    bare: local,
    subcommands: {
      pr: group(
        'list ls view status diff checks',
        'create new close reopen merge edit comment review ready lock unlock revert update-branch',
        { checkout: { effect: 'git-work-tree', loose: true } },
      ),
      issue: group(
        'list ls view status',
        'create new close reopen edit comment lock unlock pin unpin transfer develop',
        {
          delete: gone,
        },
      ),
      repo: group('list ls view', 'create fork edit archive unarchive rename sync', {
        clone: saves,
        delete: gone,
        'set-default': { effect: 'git-config', loose: true },
        'gitignore license': group('list view', ''),
        autolink: group('list view', 'create delete'),
        'deploy-key': group('list', 'add delete'),
      }),
      run: group('list ls view watch', 'cancel rerun', { delete: gone, download: saves }),
      workflow: group('list ls view', 'run enable disable'),
      release: group('list ls view', 'create new edit upload', {
        'delete delete-asset': gone,
        download: saves,
        'verify verify-asset': reads,
      }),
      gist: group('list ls view', 'create new edit rename', { delete: gone, clone: saves }),
      search: group('repos issues prs commits code', ''),
      cache: group('list ls', '', { delete: gone }),
      secret: group('list ls', 'set', { 'delete remove': gone }),
      variable: group('list ls get', 'set', { 'delete remove': gone }),
      label: group('list ls', 'create edit delete clone'),
      auth: {
        subcommands: {
          status: tellsToken,
          token: tellsToken,
          'login logout refresh setup-git switch': { effect: 'privilege', loose: true },
        },
      },
      config: { subcommands: { 'get list ls': local, 'set clear-cache': saves } },
      'codespace cs': codespace,
      'extension extensions ext': extension,
      alias: { subcommands: { 'list ls': local, 'set delete import': saves } },
      'ssh-key': group('list ls', 'add', { delete: gone }),
      'gpg-key': group('list ls', 'add', { delete: gone }),
      project: group(
        'list ls view field-list item-list',
        'create edit close copy link unlink item-add item-create item-edit item-archive field-create mark-template',
        { 'delete item-delete field-delete': gone },
      ),
      org: group('list ls', ''),
      'ruleset rs': ruleset,
      attestation: group('trusted-root verify inspect', '', { download: saves }),
      status: reads,
      browse: reads,
      api,
      'help version completion': local,
    },
  }),
)

const glab = once(
  (): Spec => ({
    helpful: true,
    options: { value: '-R --repo', flag: '--help -h' },
    subcommands: {
      mr: group(
        'list view diff issues approvers',
        'create new close reopen merge update note approve revoke rebase todo subscribe',
        { checkout: { effect: 'git-work-tree', loose: true }, delete: gone },
      ),
      issue: group('list view', 'create new close reopen update note subscribe unsubscribe', { delete: gone }),
      'repo project': group('view list search contributors', 'create fork archive transfer', {
        clone: saves,
        delete: gone,
      }),
      'ci pipeline': group('list view status trace get lint', 'run retry cancel trigger delete', { artifact: saves }),
      release: group('list view', 'create upload delete', { download: saves }),
      label: group('list', 'create delete'),
      variable: group('list get', 'set update delete'),
      snippet: group('list view', 'create'),
      user: group('events', ''),
      api,
      'version help completion': local,
    },
  }),
)

export const forges = once((): SpecTable => ({ gh, glab }))
