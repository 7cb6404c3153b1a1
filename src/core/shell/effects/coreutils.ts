import { add, addUnknown, addWrite, type Call } from '../call.ts'
import { isDestructiveTarget } from '../destructive.ts'
import { once } from '../lists.ts'
import type { ParsedWords } from '../options.ts'
import { hasOption } from './interpret.ts'
import type { Spec, SpecTable } from './spec.ts'

const reads: Spec = { operands: 'read', loose: true }
const tells: Spec = { loose: true }
const makes: Spec = { operands: 'write', loose: true }

const moveOptions = { write: '-t --target-directory', value: '-S --suffix' }
// Loose here and below: whatever the words turn out to be, they are files that are made or removed.
const into: Spec = { operands: 'read', lastWrites: true, loose: true, options: moveOptions, judge: writeSingle }

/** One operand alone is made anew in the working folder. */
function writeSingle(call: Call, { operands, options }: ParsedWords) {
  const [only] = operands
  if (operands.length < 2 && !options.some(({ name }) => name === '-t' || name === '--target-directory')) {
    if (!only?.path) return add(call, { kind: 'write' })
    const name = only.path.slice(only.path.lastIndexOf('/') + 1)
    addWrite(call, { ...only, text: name, path: name, beginning: name })
  }
}

/** Changes what it names; the first word says how, unless an option does. */
const marks = once(
  (): Spec => ({
    operands: 'write',
    skip: 1,
    instead: '--reference',
    loose: true,
    options: { read: '--reference', flag: '-R --recursive' },
    judge: (call, parsed) => {
      if (!hasOption(parsed, '-R --recursive')) return
      for (const operand of parsed.operands) {
        if (isDestructiveTarget(operand, true, call.scope, call.run.context)) call.run.destructive = true
      }
    },
  }),
)

function judgeDate(call: Call, { operands, options }: ParsedWords): void {
  if (options.some(({ name }) => name === '-j')) return
  if (operands.some(({ beginning }) => !beginning.startsWith('+'))) addUnknown(call, 'date may set the clock')
}

/** `dd if=… of=…` */
function judgeDd(call: Call, { operands }: ParsedWords): void {
  let writes = false
  for (const operand of operands) {
    const match = /^(if|of)=/.exec(operand.beginning)
    const cut = {
      ...operand,
      text: operand.text?.slice(3),
      path: operand.path?.slice(3),
      beginning: operand.beginning.slice(3),
    }
    if (match?.[1] === 'of') addWrite(call, cut)
    writes ||= match?.[1] === 'of'
  }
  if (!writes) add(call, { kind: 'write' })
}

/** Programs that only read files and print. */
export const coreutils = once(
  (): SpecTable => ({
    'cat tac head tail wc nl od hexdump hd strings cksum sum md5sum sha1sum sha224sum sha256sum sha384sum': reads,
    'sha512sum b2sum shasum md5 crc32 cut paste join comm fold fmt expand unexpand rev column colrm tsort': reads,
    'look pr cmp diff diff3 colordiff zcmp zdiff ls dir vdir ll stat du df readlink realpath zcat gzcat bzcat': reads,
    'xzcat zstdcat lz4cat lzcat base32 basenc nm size readelf objdump otool wdiff numfmt': reads,
    'basename dirname pathchk seq expr tr factor nproc arch uname tty whoami id groups users who w last': tells,
    'lastlog logname uptime cal ncal getconf locale printenv lsb_release sw_vers free vmstat iostat mpstat': tells,
    'lscpu lsblk lsusb lspci lsmod findmnt tput clear env hostid ps pgrep pidof pstree netstat lsof': tells,
    'cowsay figlet banner units ascii errno': tells,
    top: { strict: true, options: { flag: '-b -c -H -i -S -s -1 -l -a -e', value: '-n -d -p -u -U -o -w -E -stats' } },
    htop: { strict: true, options: { flag: '-C -t -H -M', value: '-d -p -s -u -n -F' } },
    sort: () => ({
      operands: 'read',
      options: {
        value: '-k -t -S -T --key --field-separator --buffer-size --parallel --batch-size --temporary-directory --sort',
        flag: `-b -d -f -g -i -M -h -n -R -r -V -c -C -m -s -u -z -H --check --ignore-leading-blanks --dictionary-order
          --ignore-case --general-numeric-sort --ignore-nonprinting --month-sort --human-numeric-sort --numeric-sort
          --random-sort --reverse --version-sort --merge --stable --unique --zero-terminated --debug --mergesort`,
        read: '--files0-from --random-source',
        write: '-o --output',
        execute: '--compress-program',
      },
      strict: true,
    }),
    uniq: () => ({
      operands: 'read',
      lastWrites: true,
      options: { value: '-f -s -w --skip-fields --skip-chars --check-chars' },
    }),
    shuf: () => ({
      operands: 'read',
      options: { write: '-o --output', value: '-n -i --head-count --input-range', read: '--random-source' },
    }),
    xxd: () => ({
      operands: 'read',
      lastWrites: true,
      options: { value: '-c -g -l -o -s -n', refuse: '-r -revert --revert', flag: '-a -b -C -d -E -e -i -p -ps -u' },
      strict: true,
    }),
    base64: () => ({
      operands: 'read',
      options: { write: '-o --output', value: '-w --wrap -b', flag: '-d -D -i --decode --ignore-garbage' },
    }),
    iconv: () => ({
      operands: 'read',
      options: { write: '-o --output', value: '-f -t --from-code --to-code', flag: '-c -s -l --list' },
    }),
    date: () => ({
      options: {
        value: '-d --date -r --reference -v -f --rfc-3339 --iso-8601',
        attached: '-I',
        mutate: '-s --set',
        flag: '-u -R -j -n --utc --debug',
      },
      strict: true,
      mutates: 'unknown',
      judge: judgeDate,
    }),
    hostname: () => ({
      operands: 'refuse',
      strict: true,
      options: { flag: '-s -f -i -I -d -A -a -y --short --fqdn --long --ip-address --all-ip-addresses --domain' },
    }),
    domainname: { operands: 'refuse' },
    file: () => ({
      operands: 'read',
      options: {
        mutate: '-C --compile',
        value: '-F -P -e --separator --exclude --parameter',
        'refuse-value': '-m -f --magic-file --files-from',
      },
      mutates: 'write',
    }),
    tree: () => ({
      operands: 'read',
      options: {
        write: '-o',
        refuse: '-R',
        value: '-L -P -I -H -T --filelimit --timefmt --charset --sort --gitfile --infofile',
      },
    }),
    less: () => ({
      operands: 'read',
      strict: true,
      options: {
        flag: '-R -S -N -F -X -i -I -e -E -g -G -m -M -n -r -s -u -w -W -q --quit-if-one-screen --RAW-CONTROL-CHARS --chop-long-lines',
        value: '-p -x -y -z -b -h -j',
        write: '-o -O --log-file --LOG-FILE',
      },
      judge: refusePlus,
    }),
    'more zless zmore': () => ({
      operands: 'read',
      strict: true,
      options: { flag: '-d -f -p -c -s -u -l' },
      judge: refusePlus,
    }),
    'man apropos whatis info': () => ({
      strict: true,
      options: { flag: '-k -f -a -w -W -i -I --where --all', value: '-s -S' },
    }),
    bat: () => ({
      operands: 'read',
      options: {
        execute: '--pager --diff',
        value:
          '-l -r -H --language --line-range --style --theme --paging --color --file-name -m --map-syntax --wrap --tabs --decorations',
      },
      judge: refuseCache,
    }),
    batcat: { operands: 'read', options: { execute: '--pager' }, judge: refuseCache },
    mount: { operands: 'refuse', strict: true, options: { flag: '-l -V', value: '-t' } },
    stty: { operands: 'refuse', strict: true, options: { flag: '-a -g --all --save', value: '-F --file' } },
    dmesg: () => ({
      strict: true,
      options: {
        flag: '-H -T -x -k -u -L -e -t -w -W -r -P -S -p --human --ctime --decode --kernel --color --nopager --follow',
        value: '-l -f --level --facility --since --until',
        read: '-F --file',
        mutate: '-c -C -D -E -n --clear --read-clear --console-off --console-on --console-level',
      },
      mutates: 'unknown',
    }),
    ss: () => ({
      options: { mutate: '-K --kill', write: '-D --diag', value: '-f --family -A --query --socket' },
      mutates: 'process',
    }),
    ifconfig: () => ({
      strict: true,
      options: { flag: '-a -s -v -l' },
      judge: (call, { operands }) => {
        if (operands.length > 1) addUnknown(call, 'ifconfig changes an interface')
      },
    }),
    sysctl: () => ({
      strict: true,
      options: { flag: '-a -A -n -N -e -b -x --all --values --names', value: '-r' },
      judge: (call, { operands }) => {
        if (operands.some(({ text }) => text === undefined || text.includes('=')))
          addUnknown(call, 'sysctl sets a value')
      },
    }),
    arp: { strict: true, options: { flag: '-a -n -e -v' } },
    // What changes files.
    tee: () => ({
      ...makes,
      strict: true,
      options: { flag: '-a -i -p --append --ignore-interrupts', value: '--output-error' },
    }),
    'touch mkdir mkfifo mknod truncate': () => ({
      ...makes,
      options: { value: '-s -m -d -t -r --size --mode --date --reference' },
    }),
    'chmod chown chgrp setfacl chattr': marks,
    'cp install ln link symlink': into,
    mv: { operands: 'delete', lastWrites: true, loose: true, options: moveOptions },
    rm: () => ({
      operands: 'delete',
      loose: true,
      recursive: '-r -R -d --recursive --dir',
      options: { flag: '-r -R -f -i -I -v -d --recursive --force --dir --no-preserve-root --preserve-root' },
    }),
    'rmdir unlink': { operands: 'delete', loose: true },
    'shred srm wipe': { operands: 'delete', loose: true, options: { value: '-n -s' }, destroys: true },
    'split csplit mktemp patch fallocate dos2unix unix2dos rename prename strip objcopy sponge': () => ({
      effect: 'write',
      loose: true,
    }),
    dd: { loose: true, judge: judgeDd },
    'mkfs mke2fs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.ntfs mkfs.vfat mkfs.fat mkfs.exfat mkfs.f2fs':
      () => ({
        effect: 'write',
        destroys: true,
        loose: true,
      }),
    'mkswap wipefs blkdiscard sgdisk gdisk fdisk sfdisk cfdisk parted partprobe badblocks hdparm': () => ({
      effect: 'write',
      destroys: true,
      loose: true,
    }),
    'lvremove vgremove pvremove newfs': { effect: 'write', destroys: true, loose: true },
    'cryptsetup mdadm zpool zfs nvme diskutil': () => ({
      effect: 'write',
      loose: true,
      judge: (call, { operands }) => {
        if (
          operands.some(({ text }) =>
            /^(luksFormat|erase|luksErase|destroy|format|sanitize|eraseDisk)$/.test(text ?? ''),
          )
        )
          call.run.destructive = true
      },
    }),
  }),
)

function refusePlus(call: Call, { operands }: ParsedWords): void {
  if (operands.some(({ beginning }) => beginning.startsWith('+'))) addUnknown(call, `${call.program} with a command`)
}

function refuseCache(call: Call, { operands }: ParsedWords): void {
  if (operands[0]?.text === 'cache') add(call, { kind: 'write' })
}
