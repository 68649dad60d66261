import type { AnyRow } from './rows.ts'

const isObject = (value: unknown): value is AnyRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Merges changes into a row as the server does: objects merge, other values are replaced. */
export function merged(row: AnyRow, patch: AnyRow): AnyRow {
  const next = { ...row }
  for (const [name, value] of Object.entries(patch)) {
    const before = row[name]
    next[name] = isObject(value) && isObject(before) ? removeNulls(merged(before, value)) : value
  }
  return next
}

/** Removes null members (RFC 7396). */
const removeNulls = (value: AnyRow): AnyRow =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null))

/** Returns the patch that restores the previous values. */
export function inverse(row: AnyRow, patch: AnyRow): AnyRow {
  const back: AnyRow = {}
  for (const [name, value] of Object.entries(patch)) {
    const before = row[name]
    back[name] = isObject(value) && isObject(before) ? inverse(before, value) : (before ?? null)
  }
  return back
}

export const without = <T extends object, Name extends keyof T>(object: T, ...names: Name[]): Omit<T, Name> =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name as Name))) as Omit<
    T,
    Name
  >

/** Compares two JSON values; null equals undefined. */
export function same(a: unknown, b: unknown): boolean {
  if (a === b || (a == null && b == null)) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((one, i) => same(one, b[i]))
  if (!isObject(a) || !isObject(b)) return false
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => same(a[name], b[name]))
}
