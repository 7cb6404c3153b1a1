export type Json = null | boolean | number | string | Json[] | JsonObject
export type JsonObject = { [key: string]: Json }

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Text or undefined; stands in for a schema library on the hook's path, where start-up time counts. */
export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

export function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? (value as Json[]) : []
}

export function stringsOf(value: unknown): string[] {
  return listOf(value).filter((item): item is string => typeof item === 'string')
}
