import { holdsWord, once } from '../lists.ts'

/** A program that runs the command given as its further words. */
export interface Wrapper {
  /** Options without a value: letters, then long names. */
  flags?: string
  /** Options with a value. */
  valued?: string
  /** Options with a value that name a folder in which the command runs. */
  folder?: string
  /** Options with a value that name a file which is written. */
  writes?: string
  /** Words between the options and the command. */
  operands?: number
  /** `NAME=value` words may stand before the command. */
  assignments?: boolean
  /** Options like `-10` or `-x86_64`. */
  anyDash?: boolean
  /** What the wrapper does on top of the command. */
  effect?: 'privilege' | 'deferred' | 'unknown'
  /** Options that only ask about the command. */
  asks?: string
}

const plain: Wrapper = {}
const privilege: Wrapper = {
  effect: 'privilege',
  assignments: true,
  flags: '-A -b -E -e -H -i -K -k -l -n -P -S -s -v --login --shell --stdin --non-interactive --preserve-env',
  valued: '-u -g -h -p -C -c -D -R -T -U -r -t --user --group --host --prompt --chdir --chroot --close-from',
}
const unknown: Wrapper = { effect: 'unknown' }

export const wrapperNames = `arch batch builtin busybox caffeinate chroot chrt command dbus-launch doas dumb-init entr env exec
  fakeroot firejail flock gtime gtimeout ionice linux32 linux64 ltrace nice nocorrect noglob nohup nsenter
  parallel perf pkexec prlimit proot proxychains rlwrap rtk run0 setarch setsid setpriv stdbuf strace sudo
  systemd-inhibit systemd-run taskset time timeout torsocks unbuffer unshare valgrind watch xvfb-run`

export const wrappers = once(
  (): Record<string, Wrapper> => ({
    arch: { anyDash: true, valued: '-e -d --arch' },
    batch: { effect: 'deferred' },
    builtin: plain,
    busybox: unknown,
    caffeinate: { effect: 'unknown', flags: '-d -i -m -s -u', valued: '-t -w' },
    chroot: { effect: 'privilege', operands: 1, valued: '--userspec --groups', flags: '--skip-chdir' },
    chrt: { effect: 'unknown', operands: 1 },
    command: { flags: '-p', asks: '-v -V' },
    'dbus-launch': unknown,
    doas: { effect: 'privilege', flags: '-n -s -L', valued: '-u -C -a' },
    'dumb-init': unknown,
    entr: unknown,
    env: {
      assignments: true,
      flags: '-i -0 -v --ignore-environment --null --debug',
      valued: '-u --unset',
      folder: '-C --chdir',
    },
    exec: { flags: '-c -l', valued: '-a' },
    fakeroot: unknown,
    firejail: unknown,
    flock: { effect: 'unknown', operands: 1, flags: '-s -x -e -u -n -o -F -v', valued: '-w -E' },
    gtime: { flags: '-p -v -a -q', valued: '-f --format', writes: '-o --output' },
    gtimeout: {
      flags: '-v -f -p --preserve-status --foreground --verbose',
      valued: '-k -s --kill-after --signal',
      operands: 1,
    },
    ionice: { flags: '-t --ignore', valued: '-c -n --class --classdata' },
    linux32: plain,
    linux64: plain,
    ltrace: unknown,
    nice: { anyDash: true, valued: '-n --adjustment' },
    nocorrect: unknown,
    noglob: unknown,
    nohup: plain,
    nsenter: { effect: 'privilege', anyDash: true },
    parallel: { effect: 'unknown', anyDash: true, valued: '-j -a -n -N -I --jobs --arg-file --colsep --delay' },
    perf: unknown,
    pkexec: { effect: 'privilege', valued: '--user' },
    prlimit: { effect: 'unknown', anyDash: true },
    proot: unknown,
    proxychains: unknown,
    rlwrap: unknown,
    rtk: unknown,
    run0: { effect: 'privilege', anyDash: true },
    setarch: { effect: 'unknown', anyDash: true },
    setsid: { flags: '-c -f -w --ctty --fork --wait' },
    setpriv: { effect: 'privilege', anyDash: true },
    stdbuf: { valued: '-i -o -e --input --output --error' },
    strace: { effect: 'unknown', anyDash: true, valued: '-e -o -p -s -u' },
    sudo: privilege,
    'systemd-inhibit': unknown,
    'systemd-run': {
      effect: 'deferred',
      anyDash: true,
      valued: '-u -p -t -E -M -H --unit --property --slice --on-calendar --on-active',
    },
    taskset: { effect: 'unknown', operands: 1, flags: '-c -a' },
    time: { flags: '-p -v -a -q -l -h', valued: '-f --format', writes: '-o --output' },
    timeout: {
      flags: '-v -f -p --preserve-status --foreground --verbose',
      valued: '-k -s --kill-after --signal',
      operands: 1,
    },
    torsocks: unknown,
    unbuffer: { flags: '-p' },
    unshare: { effect: 'privilege', anyDash: true },
    valgrind: { effect: 'unknown', anyDash: true },
    watch: { effect: 'unknown', flags: '-d -t -b -e -g -c -x -w', valued: '-n --interval' },
    'xvfb-run': unknown,
  }),
)

export function findWrapper(name: string): Wrapper | undefined {
  return holdsWord(wrapperNames, name) ? wrappers()[name] : undefined
}
