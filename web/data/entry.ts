import type { Problem } from '@svc/sdk'
import type { About, Conflict, Overlay } from './data.ts'
import { isMade } from './made.ts'
import type { AnyRow } from './rows.ts'

/** A stored mutation. */
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
  /** Number of failed attempts. */
  tries: number
  /** Number of times it was rebased on another user's change. */
  rebased?: number
}

/** Conflict to show to the user. */
export interface Question extends Pick<Conflict, 'why' | 'by' | 'at'> {
  about: About | undefined
  fields: (Conflict['fields'][number] & { row: string })[]
  /** Current versions, which "keep mine" is based on. */
  versions: Record<string, number | undefined>
}

export const nameOf = ({ kind, id }: About): string => `${kind} ${id}`

/** Returns whether an entry creates a row, so that there is no version to compare with. */
export const makes = (entry: Entry, about: About): boolean =>
  entry.shown.some((overlay) => 'made' in overlay && overlay.id === about.id && overlay.kind === about.kind)

/** Returns the changes that an entry makes to a row. */
export function patchOf(entry: Entry, about: About): AnyRow {
  const patches = entry.shown.filter(
    (overlay) => 'patch' in overlay && overlay.kind === about.kind && overlay.id === about.id,
  )
  return Object.assign({}, ...patches.map((overlay) => (overlay as { patch: AnyRow }).patch)) as AnyRow
}

export const deletes = (entry: Entry, about: About): boolean =>
  entry.shown.some((overlay) => 'gone' in overlay && overlay.id === about.id && overlay.kind === about.kind)

/** Replaces ids everywhere in a value, keys included. */
export function withIds(value: unknown, idNow: (id: string) => string): unknown {
  if (typeof value === 'string') return idNow(value)
  if (Array.isArray(value)) return value.map((one) => withIds(one, idNow))
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [idNow(name), withIds(one, idNow)]))
}

/** Returns the entry with temporary ids replaced. */
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

/** Yields the temporary ids in a value. */
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
