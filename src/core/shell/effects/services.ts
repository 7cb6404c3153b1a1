import { add, addUnknown, type Call } from '../call.ts'
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

const prunes = { prune: gone }

const compose = once(
  (): Spec => ({
    options: {
      value: '-f --file -p --project-name --profile --env-file --project-directory --ansi --progress',
      flag: '--all-resources --compatibility',
    },
    subcommands: {
      'ps logs images top version ls port events stats': reads,
      'up start stop restart pause unpause kill create build pull push scale watch cp wait commit publish': writes,
      'exec run attach': runs,
      rm: gone,
      down: {
        effect: 'remote-write',
        mutates: 'remote-write',
        options: { destroy: '-v --volumes --rmi', value: '-t --timeout' },
      },
    },
  }),
)

const container = group(
  'ls list ps inspect logs top stats port diff',
  'start stop kill restart pause unpause create commit rename update cp wait export',
  { 'run exec attach': runs, rm: gone, prune: gone },
)

const containers = once(
  (): Spec => ({
    helpful: true,
    options: {
      value: '-H --host -c --context -l --log-level',
      flag: '-D --debug --tls --tlsverify',
      'refuse-value': '--config',
      refuse: '--url',
    },
    version: '--version -v',
    subcommands: {
      'ps images inspect logs top stats port history events diff version info search': reads,
      'build commit tag pull push login logout cp import load export save rename update start stop kill restart pause unpause create wait init':
        writes,
      'run exec attach': runs,
      'rm rmi': { effect: 'remote-write', loose: true, destroys: '-f --force', options: { flag: '-v -l' } },
      container,
      image: group('ls list inspect history', 'build tag pull push import load save', { ...prunes, rm: gone }),
      volume: group('ls list inspect', 'create update', { ...prunes, rm: gone, remove: gone }),
      network: group('ls list inspect', 'create rm remove connect disconnect', prunes),
      context: group('ls list show inspect', 'create rm update use import export'),
      system: group('info df events', 'migrate renumber reset', {
        prune: { effect: 'remote-write', loose: true, destroys: true },
        'dial-stdio': runs,
      }),
      compose,
      service: group('ls list inspect ps logs', 'create rm scale update rollback'),
      secret: group('ls list inspect', 'create rm'),
      config: group('ls list inspect', 'create rm'),
      stack: group('ls list ps services', 'deploy rm up down'),
      node: group('ls list inspect ps', 'update rm promote demote'),
      plugin: group('ls list inspect', 'install enable disable rm upgrade set create push'),
      swarm: group('', 'init join join-token leave update unlock unlock-key ca'),
      buildx: group('ls du version', 'build bake create rm use stop', {
        ...prunes,
        inspect: { effect: 'remote-read', options: { mutate: '--bootstrap' }, mutates: 'remote-write' },
      }),
      builder: group('', 'build', prunes),
      manifest: group('inspect', 'create push annotate rm'),
      trust: group('inspect', 'sign revoke key signer'),
      pod: group('ps ls list inspect logs top stats exists', 'create start stop restart kill pause unpause rm', prunes),
      machine: group('ls list inspect info', 'init start stop rm set', { ssh: runs }),
      help: local,
    },
  }),
)

/** The values of secrets are no mere listing. */
function refuseSecretValues(call: Call, { operands, options }: ParsedWords): void {
  const [kind] = operands
  const secret = operands.some(({ beginning }) => /(^|,|\/)secrets?(\b|$)/i.test(beginning))
  const output = options.some(({ name }) => ['-o', '--output', '--template', '--raw'].includes(name))
  const hidden = operands.some(({ text }) => text === undefined)
  if (kind?.text === undefined ? output || hidden : secret && (output || hidden)) addUnknown(call, 'prints secrets')
}

/** A file of settings may name programs to run. */
const kubeSettings = { 'refuse-value': '--kubeconfig --token' }
const kubeValues = '-n --namespace --context --cluster -c --container -l --selector --tail --since'
const kubeReads: Spec = { effect: 'remote-read', trusting: true, options: { ...kubeSettings, value: kubeValues } }

const kubectl = once(
  (): Spec => ({
    helpful: true,
    options: {
      value: '-n --namespace --context --cluster -s --server --user --request-timeout -v --v --as --as-group --as-uid',
      'refuse-value': '--kubeconfig --token --profile-output',
      flag: '--insecure-skip-tls-verify --warnings-as-errors',
    },
    subcommands: {
      get: {
        effect: 'remote-read',
        trusting: true,
        options: {
          ...kubeSettings,
          value:
            '-n --namespace -o --output -l --selector --field-selector --context --sort-by -L --label-columns --template --raw -f --filename -k',
        },
        judge: refuseSecretValues,
      },
      'describe logs top explain api-resources api-versions version events wait options': kubeReads,
      'cluster-info': {
        effect: 'remote-read',
        subcommands: {
          dump: {
            effect: 'remote-read',
            options: {
              ...kubeSettings,
              write: '--output-directory',
              flag: '-A --all-namespaces',
              value: '-o --output --namespaces -n',
            },
          },
        },
        bare: kubeReads,
      },
      config: {
        subcommands: {
          'get-contexts current-context get-clusters get-users': local,
          view: { options: { refuse: '--raw' } },
          'use-context use set-context set-cluster set-credentials set unset delete-context delete-cluster delete-user rename-context':
            saves,
        },
      },
      auth: { subcommands: { 'can-i whoami': kubeReads, reconcile: writes } },
      rollout: { subcommands: { 'status history': kubeReads, 'restart undo pause resume': writes } },
      'apply create edit patch replace label annotate set scale autoscale expose run cordon uncordon taint certificate':
        writes,
      'exec attach debug cp port-forward proxy plugin kustomize diff': runs,
      'delete drain': gone,
      completion: local,
    },
  }),
)

const helm = once(
  (): Spec => ({
    helpful: true,
    options: { value: '-n --namespace --kube-context', 'refuse-value': '--kubeconfig', flag: '--debug' },
    subcommands: {
      'list ls status history hist version env': kubeReads,
      get: { subcommands: { 'all hooks manifest metadata notes values': kubeReads } },
      'show inspect': group('all chart crds readme values', ''),
      search: group('hub repo', ''),
      repo: group('list ls', 'add remove rm update index'),
      'dependency dep dependencies': group('list ls', 'update up build'),
      plugin: {
        subcommands: {
          'list ls': local,
          'install uninstall update': { effect: 'install', loose: true },
        },
      },
      template: {
        options: {
          write: '--output-dir',
          execute: '--post-renderer --post-renderer-args',
          value: '-f --values --set -n',
        },
      },
      lint: local,
      'install upgrade rollback test push': writes,
      'uninstall delete del un': gone,
      'create package pull fetch': saves,
      registry: group('', 'login logout'),
      'help completion': local,
    },
  }),
)

const terraform = once(
  (): Spec => ({
    helpful: true,
    options: { value: '-chdir' },
    version: '-version --version -v',
    subcommands: {
      'version show output graph providers-schema help metadata': local,
      providers: { bare: local, subcommands: { schema: local, 'lock mirror': saves } },
      validate: local,
      state: group('list show pull', 'mv push replace-provider', { rm: gone }),
      workspace: { subcommands: { 'list show': local, 'new select': writes, delete: gone } },
      fmt: {
        style: 'single',
        judge: (call, parsed) => {
          if (!hasOption(parsed, '-check --check') || hasOption(parsed, '-write --write')) add(call, { kind: 'write' })
        },
      },
      'apply import taint untaint force-unlock login logout refresh': writes,
      destroy: gone,
      'init get': { effect: 'install', loose: true },
      'plan console test': runs,
    },
  }),
)

const readVerbs = /^(list|show|describe|exists|version|list-.+|describe-.+|get-iam-policy|read)$/
const secretWords = /secret|keyvault|credential|token|password|kms|login/
const goneVerbs = /^(delete|destroy|terminate|purge|remove|rm|rb)(-.+)?$/

/** The words before the first option say what is done: the first verb that is known decides. */
function judgeCloud(call: Call) {
  const words: string[] = []
  for (const { text } of call.args) {
    if (text === undefined || text.startsWith('-')) break
    words.push(text)
  }
  const service = call.program
  const at = words.findIndex((word) => readVerbs.test(word))
  const before = at < 0 ? words : words.slice(0, at)
  if (before.some((word) => goneVerbs.test(word))) call.run.destructive = true
  const plain = before.every(
    (word) => /^[a-z0-9-]+$/.test(word) && !changingVerbs.test(word) && !secretWords.test(word),
  )
  if (at > 0 && plain && !secretWords.test(words[at] as string)) return add(call, { kind: 'remote-read', service })
  if (at === 0 && words.length === 1 && words[0] === 'version') return
  add(call, { kind: 'remote-write', service })
}

const changingVerbs =
  /^(create|delete|update|set|add|remove|start|stop|restart|deploy|import|export|run|ssh|scp|reset|move|copy|cp|rm|mv|sync|enable|disable|attach|detach|purge|wait|invoke|call|exec|apply|patch|resize|upgrade|rollback|cancel|publish|submit|config|auth|login|logout|init|components|get-.+|set-.+|add-.+|remove-.+|create-.+|delete-.+|update-.+)$/

/** Operations of `aws` that read by name but hand out secrets or write a file. */
const awsExceptions =
  /secret-value|password|session-token|authorization-token|login|federation-token|role-credentials|credentials|get-object$|get-object-torrent|get-job-output|get-export|get-sdk|get-media|parameter|random|access-key-last|get-id-token|presigned/

const awsReads = /^(describe|list|get|head|search|lookup|batch-get|filter-log)-[a-z0-9-]+$/

function judgeAws(call: Call, { operands }: ParsedWords) {
  const [group, operation] = operands.map(({ text }) => text)
  if (group === 'help' || operation === 'help') return
  const reading =
    (group === 's3' && operation === 'ls') ||
    (group === 'configure' && (operation === 'list' || operation === 'list-profiles')) ||
    (operation !== undefined && awsReads.test(operation) && !awsExceptions.test(operation))
  if (reading) return add(call, { kind: 'remote-read', service: 'aws' })
  if (operation !== undefined && goneVerbs.test(operation)) call.run.destructive = true
  add(call, { kind: 'remote-write', service: 'aws' })
}

const aws = once(
  (): Spec => ({
    style: 'first',
    strict: true,
    options: {
      value: '--profile --region --output --query --color --cli-read-timeout --cli-connect-timeout',
      flag: '--no-cli-pager --debug --no-paginate --no-sign-request',
    },
    version: '--version help',
    judge: judgeAws,
  }),
)

/** SQL and other languages of databases: what a text does there is not followed, but the worst is seen. */
function judgeDatabase(call: Call): void {
  const texts = [...call.args, ...(call.input ? [call.input] : [])].map(({ text }) => text ?? '')
  if (
    texts.some((text) =>
      /\b(drop|truncate)\s+\w|\bdrop(database)?\s*\(|\bdelete\s+from\s+\S+\s*;?\s*$|^flush(all|db)$/i.test(text),
    )
  ) {
    call.run.destructive = true
  }
  add(call, { kind: 'remote-write', service: call.program })
}

const database: Spec = { loose: true, judge: judgeDatabase }

function judgeSqlite(call: Call, { operands, options }: ParsedWords): void {
  const [file, ...statements] = operands
  const safe = statements.length > 0 && statements.every(({ text }) => isSelect(text))
  if (file && safe && options.some(({ name }) => name === '-readonly' || name === '--readonly')) return
  judgeDatabase(call)
}

function isSelect(text: string | undefined): boolean {
  return (
    text !== undefined &&
    /^\s*select\b[^;]*;?\s*$/i.test(text) &&
    !/load_extension|writefile|edit\s*\(|fts3_tokenizer/i.test(text)
  )
}

export const services = once(
  (): SpecTable => ({
    'docker podman nerdctl': containers,
    'docker-compose podman-compose': () => ({ ...compose(), version: '--version -v version' }),
    kubectl,
    helm,
    'terraform tofu': terraform,
    aws,
    'gcloud az': { loose: true, judge: judgeCloud, version: '--version version' },
    'psql mysql mariadb redis-cli mongosh mongo cqlsh sqlcmd clickhouse-client duckdb snowsql mysqladmin usql pgcli':
      database,
    'dropdb createdb pg_restore pg_dump pg_dumpall mysqldump mongodump mongorestore': () => ({
      effect: 'remote-write',
      loose: true,
    }),
    sqlite3: () => ({
      style: 'single',
      strict: true,
      options: {
        'refuse-value': '-cmd -init',
        value: '-separator -newline -nullvalue',
        flag: '-readonly --readonly -header -csv -json -line -column -table -box -markdown -noheader',
      },
      judge: judgeSqlite,
    }),
  }),
)
