import { add, addUnknown, type Call } from '../call.ts'
import { once } from '../lists.ts'
import type { ParsedWords } from '../options.ts'
import type { Spec, SpecTable } from './spec.ts'

const tells: Spec = { loose: true }
const pings: Spec = { effect: 'remote-read', service: 'network', loose: true }
const runs: Spec = { effect: 'execute', loose: true }
const deferred: Spec = { effect: 'deferred', loose: true }
const process: Spec = { effect: 'process', loose: true }
const privilege: Spec = { effect: 'privilege', loose: true }
const stops: Spec = { effect: 'process', loose: true, destroys: true }
const fetches: Spec = {
  loose: true,
  options: {
    value: `-X --request --method -o --output -O --output-document -H --header -d --data --data-raw --data-binary -F
      --form -A --user-agent -u --user -b --cookie -e --referer -x --proxy -m --max-time -T --upload-file -w`,
  },
  judge: judgeRequest,
}
const network: Spec = { loose: true, judge: judgeFetch }

function judgeRequest(call: Call, parsed: ParsedWords): void {
  const methods = parsed.options.filter(({ name }) => /^(-X|--request|--method)$/.test(name))
  const deletes = methods.some(({ value }) => value?.text?.toUpperCase() === 'DELETE')
  // `http DELETE url` says it without an option.
  if (deletes || parsed.operands[0]?.text === 'DELETE') call.run.destructive = true
  judgeFetch(call, parsed)
}

/** Names the host, when a URL or a `host:path` says it. */
function judgeFetch(call: Call, { operands }: ParsedWords) {
  for (const { beginning } of operands) {
    const match =
      /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/@\s]*@)?([A-Za-z0-9.-]+\.[A-Za-z]{2,}|localhost|\d+\.\d+\.\d+\.\d+)(?=[:/?#]|$)/.exec(
        beginning,
      )
    if (match?.[1]) return add(call, { kind: 'network', host: match[1].toLowerCase() })
  }
  add(call, { kind: 'network' })
}

const systemctl = once(
  (): Spec => ({
    options: {
      flag: '--user --system --no-pager -a --all -l --full -q --quiet --failed --no-legend --plain',
      value: '-t --type --state -n --lines -o --output -p --property',
      'refuse-value': '-H -M --host --machine --root --image',
    },
    version: '--version --help -h',
    bare: tells,
    subcommands: {
      'status show cat list-units list-unit-files list-timers list-sockets list-dependencies list-jobs list-machines':
        tells,
      'list-paths list-automounts is-active is-enabled is-failed is-system-running get-default show-environment help':
        tells,
      'start stop restart reload reload-or-restart try-restart kill isolate reset-failed freeze thaw': process,
      'reboot poweroff halt kexec soft-reboot exit switch-root emergency rescue default': stops,
      'suspend hibernate hybrid-sleep suspend-then-hibernate': process,
      'enable disable reenable mask unmask link revert preset preset-all set-default edit daemon-reload daemon-reexec set-property clean':
        { effect: 'privilege', loose: true },
    },
  }),
)

const journal = once(
  (): Spec => ({
    options: {
      mutate: '--rotate --flush --sync --relinquish-var --smart-relinquish-var --setup-keys --update-catalog',
      'mutate-value': '--vacuum-size --vacuum-time --vacuum-files --cursor-file',
      flag: '--reverse --root-help --system --since-help --unit-help -f -r -x -e -k',
      value: '--since --until -u -n -p -S -U -o -b -t -g --unit --user-unit --root -D -M --directory --file',
    },
    mutates: 'write',
    loose: true,
  }),
)

const ipObject = once(
  (): Spec => ({
    bare: tells,
    subcommands: { 'show list ls lst get identify pids sh s': tells },
  }),
)

const ip = once(
  (): Spec => ({
    options: {
      flag: '-4 -6 -0 -s -d -j -p -br -brief -c -color -o -oneline -h -human -iec -stats -statistics -details -json -pretty -resolve -r -t -V',
      refuse: '-all -a',
      'refuse-value': '-b -batch -n -netns -force -f -family',
    },
    singleDash: true,
    version: '-V -Version help',
    subcommands: {
      'addr address a ad add link l li route r ro rou rule ru neigh neighbour neighbor n nei netns tunnel maddr maddress':
        ipObject,
      'mroute vrf xfrm-help token ntable tuntap': ipObject,
    },
  }),
)

const sessions = once(
  (): Spec => ({
    options: { value: '-L -S' },
    subcommands: {
      'ls list-sessions list-windows lsw list-panes lsp list-clients lsc display-message-help show-options info': tells,
    },
    other: deferred,
    bare: deferred,
  }),
)

export const system = once(
  (): SpecTable => ({
    systemctl,
    journalctl: journal,
    ip,
    loginctl: () => ({
      bare: tells,
      subcommands: {
        'list-sessions list-users list-seats session-status user-status show-session show-user': tells,
      },
    }),
    'timedatectl hostnamectl localectl': () => ({
      bare: tells,
      subcommands: { 'status show list-timezones list-locales list-keymaps timesync-status': tells },
    }),
    launchctl: () => ({
      subcommands: {
        'list print print-disabled print-cache blame hostinfo managerpid manageruid managername version help getenv':
          tells,
        'bootstrap bootout enable disable kickstart kill start stop load unload remove submit reboot': process,
      },
    }),
    'ping ping6 dig nslookup host whois traceroute tracepath traceroute6 mtr drill': pings,
    'curl wget http https xh': fetches,
    'aria2c lynx w3m links httpie grpcurl websocat wscat': network,
    'scp sftp ftp lftp rclone nc ncat netcat socat telnet nsupdate s3cmd gsutil azcopy': network,
    rsync: () => ({
      loose: true,
      judge: (call, parsed) => {
        add(call, { kind: 'write' })
        if (parsed.operands.some(({ beginning }) => /^[^/]*:/.test(beginning))) judgeFetch(call, parsed)
      },
    }),
    'ssh-add': { strict: true, options: { flag: '-l -L' }, operands: 'refuse' },
    crontab: () => ({
      strict: true,
      options: { flag: '-l', value: '-u' },
      operands: 'refuse',
      judge: (call, { options }) => {
        if (!options.some(({ name }) => name === '-l')) add(call, { kind: 'deferred', what: 'crontab' })
      },
    }),
    at: () => ({
      judge: (call, { options }) => {
        if (options.length !== 1 || options[0]?.name !== '-l') add(call, { kind: 'deferred', what: 'at' })
      },
    }),
    atq: tells,
    'batch atrm systemd-run osascript incrontab fcron': deferred,
    tmux: sessions,
    screen: () => ({
      judge: (call, { options }) => {
        if (options.length === 0 || !options.every(({ name }) => /^-(ls|l|s|list)$/.test(name)))
          add(call, { kind: 'deferred', what: 'screen' })
      },
    }),
    'sudo doas su pkexec run0 passwd useradd userdel usermod groupadd visudo chsh newgrp chroot unshare nsenter':
      privilege,
    'insmod rmmod modprobe iptables ip6tables nft ufw firewall-cmd setenforce': privilege,
    'reboot shutdown halt poweroff init telinit': stops,
    'service supervisorctl pm2 renice': process,
    'python python2 python3 pypy pypy3 ipython': { ...runs, version: '--version -V -VV --help' },
    'node nodejs deno tsx ts-node': { ...runs, version: '--version -v --help -h' },
    'ruby perl php lua luajit Rscript R julia java javac kotlin scala groovy swift osascript-js erl elixir iex ghci':
      () => ({
        ...runs,
        version: '--version -version -v --help',
      }),
    'gcc g++ clang clang++ cc c++ rustc tsc ld as javap dotnet zig ghc': () => ({
      ...runs,
      version: '--version -v -V --help -dumpversion',
    }),
    'make gmake cmake ninja just task rake gradle gradlew mvn mvnw bazel bazelisk sbt ant meson scons ctest': () => ({
      ...runs,
      version: '--version -v --help -h -version',
    }),
    'pytest jest vitest mocha tox nox eslint prettier black ruff isort mypy flake8 pylint rubocop pre-commit': () => ({
      ...runs,
      version: '--version -V',
    }),
    'open xdg-open start script expect vi vim nvim nano emacs ed ex pico code subl entr parallel': runs,
    caddy: { subcommands: { 'version help list-modules build-info': tells } },
    openssl: { subcommands: { 'version list help': tells } },
    'gpg gpg2': () => ({
      strict: true,
      options: { flag: '--list-keys --list-secret-keys -k -K --fingerprint --list-sigs --with-colons --list-packets' },
      judge: (call, { options }) => {
        if (options.length === 0) addUnknown(call, 'gpg')
      },
    }),
  }),
)
