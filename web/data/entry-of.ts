import type { About, Write } from './data.ts'
import { deletes, makes, nameOf, newKey, patchOf, type Entry } from './entry.ts'
import type { AnyRow } from './rows.ts'
import type { Store } from './store.ts'

/** What a write is made on, where that is not what is shown now: for taking an earlier one back. */
export interface MadeOn {
  base?: Record<string, number | undefined>
  before?: Record<string, AnyRow>
}

/** The entry of a write: with the versions that its rows are shown in, and what they say. */
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
  for (const one of entry.about) if (!makes(entry, one)) note(entry, one, store)
  return entry
}

/** Notes on the entry what it is made on: the row's version, and what it said. */
function note(entry: Entry, about: About, store: Store): void {
  const name = nameOf(about)
  const names = Object.keys(patchOf(entry, about))
  const shown = store.row(about.kind, about.id).peek() ?? {}
  if (deletes(entry, about) && !entry.before[name]) {
    entry.before[name] = shown
    if (!store.isWhole(about.kind, about.id, -Infinity)) (entry.partly ??= []).push(name)
  }
  entry.before[name] ??= picked(shown, names)
  if (!(name in entry.base)) entry.base[name] = store.version(about.kind, about.id, names)
}

/** What a row says of some names. In which section it lies is told by some lists alone: what was not told is not there. */
const picked = (row: AnyRow, names: string[]): AnyRow =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? (name === 'section_id' ? undefined : null)]))
