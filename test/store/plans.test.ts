import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findPlanFiles, readPlanFile, replacePlanFile, writeNewPlanFile } from '../../src/store/plans.ts'
import { type TemporaryRepository, temporaryRepository } from '../helpers/temporary-repository.ts'

const text = '---\nplan: 1\nid: 7m2k9d4x1q0z\ntitle: T\n---\n# T\n'
let repository: TemporaryRepository
let outside: string
let root: string
beforeEach(() => {
  repository = temporaryRepository()
  root = repository.root
  outside = realpathSync(mkdtempSync(join(tmpdir(), 'git-plans-outside-')))
})
afterEach(() => {
  repository.remove()
  rmSync(outside, { recursive: true, force: true })
})
const code = (expected: string) => expect.objectContaining({ name: 'PlansError', code: expected })

describe('readPlanFile', () => {
  it.each([
    ['text', text],
    ['byte-order mark and CRLF', '\ufeff# T\r\n'],
    ['1 MiB', 'x'.repeat(1024 * 1024)],
    ['nothing', ''],
  ])('gives %s as it is', (_, content) => expect(readPlanFile(repository.write('p.md', content))).toBe(content))

  it.each<[string, string, (path: string) => void]>([
    ['a missing file', 'plan-not-found', () => {}],
    ['a folder', 'plan-not-a-file', (path) => mkdirSync(path)],
    ['a pipe', 'plan-not-a-file', (path) => execFileSync('mkfifo', [path])],
    ['a link', 'plan-linked', (path) => symlinkSync(repository.write('other.md', text), path)],
    ['a link to nothing', 'plan-linked', (path) => symlinkSync('nothing', path)],
    ['more than 1 MiB', 'plan-too-large', (path) => writeFileSync(path, 'x'.repeat(1024 * 1024 + 1))],
    ['more than 1 MiB in bytes', 'plan-too-large', (path) => writeFileSync(path, 'é'.repeat(1024 * 512 + 1))],
    ['other bytes than UTF-8', 'plan-not-utf8', (path) => writeFileSync(path, Buffer.from([0x61, 0xff, 0xfe]))],
  ])('refuses %s', (_, expected, make) => {
    const path = join(root, 'p.md')
    make(path)
    expect(() => readPlanFile(path)).toThrow(code(expected))
  })
})

describe('findPlanFiles', () => {
  it('finds Markdown at any depth, in order, with what cannot be read beside what can', () => {
    repository.write('.plans/main/b.md', text)
    repository.write('.plans/a.md', '---\n- x\n---\n')
    repository.write('.plans/main/deep/er/c.md', '# no front matter\n')
    repository.write('.plans/main/notes.txt', 'x')
    repository.write('.plans/OWNERS', 'x')
    repository.write('docs/d.md', text)
    const files = findPlanFiles(root, '.plans')
    expect(files.map(({ path, document, fault }) => [path, document?.id, fault?.code])).toEqual([
      ['.plans/a.md', undefined, 'front-matter-unreadable'],
      ['.plans/main/b.md', '7m2k9d4x1q0z', undefined],
      ['.plans/main/deep/er/c.md', undefined, undefined],
    ])
    expect(files[1]).toMatchObject({ absolute: join(root, '.plans/main/b.md'), text })
  })

  it('is empty where there is no such folder', () => expect(findPlanFiles(root, '.plans')).toEqual([]))

  it('follows no link to a folder, names a linked file, and refuses a linked directory', () => {
    writeFileSync(join(outside, 'x.md'), text)
    mkdirSync(join(root, '.plans'))
    symlinkSync(outside, join(root, '.plans/folder'))
    symlinkSync(join(outside, 'x.md'), join(root, '.plans/file.md'))
    expect(findPlanFiles(root, '.plans')).toMatchObject([
      { path: '.plans/file.md', text: '', fault: { code: 'plan-linked' } },
    ])
    symlinkSync(outside, join(root, 'linked'))
    expect(() => findPlanFiles(root, 'linked')).toThrow(code('plan-linked'))
  })

  it('finds names in either form of Unicode', () => {
    repository.write('.plans/cafe\u0301/e\u0301.md', text)
    repository.write('.plans/th\u00e9/\u00e9.md', text)
    for (const { absolute } of findPlanFiles(root, '.plans')) expect(readPlanFile(absolute)).toBe(text)
    expect(findPlanFiles(root, '.plans')).toHaveLength(2)
  })
})

describe('writeNewPlanFile', () => {
  const path = '.plans/feature/a/p.md'
  it('creates parents and the file, once', () => {
    const absolute = writeNewPlanFile(root, '.plans', path, text)
    expect(absolute).toBe(join(root, path))
    expect(readFileSync(absolute, 'utf8')).toBe(text)
    expect(() => writeNewPlanFile(root, '.plans', path, 'other')).toThrow(code('plan-exists'))
    expect(readFileSync(absolute, 'utf8')).toBe(text)
  })

  it.each<[string, string, string]>([
    ['above', '.plans', '.plans/../p.md'],
    ['far above', '.plans', '../p.md'],
    ['elsewhere', '.plans', 'src/p.md'],
    ['beside, by a like name', '.plans', '.plans2/p.md'],
    ['at the folder itself', '.plans', '.plans'],
    ['by an absolute path', '.plans', '/tmp/p.md'],
    ['in a directory above', '..', '../p.md'],
  ])('writes nothing %s', (_, directory, target) => {
    expect(() => writeNewPlanFile(root, directory, target, text)).toThrow(code('plan-outside'))
    expect(readdirSync(root).sort()).toEqual(['.git', 'README.md'])
  })

  it.each(['.plans', '.plans/feature', '.plans/feature/a', '.plans/feature/a/p.md'])('refuses a link at %s', (link) => {
    mkdirSync(join(root, link, '..'), { recursive: true })
    symlinkSync(link.endsWith('.md') ? join(outside, 'p.md') : outside, join(root, link))
    expect(() => writeNewPlanFile(root, '.plans', path, text)).toThrow(code('plan-linked'))
    expect(readdirSync(outside)).toEqual([])
  })

  it('refuses a file where a folder is needed, and more than 1 MiB', () => {
    repository.write('.plans/feature', 'x')
    expect(() => writeNewPlanFile(root, '.plans', path, text)).toThrow(code('plan-not-a-folder'))
    expect(() => writeNewPlanFile(root, '.plans', '.plans/x.md', 'x'.repeat(1024 * 1024 + 1))).toThrow(
      code('plan-too-large'),
    )
    expect(existsSync(join(root, '.plans/x.md'))).toBe(false)
  })

  it('works below a linked HOME, and in a repository whose own path holds the directory', () => {
    mkdirSync(join(outside, 'real/.plans/app/.git'), { recursive: true })
    symlinkSync(join(outside, 'real'), join(outside, 'home'))
    const linkedRoot = join(outside, 'home/.plans/app')
    const absolute = writeNewPlanFile(linkedRoot, '.plans', '.plans/.plans/p.md', text)
    expect(readFileSync(join(outside, 'real/.plans/app/.plans/.plans/p.md'), 'utf8')).toBe(text)
    expect(findPlanFiles(linkedRoot, '.plans')).toMatchObject([{ path: '.plans/.plans/p.md', absolute, text }])
    replacePlanFile(absolute, 'new', text)
    expect(readPlanFile(absolute)).toBe('new')
  })
})

describe('replacePlanFile', () => {
  it('replaces in one step, keeps the mode, leaves nothing behind', () => {
    const absolute = repository.write('.plans/p.md', text)
    chmodSync(absolute, 0o640)
    replacePlanFile(absolute, 'new', text)
    expect(readFileSync(absolute, 'utf8')).toBe('new')
    expect(statSync(absolute).mode & 0o777).toBe(0o640)
    expect(readdirSync(join(root, '.plans'))).toEqual(['p.md'])
  })

  it('refuses a file that moved meanwhile', () => {
    const absolute = repository.write('.plans/p.md', 'theirs')
    expect(() => replacePlanFile(absolute, 'new', text)).toThrow(
      expect.objectContaining({ kind: 'stale', exitCode: 4 }),
    )
    expect(readFileSync(absolute, 'utf8')).toBe('theirs')
    expect(readdirSync(join(root, '.plans'))).toEqual(['p.md'])
  })

  it('refuses a link, at the end and on the way', () => {
    writeFileSync(join(outside, 'p.md'), text)
    symlinkSync(outside, join(root, '.plans'))
    symlinkSync(join(outside, 'p.md'), join(root, 'p.md'))
    for (const path of ['.plans/p.md', 'p.md'])
      expect(() => replacePlanFile(join(root, path), 'new', text)).toThrow(code('plan-linked'))
    expect(readFileSync(join(outside, 'p.md'), 'utf8')).toBe(text)
  })
})
