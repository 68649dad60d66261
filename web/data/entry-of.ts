import type { About, Write } from './data.ts'
import { deletes, makes, nameOf, newKey, patchOf, type Entry } from './entry.ts'
import type { AnyRow } from './rows.ts'
import type { Store } from './store.ts'

/** Versions and values that a mutation is based on, where these are not the ones shown. Undo passes them. */
export interface MadeOn {
  base?: Record<string, number | undefined>
  before?: Record<string, AnyRow>
}

/** Creates the outbox entry of a mutation, with the versions and values shown of its rows. */
export function entryOf(
  { call, args, about = [], shown = [], said, queue }: Write,
  { base = {}, before = {} }: MadeOn,
  store: Store,
  id: string,
): Entry {
  const entry: Entry = {
    id,
    key: newKey(),
    call,
    args,
    about: [about].flat(),
    queue,
    shown: [shown].flat(),
    said,
    base: { ...base },
    before: { ...before },
    state: 'waiting',
    tries: 0,
  }
  for (const one of entry.about) if (!makes(entry, one)) recordBase(entry, one, store)
  return entry
}

/** Records the version and the previous values of a row. */
function recordBase(entry: Entry, about: About, store: Store): void {
  const name = nameOf(about)
  const names = Object.keys(patchOf(entry, about))
  const shown = store.row(about.kind, about.id).peek() ?? {}
  if (deletes(entry, about) && !entry.before[name]) {
    entry.before[name] = shown
    if (!store.isWhole(about.kind, about.id, -Infinity)) (entry.partly ??= []).push(name)
  }
  entry.before[name] ??= pickValues(shown, names)
  if (!(name in entry.base)) entry.base[name] = store.version(about.kind, about.id, names)
}

/** Returns the named values of a row. A missing `section_id` is unknown, as only some lists include it. */
const pickValues = (row: AnyRow, names: string[]): AnyRow =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? (name === 'section_id' ? undefined : null)]))
