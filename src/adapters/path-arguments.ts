import { isAbsolute, join, resolve } from 'node:path'
import { type Json, type JsonObject, stringOf, stringsOf } from '../core/json.ts'

/** First of the named fields that holds text; versions of an agent name the same argument differently. */
export function firstText(input: JsonObject, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const value = stringOf(input[field])
    if (value !== undefined && value !== '') return value
  }
  return undefined
}

export function textsOf(value: Json | undefined): string[] {
  const text = stringOf(value)
  return text === undefined ? stringsOf(value) : [text]
}

/** `~/x` in the home folder; anything else against the base. */
export function absolutePath(path: string, base: string, home: string): string {
  return isHomePath(path) ? join(home, path.slice(1)) : resolve(base, path)
}

export function isHomePath(path: string): boolean {
  return path === '~' || path.startsWith('~/') || path.startsWith('~\\')
}

export function isRelativePath(path: string): boolean {
  return !isAbsolute(path) && !isHomePath(path)
}

/** The part of a glob before its first wildcard: what a search below it may read. */
export function literalFolder(pattern: string): string {
  const segments = pattern.split('/')
  const wild = segments.findIndex((segment) => /[*?[\]{}!()]/.test(segment))
  return wild < 0 ? pattern : segments.slice(0, wild).join('/') || (pattern.startsWith('/') ? '/' : '.')
}
