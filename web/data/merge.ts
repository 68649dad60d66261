import type { AnyRow } from './rows.ts'

const isObject = (value: unknown): value is AnyRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A row with changes in it: objects merge, as the server does it, everything else is replaced. */
export function merged(row: AnyRow, patch: AnyRow): AnyRow {
  const next = { ...row }
  for (const [name, value] of Object.entries(patch)) {
    const before = row[name]
    next[name] = isObject(value) && isObject(before) ? withoutNulls(merged(before, value)) : value
  }
  return next
}

/** In an object within a row null takes a name away (RFC 7396). */
const withoutNulls = (value: AnyRow): AnyRow =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null))

/** The patch that takes another one back: what the row said of the same names before. */
export function inverse(row: AnyRow, patch: AnyRow): AnyRow {
  const back: AnyRow = {}
  for (const [name, value] of Object.entries(patch)) {
    const before = row[name]
    back[name] = isObject(value) && isObject(before) ? inverse(before, value) : (before ?? null)
  }
  return back
}

/** An object without some of its names. */
export const without = <T extends object, Name extends keyof T>(of: T, ...names: Name[]): Omit<T, Name> =>
  Object.fromEntries(Object.entries(of).filter(([name]) => !names.includes(name as Name))) as Omit<T, Name>

/** Whether two values of JSON say the same. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b || (a == null && b == null)) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, i) => same(one, b[i]))
  if (!isObject(a) || !isObject(b)) return false
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => same(a[name], b[name]))
}
