'use strict'
const {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs')
const { dirname, join } = require('node:path')
const { Script } = require('node:vm')

const dist = join(__dirname, '../dist')
const month = 30 * 24 * 60 * 60 * 1000

/**
 * Loads a bundle with V8's code cache: compiling it takes longer than all that it then does. V8 knows a source by its
 * length alone, so the file's identity is part of the cache's name. Without a cache, or a place for one, it just compiles.
 */
function load(name) {
  const file = join(dist, name)
  const cache = cachePath(name, statSync(file))
  const cachedData = read(cache)
  // One byte a character: the build leaves no others, and a two-byte source is slower to read.
  const source = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'latin1')}\n})`
  const script = new Script(source, { filename: file, cachedData })
  const cold = !cachedData || script.cachedDataRejected
  const bundle = { exports: {}, cold }
  script.runInThisContext()(bundle.exports, requireFrom, bundle, file, dist)
  // Written when the work is done, so that the functions which ran are in it.
  if (cold) process.once('exit', () => write(cache, script))
  return bundle.exports
}

function requireFrom(name) {
  return name.startsWith('./') ? load(name.slice(2)) : require(name)
}

function cachePath(name, { size, mtimeMs, ino }) {
  const { XDG_STATE_HOME, HOME, USERPROFILE } = process.env
  const state = XDG_STATE_HOME || join(HOME || USERPROFILE || '/', '.local/state')
  return join(state, 'git-plans/code', `${name}-${process.version}-${process.arch}-${size}-${mtimeMs}-${ino}.bin`)
}

function read(path) {
  // An exception costs more than a look.
  if (!existsSync(path)) return undefined
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

function write(path, script) {
  try {
    const folder = dirname(path)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // What older builds left; one that is still used is made anew.
    for (const name of readdirSync(folder))
      if (Date.now() - statSync(join(folder, name)).mtimeMs > month) rmSync(join(folder, name), { force: true })
    const temporary = `${path}.${process.pid}.tmp`
    writeFileSync(temporary, script.createCachedData(), { mode: 0o600, flag: 'wx' })
    renameSync(temporary, path)
  } catch {
    // A full or read-only disk costs time at the next start, nothing else.
  }
}

module.exports = load
