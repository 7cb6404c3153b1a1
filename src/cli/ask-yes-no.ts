import { createInterface } from 'node:readline'

/** One question at the terminal. Anything but a yes, and a closed or interrupted input, is a no. */
export function askYesNo(question: string): Promise<boolean> {
  return new Promise((resolve) => {
    const terminal = createInterface({ input: process.stdin, output: process.stderr })
    terminal.on('close', () => resolve(false))
    terminal.question(`${question} [y/N] `, (answer) => {
      resolve(/^y(es)?$/i.test(answer.trim()))
      terminal.close()
    })
  })
}
