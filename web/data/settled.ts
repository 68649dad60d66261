import type { About } from './data.ts'
import { changedBy, makes, nameOf, type Entry } from './entry.ts'
import { idOf, type AnyRow, type Kind } from './rows.ts'

/** What became of a write: told to every tab, so that all show the same. */
export interface Settled {
  id: string
  /** Kinds of which lists may have other rows by it. */
  about: Kind[]
  rows: { kind: Kind; row: AnyRow; version: number | undefined }[]
  /** Names of attributes that the answer leaves out, and which are now as they were shown. */
  patches: { kind: Kind; id: string; patch: AnyRow }[]
  gone: About[]
  names: [made: string, given: string][]
  /** From which version to which a row rose by it, one that is gone by it too. */
  rose: Record<string, [from: number | undefined, to: number]>
}

/** What an answer that says nothing means. */
export function nothing({ id, call, about }: Entry): Settled {
  const resource = call.split('.')[0]!
  const kinds = new Set(about.map(({ kind }) => kind))
  if (resource in idOf) kinds.add(resource as Kind)
  return { id, about: [...kinds], rows: [], patches: [], gone: [], names: [], rose: {} }
}

/** An entry made on a version from which another write of this person has lifted the row, or on a row that has one now. */
export function risen(entry: Entry, { rose }: Settled, idNow: (id: string) => string): Entry {
  if (entry.sentAt !== undefined) return entry
  const base = { ...entry.base }
  let isRisen = false
  for (const about of changedBy(entry)) {
    const [from, to] = rose[nameOf({ ...about, id: idNow(about.id) })] ?? []
    const name = nameOf(about)
    if (to === undefined || makes(entry, about) || base[name] !== from) continue
    base[name] = to
    isRisen = true
  }
  return isRisen ? { ...entry, base } : entry
}
