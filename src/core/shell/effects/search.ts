import { add, type Call } from '../call.ts'
import { once } from '../lists.ts'
import type { Spec, SpecTable } from './spec.ts'

const grep = once(
  (): Spec => ({
    operands: 'read',
    skip: 1,
    instead: '-e -f --regexp --file',
    loose: true,
    options: {
      value: `-e -m -A -B -C -d -D --regexp --max-count --after-context --before-context --context --include --exclude
      --exclude-dir --binary-files --label --color --colour`,
      read: '-f --file --exclude-from',
    },
  }),
)

const ripgrep = once(
  (): Spec => ({
    operands: 'read',
    skip: 1,
    instead: '-e -f --regexp --file --files --type-list',
    options: {
      value: `-e -m -A -B -C -g -t -T -r -M -j -d -E -o --regexp --max-count --after-context --before-context --context
      --glob --iglob --type --type-not --replace --max-columns --threads --max-depth --encoding --sort --sortr --color
      --colors --type-add --type-clear --max-filesize --engine --pre-glob --path-separator --context-separator`,
      read: '-f --file --ignore-file',
      execute: '--pre --hostname-bin -z --search-zip',
      flag: '--pretty --files -p -o',
    },
  }),
)

/** `fd -x cmd` runs cmd on all that it finds. */
function judgeFd(call: Call): void {
  const at = call.args.findIndex(({ text }) => /^(-[a-zA-Z]*[xX]|--exec|--exec-batch)$/.test(text ?? ''))
  if (at < 0) return
  add(call, { kind: 'execute', what: 'fd --exec' })
  const words = call.args.slice(at + 1)
  if (words.length > 0) call.runWords(words, call.program)
}

const fd = once(
  (): Spec => ({
    options: {
      execute: '-x -X --exec --exec-batch',
      value: `-e -E -t -d -S -c -j -g --extension --exclude --type --max-depth --min-depth --exact-depth --size --color
      --threads --changed-within --changed-before --owner --base-directory --search-path --format --max-results`,
      flag: '--glob -g',
      read: '--ignore-file',
    },
    judge: judgeFd,
  }),
)

export const search = once(
  (): SpecTable => ({
    'grep egrep fgrep zgrep zegrep zfgrep bzgrep xzgrep': grep,
    rg: ripgrep,
    'ag ack': () => ({
      operands: 'read',
      skip: 1,
      options: {
        execute: '--pager',
        value: '-A -B -C -G -m -g --ignore --ignore-dir --type --depth',
        refuse: '--ackrc',
      },
    }),
    'fd fdfind': fd,
    'locate mlocate plocate': { options: { refuse: '-l' }, loose: true },
    mdfind: { loose: true },
    'eza exa lsd': { operands: 'read', loose: true },
    'tokei scc cloc': () => ({
      operands: 'read',
      options: { write: '--out --report-file -o --output', refuse: '--config' },
    }),
  }),
)
