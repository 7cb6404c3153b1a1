import { type Argument, addedWord } from '../argument.ts'
import { addRead, addUnknown, type Call } from '../call.ts'
import { once } from '../lists.ts'
import type { ParsedWords } from '../options.ts'
import type { Spec } from './spec.ts'

/**
 * Runs its words with what it reads. What it adds is taken for operands, as names of files are; where an operand
 * matters it is one that nobody knows.
 */
function judgeXargs(call: Call, { operands, options }: ParsedWords) {
  const [program] = operands
  for (const { name, value } of options) if (/^(-a|--arg-file)$/.test(name) && value) addRead(call, value)
  // Alone it prints: what it reads decides, and nobody needs it.
  if (!program) return addUnknown(call, 'xargs without a command')
  const mark = findMark(options)
  if (mark === undefined) return call.runWords([...operands, addedWord()], 'xargs')
  call.runWords(
    operands.map((word) => fill(word, mark)),
    'xargs',
  )
}

function findMark(options: ParsedWords['options']): string | undefined {
  let mark: string | undefined
  for (const { name, value } of options) {
    if (name === '-I' || name === '-J') mark = value?.text ?? '{}'
    else if (name === '-i' || name === '--replace') mark = value?.text || '{}'
  }
  return mark
}

function fill(word: Argument, mark: string): Argument {
  if (word.text === undefined || mark === '' || !word.text.includes(mark)) return word
  const beginning = word.text.slice(0, word.text.indexOf(mark))
  const source = word.text === mark ? '' : word.source
  return { ...word, text: undefined, beginning, path: undefined, source }
}

export const xargs = once(
  (): Spec => ({
    style: 'first',
    strict: true,
    options: {
      flag: '-0 -r -t -x --null --no-run-if-empty --verbose --exit --show-limits',
      attached: '-i -l -e --replace --eof',
      value: `-n -P -L -s -d -E -I -J -R -S -a --max-args --max-procs --max-lines --max-chars --delimiter --arg-file
      --process-slot-var`,
      refuse: '-o -p --open-tty --interactive',
    },
    judge: judgeXargs,
  }),
)
