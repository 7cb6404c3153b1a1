import { add, addRead, addUnknown, type Call } from '../call.ts'
import { once } from '../lists.ts'
import type { ParsedWords } from '../options.ts'
import { hasOption } from './interpret.ts'
import type { Spec, SpecEffect, SpecTable } from './spec.ts'

const diffOptions = {
  flag: '--text -a --output-indicator-new --output-indicator-old --output-indicator-context',
  write: '--output',
  execute: '--ext-diff --textconv',
}

/** Shows commits and differences. */
const shows = once(
  (): Spec => ({
    options: diffOptions,
    judge: (call, parsed) => {
      // Then the operands are files, in a repository or not.
      if (hasOption(parsed, '--no-index')) for (const operand of parsed.operands) addRead(call, operand)
    },
  }),
)
const tells: Spec = { loose: true }

function changes(effect: SpecEffect, more: Spec = {}): Spec {
  return { effect, loose: true, ...more }
}

const refs = changes('git-refs')
const workTree = changes('git-work-tree')
const index = changes('git-index')
const config = changes('git-config')
const remote = changes('git-remote')

const listOptions = {
  value: '--contains --no-contains --merged --no-merged --points-at --sort --format',
  flag: '-l --list -i --ignore-case --column --no-column --color --no-color --omit-empty',
}
const listing = '-l --list --contains --no-contains --merged --no-merged --points-at'

const branch = once(
  (): Spec => ({
    mutates: 'git-refs',
    operands: 'mutate',
    unless: `${listing} --show-current`,
    strict: true,
    options: {
      ...listOptions,
      flag: `${listOptions.flag} -a --all -r --remotes -v --verbose -q --quiet --show-current --abbrev --no-abbrev`,
      mutate:
        '-d --delete -m --move -c --copy -t --track --no-track --unset-upstream --edit-description --create-reflog',
      'mutate-value': '-u --set-upstream-to',
      destroy: '-D -M -C -f --force',
    },
  }),
)

const tag = once(
  (): Spec => ({
    mutates: 'git-refs',
    operands: 'mutate',
    unless: `${listing} -n -v --verify`,
    strict: true,
    options: {
      ...listOptions,
      attached: '-n',
      flag: `${listOptions.flag} -v --verify`,
      mutate: '-a --annotate -s --sign -d --delete -e --edit --create-reflog --no-sign',
      'mutate-value': '-m --message -F --file -u --local-user --cleanup --trailer',
      destroy: '-f --force',
    },
  }),
)

const configOptions = {
  flag: `--global --system --local --worktree --includes --no-includes --bool --int --bool-or-int --path --expiry-date
    -z --null --name-only --show-origin --show-scope --no-type --fixed-value --show-names --all`,
  value: '--type --blob --default --value --url',
  read: '-f --file',
  mutate: `--add --replace-all --unset --unset-all --rename-section --remove-section -e --edit --append --comment`,
}

const configList = once(
  (): Spec => ({
    strict: true,
    mutates: 'git-config',
    options: {
      ...configOptions,
      flag: `${configOptions.flag} --get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool --regexp -l --list`,
    },
  }),
)

/** `config key` reads and `config key value` writes; the newer form has verbs. */
const configSpec = once(
  (): Spec => ({
    ...configList(),
    judge: (call, parsed) => {
      const [first] = parsed.operands
      const verb = first?.text
      const reads = hasOption(
        parsed,
        '--get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool -l --list',
      )
      if (reads || verb === 'list' || (verb === 'get' && parsed.operands.length > 1)) return
      if (parsed.operands.length === 1 && verb !== 'edit') return
      if (parsed.operands.length > 0) add(call, { kind: 'git', part: 'config', what: 'git config' })
      else if (parsed.options.length === 0) addUnknown(call, 'git config without a key')
    },
  }),
)

const remoteSpec = once(
  (): Spec => ({
    options: { flag: '-v --verbose' },
    bare: tells,
    subcommands: {
      show: { effect: 'remote-read', options: { flag: '-n' } },
      'get-url': tells,
      'add remove rm rename set-url set-head set-branches': config,
      'prune update': refs,
    },
  }),
)

const worktreeTable = once(
  (): SpecTable => ({
    list: tells,
    'add move lock unlock prune repair': workTree,
    remove: changes('git-work-tree', { options: { destroy: '-f --force' }, mutates: 'git-work-tree' }),
  }),
)

const stash = once(
  (): Spec => ({
    bare: workTree,
    options: { mutate: '-u -a -k -p -q -m -S --include-untracked --all --keep-index --patch' },
    mutates: 'git-work-tree',
    subcommands: {
      list: shows,
      show: shows,
      'push pop apply save branch create store': workTree,
      'drop clear': changes('git-refs', { destroys: true }),
    },
  }),
)

/** Transports that run a program, and words that turn into options. */
function refuseTransports(call: Call, parsed: ParsedWords): void {
  for (const { beginning } of parsed.operands) {
    if (/^[a-z]*::|^ext:|^fd:/.test(beginning)) add(call, { kind: 'execute', what: 'transport of git' })
  }
}

const push = once(
  (): Spec => ({
    effect: 'git-remote',
    loose: true,
    mutates: 'git-remote',
    options: {
      value: '-o --push-option --repo --recurse-submodules --signed',
      execute: '--exec --receive-pack',
      destroy: '-f --force --force-with-lease --mirror --prune -d --delete',
      flag: '--force-if-includes --follow-tags',
    },
    judge: (call, parsed) => {
      refuseTransports(call, parsed)
      if (parsed.operands.slice(1).some(({ beginning }) => /^[+:]/.test(beginning))) call.run.destructive = true
    },
  }),
)

const clean = once(
  (): Spec => ({
    effect: 'git-work-tree',
    loose: true,
    options: { value: '-e --exclude', flag: '-n --dry-run -d -x -X -q -i' },
    judge: (call, parsed) => {
      const only = hasOption(parsed, '-n --dry-run')
      const forced = parsed.options.some(({ name }) => name === '-f' || (name.length > 3 && '--force'.startsWith(name)))
      if (forced && !only) call.run.destructive = true
    },
  }),
)

const reset = once(
  (): Spec => ({
    effect: 'git-work-tree',
    loose: true,
    mutates: 'git-work-tree',
    options: { flag: '--soft --mixed --merge --keep --help -q -p', destroy: '--hard' },
  }),
)

const checkout = once(
  (): Spec => ({
    effect: 'git-work-tree',
    loose: true,
    mutates: 'git-work-tree',
    options: {
      mutate: '-m --merge -p --patch --ours --theirs -q -t --track --detach -l --guess --orphan',
      'mutate-value': '-b --conflict',
      destroy: '-f --force -B',
    },
    judge: (call, { operands }) => {
      // Files, and not a branch: what was not committed is lost.
      const files = call.args.some(({ text }) => text === '--') || operands.length > 1 || operands[0]?.text === '.'
      if (files && operands.length > 0) call.run.destructive = true
    },
  }),
)

const switchSpec = once(
  (): Spec => ({
    effect: 'git-work-tree',
    loose: true,
    mutates: 'git-work-tree',
    options: {
      mutate: '-m --merge -t -d --detach',
      'mutate-value': '-c --create --orphan',
      destroy: '-f --force --discard-changes -C --force-create',
    },
  }),
)

const restore = once(
  (): Spec => ({
    effect: 'git-work-tree',
    loose: true,
    operands: 'write',
    options: { value: '-s --source --conflict --pathspec-from-file', flag: '-S --staged -W --worktree -p --patch -q' },
    judge: (call, parsed) => {
      if (!hasOption(parsed, '-S --staged') || hasOption(parsed, '-W --worktree')) call.run.destructive = true
    },
  }),
)

const reflog = once(
  (): Spec => ({
    options: diffOptions,
    judge: (call, { operands }) => {
      const verb = operands[0]?.text
      if (verb === 'expire' || verb === 'delete' || verb === 'drop') call.run.destructive = true
      else if (verb !== 'write') return
      add(call, { kind: 'git', part: 'refs', what: `git reflog ${verb}` })
    },
  }),
)

const bisect = once(
  (): Spec => ({
    subcommands: {
      'log help': tells,
      'view visualize': { operands: 'refuse', options: diffOptions },
      'start bad good new old skip reset replay terms next': workTree,
      run: { effect: 'execute' },
    },
  }),
)

const gone = { destroys: true } as const

/** What most calls ask for: kept small, since it is built for every one of them. */
const questions = once(
  (): SpecTable => ({
    'log show diff whatchanged diff-tree diff-files diff-index range-diff shortlog show-branch rev-list': shows,
    'status ls-files ls-tree ls-remote-helpers rev-parse name-rev merge-base describe count-objects': tells,
    'check-ignore check-attr check-mailmap check-ref-format cherry for-each-ref show-ref show-index': tells,
    'verify-commit verify-tag verify-pack var version get-tar-commit-id patch-id column stripspace': tells,
    'fmt-merge-msg diff-pairs for-each-repo-help': tells,
    'add stage update-index': index,
    'commit merge rebase cherry-pick revert pull am apply checkout-index read-tree merge-file init clone': workTree,
    'fetch fetch-pack send-pack request-pull svn p4 cvsimport': remote,
    branch,
    push,
    checkout,
  }),
)

const commands = once(
  (): SpecTable => ({
    'blame annotate': { options: { ...diffOptions, read: '--contents -S', value: '-L --date' } },
    'cat-file': { options: { execute: '--textconv --filters' } },
    grep: () => ({
      options: {
        execute: '--textconv',
        'mutate-value': '-O --open-files-in-pager',
        flag: '--text -a --or',
        read: '-f',
      },
      mutates: 'execute',
    }),
    help: { options: { refuse: '-w --web' } },
    fsck: { options: { mutate: '--lost-found' }, mutates: 'write' },
    'ls-remote': { effect: 'remote-read', options: { execute: '--upload-pack --exec' }, judge: refuseTransports },
    archive: () => ({
      options: { write: '-o --output', execute: '--exec', value: '--format --prefix --remote --add-file --mtime' },
      judge: (call, parsed) => {
        const remotes = parsed.options.filter(({ name }) => name === '--remote')
        if (remotes.length > 0) add(call, { kind: 'remote-read', service: 'git' })
        const operands = remotes.flatMap(({ value }) => (value ? [value] : []))
        refuseTransports(call, { ...parsed, operands })
      },
    }),
    'hash-object': { operands: 'read', options: { mutate: '-w', value: '-t --path' }, mutates: 'git-index' },
    'symbolic-ref': () => ({
      options: { flag: '-q --quiet --short --no-recurse --recurse', mutate: '-d --delete', 'mutate-value': '-m' },
      mutates: 'git-refs',
      operands: 'mutate',
      skip: 1,
    }),
    bundle: () => ({
      subcommands: { 'verify list-heads': { operands: 'read' }, create: { operands: 'write' }, unbundle: refs },
    }),
    lfs: () => ({
      subcommands: {
        'ls-files status env version pointer logs': tells,
        'install uninstall track untrack lock unlock migrate prune': workTree,
        'pull fetch': remote,
      },
    }),
    tag,
    config: configSpec,
    remote: remoteSpec,
    worktree: { subcommands: worktreeTable() },
    stash,
    reflog,
    bisect,
    notes: () => ({
      bare: tells,
      options: { value: '--ref' },
      subcommands: { 'list show get-ref': tells, 'add append edit copy merge remove prune': refs },
    }),
    submodule: () => ({
      options: { flag: '--quiet -q --cached' },
      subcommands: {
        'status summary': tells,
        'add init update sync set-branch set-url absorbgitdirs': workTree,
        deinit: changes('git-work-tree', gone),
        foreach: { effect: 'execute' },
      },
    }),
    rerere: () => ({
      bare: workTree,
      subcommands: { 'status diff remaining': tells, 'clear forget gc': workTree },
    }),
    'sparse-checkout': { subcommands: { list: tells, 'init set add disable reapply check-rules': workTree } },
    push,
    clean,
    reset,
    switch: switchSpec,
    restore,
    rm: { effect: 'git-work-tree', operands: 'delete', loose: true, options: { flag: '-f --force -r -n --cached -q' } },
    mv: { effect: 'git-work-tree', operands: 'write', loose: true },
    'merge-tree merge-index merge-one-file citool gui subtree backfill replay history': workTree,
    'update-ref': changes('git-refs', { options: { destroy: '-d --delete' }, mutates: 'git-refs' }),
    'replace commit-graph commit-tree mktag mktree write-tree pack-refs multi-pack-index pack-objects index-pack unpack-objects prune-packed repack maintenance fast-import update-server-info':
      refs,
    gc: changes('git-refs', { judge: pruneNow }),
    prune: changes('git-refs', { judge: pruneNow }),
    'filter-branch filter-repo': changes('git-refs', gone),
    'format-patch': { effect: 'write' },
    'difftool mergetool send-email daemon instaweb http-backend hook credential credential-store credential-cache imap-send web--browse':
      { effect: 'execute' },
  }),
)

function pruneNow(call: Call, parsed: ParsedWords): void {
  const values = parsed.options.map(({ value }) => value?.text)
  if (values.some((value) => value === 'now' || value === 'all' || value === '0')) call.run.destructive = true
}

/** Settings for one call that only change how output looks. Others name programs to run. */
const harmlessSettings =
  /^(color\.|column\.|advice\.|log\.|i18n\.|core\.(quotepath|abbrev|editor|precomposeunicode)|diff\.(renames|renamelimit|algorithm|context|mnemonicprefix|noprefix)|blame\.|grep\.(linenumber|patterntype)|status\.|tag\.sort|branch\.sort|pager\.[a-z]+=(false|off|no|0)$)/i

export const git = once(
  (): Spec => ({
    options: {
      flag: `--no-pager -P --paginate -p --bare --no-replace-objects --no-lazy-fetch --no-optional-locks --no-advice
      --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --version -v --help -h --html-path
      --man-path --info-path`,
      value: '-c --git-dir --work-tree --namespace --attr-source',
      folder: '-C',
      'refuse-value': '--config-env --super-prefix --list-cmds',
      execute: '--exec-path',
    },
    strict: true,
    version: '--version -v --help -h --html-path --man-path --info-path --exec-path',
    helpful: true,
    bare: { effect: 'unknown' },
    subcommands: questions(),
    further: commands,
    judge: (call, parsed) => {
      for (const { name, value } of parsed.options) {
        const text = value?.text
        if (name === '-c' && !(text !== undefined && harmlessSettings.test(text) && !text.includes('!'))) {
          addUnknown(call, 'git -c')
        }
      }
    },
  }),
)
