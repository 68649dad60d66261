import { isObject, type AnyRow } from './rows.ts'

/** Attribute whose members change, and conflict, one by one. A change of one is named `custom.KEY`. */
const NESTED = 'custom'
const PREFIX = `${NESTED}.`

/** Returns the names of the fields in a change, with each member of `custom`. */
export const listFieldNames = (change: AnyRow): string[] =>
  Object.entries(change).flatMap(([name, value]) =>
    name === NESTED && isObject(value) ? Object.keys(value).map((key) => PREFIX + key) : [name],
  )

/** Returns the value of a named field; null for a member that is not set. */
export function getField(row: AnyRow, name: string): unknown {
  if (!name.startsWith(PREFIX)) return row[name]
  const members = row[NESTED]
  return members === undefined ? undefined : ((members as AnyRow | null)?.[name.slice(PREFIX.length)] ?? null)
}

export const includesField = (row: AnyRow, name: string): boolean => (name.startsWith(PREFIX) ? NESTED : name) in row

export const setField = (row: AnyRow, name: string, value: unknown): AnyRow =>
  name.startsWith(PREFIX)
    ? { ...row, [NESTED]: { ...(row[NESTED] as AnyRow | null), [name.slice(PREFIX.length)]: value } }
    : { ...row, [name]: value }

/** Returns a change without the named fields. */
export function omitFields(change: AnyRow, names: ReadonlySet<string>): AnyRow {
  const remaining = listFieldNames(change).filter((name) => !names.has(name))
  return remaining.reduce<AnyRow>((rest, name) => setField(rest, name, getField(change, name)), {})
}
