import { SvcProblem } from '@svc/sdk'
import type { ClientFor } from '../api/client.ts'
import { isFault } from '../api/faults.ts'
import { call, versionOf } from './calls.ts'
import type { About } from './data.ts'
import { changedBy, deletes, makes, nameOf, newIdsIn, patchOf, withIds, type Entry } from './entry.ts'
import type { Outbox } from './outbox.ts'
import { isPassing, refusalOf } from './problems.ts'
import { idOf, keyOf, type AnyRow } from './rows.ts'
import type { Found } from './reading.ts'
import { nothing, type Settled } from './settled.ts'
import type { Store } from './store.ts'

/** The server keeps keys for 24 hours: what was sent before this might be done twice. */
const keysLast = 23 * 3_600_000

export interface SenderOptions {
  store: Store
  outbox: Outbox
  clientFor: ClientFor
  /** Reads a row as it is now, with its place among the sections of a scope; null where it is gone or hidden. */
  fresh(about: About, scope?: string): Promise<Found | null>
  /** Who else changed a row last, and when. */
  changer(about: About, row: AnyRow): Promise<{ by: string | undefined; at: string | undefined }>
}

/**
 * What comes after a try: `done` with this entry, or another one `later`, or nobody is signed in. In milliseconds: not
 * before `least` however well others are answered meanwhile, which is what the server asked for where it did.
 */
export type Outcome = 'done' | 'signed-out' | { later: number; least: number }

/** Sends one write, and does what its answer asks for. */
export class Sender {
  #options: SenderOptions

  constructor(options: SenderOptions) {
    this.#options = options
  }

  async send(entry: Entry): Promise<Outcome> {
    try {
      if (isOld(entry)) {
        await this.#met(entry, 'look')
        return 'done'
      }
      const ready = await this.#based(entry)
      return ready ? await this.#sendNow(ready) : 'done'
    } catch (error) {
      return this.#failed(entry, error)
    }
  }

  /** The entry on the versions that its rows have, where it was made without knowing these. */
  async #based(entry: Entry): Promise<Entry | undefined> {
    const base = { ...entry.base }
    for (const about of entry.about) {
      if (makes(entry, about) || base[nameOf(about)] !== undefined) continue
      const now = await this.#fresh(entry, about)
      if (!now) continue
      const { contradictions } = await import('./rebase.ts')
      if (contradictions(entry, about, now.row).length) {
        await this.#met(entry, 'ask')
        return undefined
      }
      base[nameOf(about)] = now.version
    }
    return { ...entry, base, sentAt: entry.sentAt ?? Date.now() }
  }

  async #sendNow(entry: Entry): Promise<Outcome> {
    const { outbox, clientFor, store } = this.#options
    // It is written down that it goes out before it does: whoever finds it later knows that it may have arrived.
    await outbox.change(entry)
    const match = await this.#match(entry)
    const svc = clientFor({ 'idempotency-key': entry.key, ...(match !== undefined && { 'if-match': match }) })
    const args = withIds(entry.args, (id) => store.idNow(id)) as unknown[]
    const { data, tag } = await call(
      svc,
      entry.call,
      withVersions(entry, args, (id) => store.idNow(id)),
    )
    await outbox.settle(await this.#settled(entry, data, versionOf(tag)), data)
    return 'done'
  }

  /** What the row has to be for the write to be done: the version that it was made on. */
  async #match(entry: Entry): Promise<string | undefined> {
    const [about, ...others] = entry.about
    if (!about || others.length || makes(entry, about)) return undefined
    const version = entry.base[nameOf(about)]
    if (!version) return undefined
    // What replaces links has to know them as they are, which the version alone does not say.
    const now = replacesLinks(entry) ? await this.#fresh(entry, about) : undefined
    return now?.version === version ? now.tag : `"${version}-"`
  }

  /** What an answer says, in terms of the store. */
  async #settled(entry: Entry, data: unknown, version: number | undefined): Promise<Settled> {
    const settled = nothing(entry)
    for (const about of changedBy(entry)) {
      const now = this.#now(about)
      if (deletes(entry, about)) {
        settled.gone.push(now)
        if (version !== undefined) settled.rose[nameOf(now)] = [entry.base[nameOf(about)], version]
        continue
      }
      const answered = rowIn(data, now, makes(entry, about))
      const found = answered
        ? { row: answered, version: rowVersion(answered) ?? version }
        : await this.#fresh(entry, now).catch(() => null)
      if (!found) continue
      const id = keyOf(about.kind, found.row)
      if (makes(entry, about) && id !== about.id) settled.names.push([about.id, id])
      settled.rows.push({ kind: about.kind, row: found.row, version: found.version })
      settled.patches.push({ kind: about.kind, id, patch: unsaid(patchOf(entry, about), found.row) })
      // What is read after it may hold more than this write, so then its own answer says how far the row rose by it.
      const to = answered ? found.version : version
      const from = makes(entry, about) ? undefined : entry.base[nameOf(about)]
      if (to !== undefined) settled.rose[nameOf({ kind: about.kind, id })] = [from, to]
    }
    return settled
  }

  async #failed(entry: Entry, error: unknown): Promise<Outcome> {
    const { outbox } = this.#options
    if (isFault(error)) {
      globalThis.reportError?.(error)
      await outbox.refuse(entry, ownFault)
      return 'done'
    }
    if (!(error instanceof SvcProblem)) return laterAfter(entry.tries)
    const { status, headers } = error
    if (status === 401) return 'signed-out'
    if (isPassing(error)) return laterAfter(entry.tries, Number(headers.get('retry-after')) * 1000 || 0)
    if (status === 412)
      return this.#met(entry, 'rebase').then(
        () => 'done',
        (again: unknown) => this.#failed(entry, again),
      )
    const isMany = status === 422 && entry.about.length > 1
    if (isMany && (await this.#met(entry, 'lessen').catch(() => 'same')) !== 'same') return 'done'
    await outbox.refuse(entry, error)
    for (const about of entry.about) if (!makes(entry, about)) void this.#refresh(about)
    return 'done'
  }

  /** What meets something that others wrote, or may have arrived long ago, is judged by a part of its own, loaded for that. */
  async #met(entry: Entry, how: 'rebase' | 'lessen' | 'look' | 'ask'): Promise<'done' | 'same'> {
    const { Meeting } = await import('./meeting.ts')
    const { fresh: _fresh, clientFor: _clientFor, ...options } = this.#options
    const meeting = new Meeting({
      ...options,
      fresh: (entry, about) => this.#fresh(entry, about),
      now: (about) => this.#now(about),
    })
    const met = await meeting[how](entry)
    if (met === 'gone') for (const about of entry.about) void this.#refresh(about)
    return met === 'same' ? met : 'done'
  }

  async #refresh(about: About): Promise<void> {
    const now = await this.#options.fresh(this.#now(about)).catch(() => undefined)
    if (now) this.#options.store.put(about.kind, now.row, { news: true, version: now.version })
    else if (now === null) this.#options.store.drop(about.kind, this.#now(about).id)
  }

  /** The row as it is now, with what the entry changes of it. */
  #fresh(entry: Entry, about: About): Promise<Found | null> {
    return this.#options.fresh(this.#now(about), scopeOf(entry))
  }

  #now(about: About): About {
    return { ...about, id: this.#options.store.idNow(about.id) }
  }
}

/** Error shown for a mutation that the page failed to send because of a bug. */
const ownFault = refusalOf(400, 'Error', 'Something went wrong in this page. The change was not sent.')

/** Whether its key may have been forgotten: by a clock that was put back in between too. */
const isOld = ({ sentAt }: Entry): boolean => sentAt !== undefined && Math.abs(Date.now() - sentAt) > keysLast

/** Among whose sections a task is moved, where that is shown: a task by itself does not say where it lies. */
function scopeOf({ call, args, shown }: Entry): string | undefined {
  if (call !== 'tasks.setSection' || !shown.length) return undefined
  const { scope_type, scope_id } = args[1] as Record<string, string | undefined>
  if (scope_type === undefined) return undefined
  return scope_type === 'user' ? 'user:me' : `${scope_type}:${scope_id}`
}

/** Milliseconds that always lie between two tries: what fails while all else is answered is not sent without a pause. */
const shortest = 500

/** Full jitter: those who failed together do not come back together. */
function laterAfter(tries: number, told = 0): { later: number; least: number } {
  const least = Math.max(shortest, told)
  return { later: Math.max(shortest + Math.random() * Math.min(60_000, 1000 * 2 ** tries), least), least }
}

/** Whether an entry names rows that are made by an earlier one which is not answered. */
export const awaitsRow = (entry: Entry, store: Store): boolean => {
  const own = new Set(entry.about.filter((about) => makes(entry, about)).map(({ id }) => id))
  for (const id of newIdsIn([entry.args, entry.about])) if (!own.has(id) && store.isNew(id)) return true
  return false
}

const replacesLinks = ({ call, args }: Entry): boolean =>
  call === 'tasks.update' &&
  args.some((arg) => typeof arg === 'object' && arg !== null && ('sub_tasks' in arg || 'dependencies' in arg))

/** What a bulk change is written on goes into its body, since one header can't say it of many. */
function withVersions(entry: Entry, args: unknown[], idNow: (id: string) => string): unknown[] {
  if (entry.call !== 'tasks.bulkUpdate') return args
  const versions: Record<string, number> = {}
  for (const about of entry.about) {
    const version = entry.base[nameOf(about)]
    if (version) versions[idNow(about.id)] = version
  }
  const [body, ...rest] = args
  return [{ ...(body as object), versions }, ...rest]
}

const rowVersion = (row: AnyRow): number | undefined => row.version as number | undefined

/** The row in an answer, where it is the row: links and actions answer something else. */
function rowIn(data: unknown, { kind, id }: About, isMade: boolean): AnyRow | undefined {
  const many = data as { data?: AnyRow[]; tasks?: AnyRow[] } | undefined
  const rows = [many?.data ?? many?.tasks ?? data].flat() as (AnyRow | undefined)[]
  return rows.find(
    (row) =>
      row && 'created_at' in row && row[idOf[kind]] !== undefined && (isMade || keyOf(kind, row) === id),
  )
}

/** What was shown of a row, and its answer does not say. */
const unsaid = (patch: AnyRow, row: AnyRow): AnyRow =>
  Object.fromEntries(Object.entries(patch).filter(([name]) => !(name in row)))
