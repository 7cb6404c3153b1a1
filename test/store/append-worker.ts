/** Run as a process of its own: appends so many records of a plan of its own, as fast as it can. */
import { openRepository } from '../../src/store/repository.ts'
import { append, planText } from './ledger-world.ts'

const [, , root = '', plan = '', count = '0'] = process.argv

const repository = await openRepository(root, process.env)
for (let rev = 1; rev <= Number(count); rev++) {
  const text = planText(`${plan} ${rev}`)
  const { record } = await append(repository, { plan, rev, at: new Date().toISOString() }, text)
  process.stdout.write(`${record.id}\n`)
}
