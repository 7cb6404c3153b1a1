import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type BuildOptions, build } from 'esbuild'

const root = resolve(import.meta.dirname, '..')

const shared: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  // Readable traces cost nothing: minified and unminified bundles start equally fast.
  minify: false,
  metafile: true,
  logLevel: 'warning',
  charset: 'ascii',
  legalComments: 'eof',
}

/** `decide` runs on every call and loads the others when it needs them. */
const hookBundles = ['decide', 'shell', 'parser', 'record']

/** CommonJS, since an ES module launcher starts 1.5 times slower on Node 20. */
async function buildHooks(): Promise<void> {
  const bundled = new Set<string>()
  for (const name of hookBundles) {
    const result = await build({
      ...shared,
      format: 'cjs',
      entryPoints: [`src/hook/${name}.ts`],
      outfile: `dist/${name}.cjs`,
      external: ['./record.cjs', './shell.cjs', './parser.cjs'],
      // Mostly a foreign parser, read whole for every compound command: half the bytes to read.
      minify: name === 'parser',
    })
    const bundle = join(root, `dist/${name}.cjs`)
    // esbuild escapes what stands in code; comments of packages may hold other characters, and one is enough to make V8
    // keep the whole source in two bytes a character.
    writeFileSync(bundle, readFileSync(bundle, 'utf8').replace(/[^\0-\x7f]/gu, '?'))
    writeFileSync(join(root, `build/${name}.meta.json`), JSON.stringify(result.metafile))
    for (const input of Object.keys(result.metafile?.inputs ?? {}))
      bundled.add(/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input)?.[1] ?? '')
  }
  writeFileSync(
    join(root, 'dist/THIRD-PARTY-LICENSES.txt'),
    formatLicenses([...bundled].filter((name) => name !== '').sort()),
  )
}

/** The bundles hold code of others, whose licences want to be kept with it. */
function formatLicenses(packages: string[]): string {
  return packages.map((name) => `${name}\n${'='.repeat(name.length)}\n\n${readLicense(name)}\n`).join('\n')
}

function readLicense(name: string): string {
  const folder = join(root, 'node_modules', name)
  const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each))
  const { license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return file === undefined ? `${license}\n` : readFileSync(join(folder, file), 'utf8')
}

/** The command line: one file a command, shared code split off, dependencies left in node_modules. */
async function buildCommands(): Promise<void> {
  const commands = readdirSync(join(root, 'src/cli/commands'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join('src/cli/commands', file))
  await build({
    ...shared,
    format: 'esm',
    packages: 'external',
    splitting: true,
    entryPoints: [...commands, 'src/index.ts'],
    outbase: 'src',
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
  })
}

mkdirSync(join(root, 'build'), { recursive: true })
for (const stale of ['cli', 'chunks', 'index.js', ...hookBundles.map((name) => `${name}.cjs`)])
  rmSync(join(root, 'dist', stale), { recursive: true, force: true })
await buildHooks()
await buildCommands()
