import { add, addRead, type Call } from '../call.ts'
import { holdsWord, once } from '../lists.ts'
import type { ParsedWords } from '../options.ts'
import type { Spec, SpecTable } from './spec.ts'

const modes = 'tcxruAd'

/** The mode is a letter of the first word, dash or not, or a long option. */
function judgeTar(call: Call, { options }: ParsedWords): void {
  const lists = options.some(({ name }) => name === '-t' || name === '--list')
  const others = options.some(
    ({ name }) =>
      (name.length === 2 && name !== '-t' && modes.includes(name[1] as string)) || holdsWord(changing, name),
  )
  if (!lists || others) add(call, { kind: 'write' })
  for (const { name, value } of options) {
    if ((name !== '-f' && name !== '--file') || !value) continue
    if (value.text?.includes(':')) add(call, { kind: 'network' })
    else if (lists && !others) addRead(call, value)
  }
}

const changing = '--create --extract --get --append --update --concatenate --catenate --delete --diff --compare'

const tar = once(
  (): Spec => ({
    bundled: true,
    strict: true,
    options: {
      flag: `-t -v -z -j -J -a -p -P -c -x -r -u -A -d -k -m -O -w -h -l -o -s -S -U -W -Z --list --verbose --gzip --bzip2
      --xz --zstd --lzma --wildcards --no-wildcards --auto-compress --numeric-owner --full-time --utc --create
      --extract --get --append --update --concatenate --catenate --delete --diff --compare --totals --anchored
      --ignore-case --no-anchored --null --preserve-permissions --same-permissions --same-owner --no-same-owner`,
      value:
        '-f -b -C -T -X -N -g --file --exclude --strip-components --directory --files-from --exclude-from --transform',
      execute:
        '-I -F --use-compress-program --to-command --checkpoint-action --info-script --new-volume-script --rsh-command --rmt-command',
    },
    judge: judgeTar,
  }),
)

function judgeUnzip(call: Call, { options, operands }: ParsedWords) {
  const reads = options.some(({ name }) => /^-[lvtZ]$/.test(name))
  const others = options.some(({ name }) => !/^-[lvtZq1]$/.test(name))
  if (!reads || others) return add(call, { kind: 'write' })
  const [archive] = operands
  if (archive) addRead(call, archive)
}

const lists: Spec = { operands: 'read', loose: true }
const writes: Spec = { effect: 'write', loose: true }

export const archives = once(
  (): SpecTable => ({
    'tar gtar bsdtar': tar,
    unzip: { options: { value: '-d -x -P' }, judge: judgeUnzip },
    'zipinfo lsar': lists,
    'gzip gunzip bzip2 bunzip2 xz unxz lzma zstd unzstd lz4 compress uncompress pigz': () => ({
      options: { flag: '-l --list -v' },
      strict: true,
      judge: (call, { options }) => {
        if (!options.some(({ name }) => name === '-l' || name === '--list')) add(call, { kind: 'write' })
      },
    }),
    'zip cpio ar 7z 7za 7zr 7zz rar unrar jar pax shar unar': writes,
  }),
)
