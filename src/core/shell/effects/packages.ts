import { add, addUnknown, type Call } from '../call.ts'
import { once } from '../lists.ts'
import type { ParsedWords } from '../options.ts'
import { hasOption } from './interpret.ts'
import type { Spec, SpecTable } from './spec.ts'

const tells: Spec = { loose: true }
const asks: Spec = { effect: 'remote-read', loose: true }
const installs: Spec = { effect: 'install', loose: true }
const runs: Spec = { effect: 'execute', loose: true }
const saves: Spec = { effect: 'write', loose: true }
const publishes: Spec = { effect: 'remote-write', loose: true }

/** Settings by option that name programs, or files that name them. */
const npmOptions = {
  execute: '--browser --viewer --editor --script-shell --shell --git --node-options --init-module',
  'refuse-value': '--userconfig --globalconfig',
}
const npmTells: Spec = { options: npmOptions }
const npmAsks: Spec = { effect: 'remote-read', options: npmOptions }

const npm = once(
  (): Spec => ({
    options: {
      value: '--prefix -C --registry -w --workspace --loglevel --location',
      flag: '-g --global --silent -s --json',
      ...npmOptions,
    },
    version: '--version -v -h',
    subcommands: {
      'list ls ll la explain why query root prefix bin completion help help-search sbom doctor find-dupes': npmTells,
      'info show view v search s se find outdated docs home bugs repo issues whoami ping fund diff stars': npmAsks,
      get: npmTells,
      audit: {
        effect: 'remote-read',
        operands: 'mutate',
        mutates: 'install',
        options: { ...npmOptions, value: '--omit --audit-level --include', flag: '--json' },
      },
      config: {
        options: npmOptions,
        subcommands: { 'list ls get': npmTells, 'set delete edit fix': saves },
      },
      cache: { subcommands: { ls: npmTells, 'clean add rm verify': saves } },
      pkg: { subcommands: { get: npmTells, 'set delete fix': saves } },
      'run run-script': { bare: npmTells, subcommands: {}, other: runs },
      'exec x start stop restart test t tst explore edit init create innit': runs,
      'install i add ci install-ci-test install-test it cit uninstall remove rm un r unlink update upgrade up udpate link ln prune dedupe ddp rebuild rb shrinkwrap pack version':
        installs,
      'publish unpublish deprecate undeprecate star unstar': publishes,
      access: { subcommands: { 'list get': npmAsks, 'set grant revoke': publishes } },
      'dist-tag dist-tags': { subcommands: { 'ls list': npmAsks, 'add rm': publishes } },
      'owner org team': {
        subcommands: { 'ls list': npmAsks, 'add rm set create destroy': publishes },
      },
      token: { subcommands: { 'list ls': npmAsks, 'create revoke': publishes } },
      profile: { subcommands: { get: npmAsks, 'set enable-2fa disable-2fa': publishes } },
      'login adduser logout hook': publishes,
      set: saves,
    },
  }),
)

const pnpm = once(
  (): Spec => ({
    options: { value: '-C --dir --filter -F', flag: '-r --recursive -w --workspace-root --silent -g' },
    version: '--version -v -h',
    subcommands: {
      'list ls ll la why root bin doctor completion help': npmTells,
      'outdated view info show search': npmAsks,
      audit: { effect: 'remote-read', options: { mutate: '--fix', value: '--audit-level' }, mutates: 'install' },
      licenses: { subcommands: { 'list ls': tells } },
      config: { subcommands: { 'list ls get': tells, 'set delete': saves } },
      store: { subcommands: { 'path status': tells, 'add prune': saves } },
      env: { subcommands: { 'list ls': tells, 'use add remove': installs } },
      'install i add remove rm un uninstall update up upgrade prune rebuild rb link unlink dedupe import fetch patch patch-commit patch-remove install-test it deploy self-update':
        installs,
      'run exec dlx create start test t stop restart init': runs,
      'publish unpublish': publishes,
    },
  }),
)

const yarn = once(
  (): Spec => ({
    options: { value: '--cwd', flag: '--silent -s' },
    version: '--version -v -h',
    bare: installs,
    subcommands: {
      'list why bin completion help versions explain': npmTells,
      'info outdated audit': npmAsks,
      config: { bare: tells, subcommands: { 'get list': tells, 'set delete unset': saves } },
      cache: { subcommands: { 'list dir': tells, 'clean clear': saves } },
      licenses: { subcommands: { 'list ls': tells } },
      workspaces: { subcommands: { 'info list': tells, 'foreach run focus': runs } },
      npm: {
        subcommands: {
          'info whoami audit': asks,
          'publish login logout unpublish': publishes,
          tag: { subcommands: { list: asks, 'add remove': publishes } },
        },
      },
      'install add remove upgrade up link unlink dedupe rebuild init patch patch-commit global autoclean import set stage plugin version':
        installs,
      'run exec dlx create start test': runs,
      'publish unpublish': publishes,
    },
    // Any other word is a script of the package.
    other: runs,
  }),
)

const bun = once(
  (): Spec => ({
    version: '--version -v --revision --help -h',
    subcommands: {
      help: tells,
      outdated: asks,
      pm: {
        subcommands: { 'ls list bin hash whoami': tells, 'cache pack trust migrate version': saves },
      },
      'install i add a remove rm update link unlink upgrade': installs,
      'run x test build create init exec repl': runs,
      publish: publishes,
    },
    other: runs,
  }),
)

const pip = once(
  (): Spec => ({
    options: {
      flag: '-v -q --verbose --quiet --no-color --isolated --no-input --disable-pip-version-check --require-virtualenv',
      value: '--timeout --retries --proxy --cache-dir',
      execute: '--python',
      write: '--log',
    },
    version: '--version -V -h',
    subcommands: {
      'list freeze show check help debug inspect completion': {
        options: { write: '--log', execute: '--python' },
      },
      search: asks,
      index: { subcommands: { versions: asks } },
      hash: { operands: 'read', options: { value: '-a --algorithm' } },
      config: {
        options: { flag: '--user --global --site' },
        subcommands: { 'list get debug': tells, 'set unset edit': saves },
      },
      cache: { subcommands: { 'dir info list': tells, 'purge remove': saves } },
      'install uninstall remove download wheel lock': installs,
    },
  }),
)

const uv = once(
  (): Spec => ({
    options: {
      flag: '-q -v --offline --no-progress --quiet --verbose',
      value: '--directory --project --color --cache-dir',
    },
    version: '--version -V -h',
    subcommands: {
      'help tree': tells,
      version: {
        operands: 'mutate',
        mutates: 'write',
        options: { mutate: '--bump', flag: '--short', value: '--output-format' },
      },
      export: { options: { write: '-o --output-file', value: '--format --extra --group --package' } },
      pip: {
        subcommands: {
          'list freeze show check tree inspect': tells,
          'install uninstall sync compile': installs,
        },
      },
      cache: { subcommands: { dir: tells, 'clean prune': saves } },
      python: { subcommands: { 'list find dir': tells, 'install uninstall pin upgrade': installs } },
      tool: {
        subcommands: {
          'list dir': tells,
          'install uninstall upgrade update-shell': installs,
          run: runs,
        },
      },
      'add remove sync lock init venv build self': installs,
      run: runs,
      publish: publishes,
    },
  }),
)

const cargo = once(
  (): Spec => ({
    options: {
      flag: '-q -v --quiet --verbose --offline --locked --frozen --list',
      value: '--color --manifest-path',
      execute: '--config',
      'refuse-value': '-Z -C',
    },
    version: '--version -V --list -h',
    subcommands: {
      'help version locate-project pkgid verify-project read-manifest metadata tree': {
        options: { execute: '--config', 'refuse-value': '-Z' },
      },
      'search info': { effect: 'remote-read', options: { execute: '--config', 'refuse-value': '-Z' } },
      fmt: {
        judge: (call, parsed) => {
          if (!hasOption(parsed, '--check')) add(call, { kind: 'write' })
        },
        options: { value: '-p --package --manifest-path', execute: '--config' },
      },
      'build b run r test t bench check c clippy doc d rustc rustdoc miri nextest': runs,
      'install uninstall add remove rm update fetch vendor fix new init clean package generate-lockfile': installs,
      'publish yank owner login logout': publishes,
    },
  }),
)

const go = once(
  (): Spec => ({
    version: '-h help',
    subcommands: {
      'version help': tells,
      doc: tells,
      env: { style: 'single', options: { mutate: '-w -u' }, mutates: 'write' },
      list: {
        style: 'single',
        options: {
          execute: '-toolexec -exec',
          'refuse-value': '-overlay -modfile -compiled -export',
          flag: '-m -json -f -deps -test -u -versions -e -find',
        },
      },
      mod: { subcommands: { 'graph why verify': tells, 'tidy download init edit vendor': installs } },
      'build run test vet generate tool fix': runs,
      'get install clean fmt work': installs,
    },
  }),
)

const brew = once(
  (): Spec => ({
    asks: '--cache --cellar --caskroom --prefix --repository --repo --version --env --config --taps -v --help',
    subcommands: {
      'info abv list ls deps desc leaves uses outdated missing config doctor dr formulae casks log cat commands help':
        tells,
      'docs shellenv command options --cache': tells,
      'search tap-info home homepage livecheck': asks,
      analytics: { bare: tells, subcommands: { state: tells, 'on off regenerate-uuid': saves } },
      services: {
        subcommands: {
          'list info': tells,
          'start stop restart run kill cleanup': { effect: 'process', loose: true },
        },
      },
      'install uninstall remove rm reinstall upgrade update up tap untap link ln unlink pin unpin cleanup autoremove migrate postinstall fetch bundle unpack':
        installs,
      'edit create test audit style': runs,
    },
  }),
)

const apt = once(
  (): Spec => ({
    options: { flag: '-q -qq', 'refuse-value': '-o -c --option --config-file' },
    version: '--version -v -h',
    subcommands: {
      'list search show policy showpkg depends rdepends madison stats dump pkgnames help changelog showsrc': {
        options: { 'refuse-value': '-o -c --option --config-file' },
      },
      'install remove purge update upgrade full-upgrade dist-upgrade autoremove autoclean clean edit-sources source build-dep download satisfy reinstall':
        installs,
    },
  }),
)

const rpm = once(
  (): Spec => ({
    options: { flag: '-q -y', 'refuse-value': '-c --config --setopt' },
    version: '--version -h',
    subcommands: {
      'list info search repolist provides whatprovides repoquery deplist help check-update updateinfo': tells,
      'install remove erase update upgrade downgrade autoremove clean makecache reinstall swap group module config-manager':
        installs,
    },
  }),
)

function judgeDpkg(call: Call, { options }: ParsedWords): void {
  const asks = options.some(({ name }) =>
    /^(-[lLsSpCV]|--(list|listfiles|status|search|print-avail|audit|verify|get-selections|print-architecture))$/.test(
      name,
    ),
  )
  const known = options.every(({ name }) => /^(-[lLsSpCV]|--[a-z-]+)$/.test(name))
  if (!asks || !known) add(call, { kind: 'install', what: 'dpkg' })
}

function judgePacman(call: Call, { options }: ParsedWords): void {
  const [first, second] = options.map(({ name }) => name)
  const asks = first === '-Q' || (first === '-S' && (second === '-s' || second === '-i' || second === '-l'))
  if (!asks || options.some(({ name }) => /^-[yuwcR]$/.test(name))) add(call, { kind: 'install', what: 'pacman' })
}

function judgeRpm(call: Call, { options }: ParsedWords): void {
  if (
    options[0]?.name !== '-q' ||
    options.some(({ name }) => /pipe|eval|define|import|^-[iUFe]$/.test(name) && name !== '-i')
  ) {
    addUnknown(call, 'rpm')
  }
}

export const packages = once(
  (): SpecTable => ({
    npm,
    pnpm,
    yarn,
    bun,
    'pip pip3': pip,
    uv,
    cargo,
    go,
    brew,
    'apt apt-get apt-cache aptitude': apt,
    'apt-mark': () => ({
      subcommands: { 'showauto showmanual showhold': tells, 'auto manual hold unhold': installs },
    }),
    'dnf yum microdnf': rpm,
    apk: () => ({
      subcommands: {
        'info list search policy stats version': tells,
        'add del update upgrade fix fetch': installs,
      },
    }),
    dpkg: { judge: judgeDpkg },
    'dpkg-query': tells,
    pacman: { judge: judgePacman },
    rpm: { judge: judgeRpm },
    gem: () => ({
      version: '--version -v -h',
      subcommands: {
        'list search info which help environment env contents outdated specification query stale': asks,
        'install uninstall update cleanup pristine fetch build': installs,
        'push yank owner': publishes,
      },
    }),
    bundle: () => ({
      subcommands: {
        'list show info outdated platform version help': tells,
        'install update add remove lock clean': installs,
        exec: runs,
      },
    }),
    composer: () => ({
      subcommands: {
        'show info outdated licenses search why depends prohibits': asks,
        'install update require remove': installs,
      },
    }),
    poetry: () => ({
      version: '--version -V',
      subcommands: {
        'show check version-help about list': tells,
        'install add remove update lock': installs,
        'run shell': runs,
      },
    }),
    pipx: () => ({
      subcommands: { list: tells, environment: tells, 'install uninstall upgrade inject': installs, run: runs },
    }),
    conda: { subcommands: { 'list info search': asks, 'install create remove update env': installs } },
    rustup: () => ({
      subcommands: {
        'show which': tells,
        'update install default target component override toolchain': installs,
        run: runs,
      },
    }),
    nvm: () => ({
      subcommands: { 'ls list current version which': tells, 'install use uninstall alias': installs },
    }),
    'npx bunx pnpx uvx yarnpkg': { effect: 'execute', loose: true, version: '--version' },
    'snap flatpak': () => ({
      subcommands: {
        'list info find search': asks,
        'install remove refresh update uninstall': installs,
      },
    }),
    'corepack volta fnm asdf mise pyenv rbenv easy_install': installs,
  }),
)
