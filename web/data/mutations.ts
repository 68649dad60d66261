import type { Problem } from '@svc/sdk'
import type { About, Conflict, Overlay, Write } from './data.ts'
import { idOf, type AnyRow, type Kind } from './rows.ts'
import { isMade, type Store } from './store.ts'

export interface Entry {
  /** Sorts by creation time. */
  id: string
  /** Idempotency-Key; replaced when a response requires a different request. */
  key: string
  call: string
  args: unknown[]
  about: readonly About[]
  /** Name of a queue; see `Mutation.queue`. */
  queue?: string | undefined
  shown: readonly Overlay[]
  said: string
  /** Version that each row was shown in, by its row key. */
  base: Record<string, number | undefined>
  /** Previous values of the changed fields, by row key; all fields of rows to be deleted. */
  before: Record<string, AnyRow>
  /** Keys of rows to be deleted of which not all fields were known. */
  partly?: string[]
  /** Time of the first attempt under its key, in milliseconds. */
  sentAt?: number
  /** `asking`: waits for the user's decision. `refused`: stored until the user dismisses it. */
  state: 'waiting' | 'asking' | 'refused'
  question?: Question
  problem?: Problem
  tries: number
  rebased?: number
}

export interface Question extends Pick<Conflict, 'why' | 'about' | 'by' | 'at'> {
  fields: (Conflict['fields'][number] & { row: string })[]
  /** Current versions, which "keep mine" is based on. */
  versions: Record<string, number | undefined>
}

export const nameOf = ({ kind, id }: About): string => `${kind} ${id}`

/** Returns whether an entry creates a row, so that there is no version to compare with. */
export const makes = (entry: Entry, ref: About): boolean =>
  entry.shown.some((overlay) => 'made' in overlay && overlay.id === ref.id && overlay.kind === ref.kind)

export function patchOf(entry: Entry, ref: About): AnyRow {
  const patches = entry.shown.filter(
    (overlay) => 'patch' in overlay && overlay.kind === ref.kind && overlay.id === ref.id,
  )
  return Object.assign({}, ...patches.map((overlay) => (overlay as { patch: AnyRow }).patch)) as AnyRow
}

export const deletes = (entry: Entry, ref: About): boolean =>
  entry.shown.some((overlay) => 'gone' in overlay && overlay.id === ref.id && overlay.kind === ref.kind)

/** Replaces ids everywhere in a value, keys included. */
export function withIds(value: unknown, idNow: (id: string) => string): unknown {
  if (typeof value === 'string') return idNow(value)
  if (Array.isArray(value)) return value.map((one) => withIds(one, idNow))
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [idNow(name), withIds(one, idNow)]))
}

export function renamed(entry: Entry, idNow: (id: string) => string): Entry {
  const renameKeys = <T>(record: Record<string, T>) =>
    Object.fromEntries(
      Object.entries(record).map(([name, value]) => {
        const [kind, ...id] = name.split(' ')
        return [`${kind} ${idNow(id.join(' '))}`, value]
      }),
    )
  const { args, about, shown } = withIds({ ...entry }, idNow) as Entry
  const partly = Object.keys(renameKeys(Object.fromEntries((entry.partly ?? []).map((name) => [name, true]))))
  return {
    ...entry,
    args,
    about,
    shown,
    base: renameKeys(entry.base),
    before: renameKeys(entry.before),
    partly,
  }
}

export function* newIdsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (isMade(value)) yield value
  } else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) yield* newIdsIn(one)
  }
}

let lastTime = 0
/** Returns an id that sorts after the known ones, even when a clock was set back. */
export function nextEntryId(known: readonly { id: string }[]): string {
  for (const { id } of known) lastTime = Math.max(lastTime, Number.parseInt(id, 10))
  lastTime = Math.max(lastTime + 1, Date.now())
  return `${String(lastTime).padStart(15, '0')}-${crypto.getRandomValues(new Uint16Array(1))[0]!}`
}

export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Returns the rows that an entry changes. Restoring a task changes none of the rows that exist. */
export const changedBy = ({ call, args, about }: Entry): readonly About[] =>
  call === 'tasks.restore' ? [{ kind: 'tasks', id: args[0] as string }] : about

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

function recordBase(entry: Entry, ref: About, store: Store): void {
  const name = nameOf(ref)
  const names = Object.keys(patchOf(entry, ref))
  const shown = store.row(ref.kind, ref.id).peek() ?? {}
  if (deletes(entry, ref) && !entry.before[name]) {
    entry.before[name] = shown
    if (!store.isWhole(ref.kind, ref.id, -Infinity)) (entry.partly ??= []).push(name)
  }
  entry.before[name] ??= pickValues(shown, names)
  if (!(name in entry.base)) entry.base[name] = store.version(ref.kind, ref.id, names)
}

/** Returns the named values of a row. A missing `section_id` is unknown, as only some lists include it. */
const pickValues = (row: AnyRow, names: string[]): AnyRow =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? (name === 'section_id' ? undefined : null)]))

/** Result of a mutation, sent to all tabs. */
export interface Settled {
  id: string
  about: Kind[]
  rows: { kind: Kind; row: AnyRow; version: number | undefined }[]
  /** Confirmed changes to fields that the response omits. */
  patches: { kind: Kind; id: string; patch: AnyRow }[]
  gone: About[]
  names: [made: string, given: string][]
  /** Version of each row before and after, deleted rows included. */
  rose: Record<string, [from: number | undefined, to: number]>
}

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
  for (const ref of changedBy(entry)) {
    const [from, to] = rose[nameOf({ ...ref, id: idNow(ref.id) })] ?? []
    const name = nameOf(ref)
    if (to === undefined || makes(entry, ref) || base[name] !== from) continue
    base[name] = to
    isChanged = true
  }
  return isChanged ? { ...entry, base } : entry
}
