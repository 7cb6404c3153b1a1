import { createInterface } from 'node:readline'

/** One question at the terminal. Anything but a yes, and a closed or interrupted input, is a no. */
export async function askYesNo(question: string): Promise<boolean> {
  return /^y(es)?$/i.test(await ask(`${question} [y/N] `))
}

/** Where a slip of the finger would matter: only the whole word counts. */
export async function askTypedYes(question: string): Promise<boolean> {
  return (await ask(`${question} Type yes: `)) === 'yes'
}

function ask(prompt: string): Promise<string> {
  return new Promise((resolve) => {
    const terminal = createInterface({ input: process.stdin, output: process.stderr })
    terminal.on('close', () => resolve(''))
    terminal.question(prompt, (answer) => {
      resolve(answer.trim())
      terminal.close()
    })
  })
}
