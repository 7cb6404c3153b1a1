import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { analyzeShell } from '../../../src/core/shell/analyze.ts'

interface Row {
  command: string
  readOnly: boolean
  destructive?: boolean
}

const file = resolve(import.meta.dirname, '../../fixtures/shell-commands.json')
const rows = JSON.parse(readFileSync(file, 'utf8')) as Row[]
const context = { cwd: '/home/dev/app', home: '/home/dev', projectRoot: '/home/dev/app', temporaryFolders: ['/tmp'] }

describe('commands and what they do', () => {
  it.each(rows)('$command', ({ command, readOnly, destructive }) => {
    const analysis = analyzeShell(command, context)
    expect({ readOnly: analysis.readOnly, why: analysis.effects }).toMatchObject({ readOnly })
    if (destructive !== undefined) expect(analysis.destructive).toBe(destructive)
  })
})
