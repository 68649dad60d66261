import type { Problem } from '@svc/sdk'
import type { About, Conflict, Overlay } from './data.ts'
import { isMade } from './made.ts'
import type { AnyRow } from './rows.ts'

/** A write on its way, as it is kept. */
export interface Entry {
  /** Sorts by when it was made. */
  id: string
  /** The Idempotency-Key of the attempt: another one once an answer came that is to be followed by another request. */
  key: string
  call: string
  args: unknown[]
  about: readonly About[]
  /** What it waits in line for besides, by a name of any kind. */
  queue?: string | undefined
  shown: readonly Overlay[]
  said: string
  /** The version of each row that it was made on, by `nameOf`. */
  base: Record<string, number | undefined>
  /** What each row said before, of the attributes that are changed; all of it where the row is to be deleted. */
  before: Record<string, AnyRow>
  /** Rows that are to be deleted and of which not every attribute was known, by `nameOf`. */
  partly?: string[]
  /** When it was first sent under its key, in milliseconds. */
  sentAt?: number
  /** `asking`: the person has to say what is to be. `refused`: kept until the person has seen it. */
  state: 'waiting' | 'asking' | 'refused'
  question?: Question
  problem?: Problem
  /** How often it was sent in vain. */
  tries: number
  /** How often it was put on top of what somebody else wrote. */
  rebased?: number
}

/** What the person is asked about a write. */
export interface Question extends Pick<Conflict, 'why' | 'by' | 'at'> {
  about: About | undefined
  fields: (Conflict['fields'][number] & { row: string })[]
  /** The versions that were read: what "keep mine" is written on. */
  versions: Record<string, number | undefined>
}

export const nameOf = ({ kind, id }: About): string => `${kind} ${id}`

/** Whether it makes the rows that it is about, so that there is nothing yet to compare with. */
export const makes = (entry: Entry, about: About): boolean =>
  entry.shown.some((overlay) => 'made' in overlay && overlay.id === about.id && overlay.kind === about.kind)

/** What an entry changes of a row. */
export function patchOf(entry: Entry, about: About): AnyRow {
  const patches = entry.shown.filter(
    (overlay) => 'patch' in overlay && overlay.kind === about.kind && overlay.id === about.id,
  )
  return Object.assign({}, ...patches.map((overlay) => (overlay as { patch: AnyRow }).patch)) as AnyRow
}

export const deletes = (entry: Entry, about: About): boolean =>
  entry.shown.some((overlay) => 'gone' in overlay && overlay.id === about.id && overlay.kind === about.kind)

/** Ids everywhere in a value, exchanged. */
export function withIds(value: unknown, idNow: (id: string) => string): unknown {
  if (typeof value === 'string') return idNow(value)
  if (Array.isArray(value)) return value.map((one) => withIds(one, idNow))
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [idNow(name), withIds(one, idNow)]))
}

/** An entry that names a row by the id that it has by now. */
export function renamed(entry: Entry, idNow: (id: string) => string): Entry {
  const names = <T>(of: Record<string, T>) =>
    Object.fromEntries(
      Object.entries(of).map(([name, value]) => {
        const [kind, ...id] = name.split(' ')
        return [`${kind} ${idNow(id.join(' '))}`, value]
      }),
    )
  const { args, about, shown } = withIds({ ...entry }, idNow) as Entry
  const partly = Object.keys(names(Object.fromEntries((entry.partly ?? []).map((name) => [name, true]))))
  return { ...entry, args, about, shown, base: names(entry.base), before: names(entry.before), partly }
}

/** Ids of rows made here that a value names. */
export function* newIdsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (isMade(value)) yield value
  } else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) yield* newIdsIn(one)
  }
}

let last = 0
/** An id that sorts after those before it, and after those that are known, by whatever clock they were given. */
export function nextEntryId(known: readonly { id: string }[]): string {
  for (const { id } of known) last = Math.max(last, Number.parseInt(id, 10))
  last = Math.max(last + 1, Date.now())
  return `${String(last).padStart(15, '0')}-${crypto.getRandomValues(new Uint16Array(1))[0]!}`
}

export const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-')

/** Names what a write changes. One that brings a task back is about none, since there is none before. */
export const changedBy = ({ call, args, about }: Entry): readonly About[] =>
  call === 'tasks.restore' ? [{ kind: 'tasks', id: args[0] as string }] : about
