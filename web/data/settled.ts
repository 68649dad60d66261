import type { About } from './data.ts'
import { changedBy, makes, nameOf, type Entry } from './entry.ts'
import { idOf, type AnyRow, type Kind } from './rows.ts'

/** Result of a mutation, sent to all tabs. */
export interface Settled {
  id: string
  /** Kinds whose lists may have changed. */
  about: Kind[]
  rows: { kind: Kind; row: AnyRow; version: number | undefined }[]
  /** Confirmed changes to fields that the response omits. */
  patches: { kind: Kind; id: string; patch: AnyRow }[]
  gone: About[]
  names: [made: string, given: string][]
  /** Version of each row before and after, deleted rows included. */
  rose: Record<string, [from: number | undefined, to: number]>
}

/** Returns the result of an empty response. */
export function nothing({ id, call, about }: Entry): Settled {
  const resource = call.split('.')[0]!
  const kinds = new Set(about.map(({ kind }) => kind))
  if (resource in idOf) kinds.add(resource as Kind)
  return { id, about: [...kinds], rows: [], patches: [], gone: [], names: [], rose: {} }
}

/** Updates the base version of an entry after another mutation of the same user changed the row. */
export function risen(entry: Entry, { rose }: Settled, idNow: (id: string) => string): Entry {
  if (entry.sentAt !== undefined) return entry
  const base = { ...entry.base }
  let isChanged = false
  for (const about of changedBy(entry)) {
    const [from, to] = rose[nameOf({ ...about, id: idNow(about.id) })] ?? []
    const name = nameOf(about)
    if (to === undefined || makes(entry, about) || base[name] !== from) continue
    base[name] = to
    isChanged = true
  }
  return isChanged ? { ...entry, base } : entry
}
