import { SvcProblem } from '@svc/sdk'
import type { ClientFor } from '../api/client.ts'
import { isFault } from '../api/faults.ts'
import { call, isPassing, refusalOf, versionOf } from './calls.ts'
import type { About } from './data.ts'
import {
  changedBy,
  deletes,
  makes,
  nameOf,
  newIdsIn,
  nothing,
  patchOf,
  withIds,
  type Entry,
  type Settled,
} from './mutations.ts'
import type { Outbox } from './outbox.ts'
import { idOf, keyOf, type AnyRow } from './rows.ts'
import type { Found } from './reading.ts'
import type { Store } from './store.ts'

/** Age after which a retry might be applied twice: the server stores keys for 24 hours. */
const MAX_KEY_AGE_MS = 23 * 3_600_000

export interface SenderOptions {
  store: Store
  outbox: Outbox
  clientFor: ClientFor
  /** Reads the current row, with its section in a scope; null if deleted or hidden. */
  fresh(ref: About, scope?: string): Promise<Found | null>
  changer(ref: About, row: AnyRow): Promise<{ by: string | undefined; at: string | undefined }>
}

/**
 * `done`, or retry after `later` milliseconds, or wait for a sign-in. `least` is the earliest retry, from
 * Retry-After.
 */
export type Outcome = 'done' | 'signed-out' | { later: number; least: number }

/** Sends one mutation and handles the response. */
export class Sender {
  #options: SenderOptions

  constructor(options: SenderOptions) {
    this.#options = options
  }

  async send(entry: Entry): Promise<Outcome> {
    try {
      if (isOld(entry)) {
        await this.#detectConflict(entry, 'checkOldAttempt')
        return 'done'
      }
      const ready = await this.#addBase(entry)
      return ready ? await this.#sendNow(ready) : 'done'
    } catch (error) {
      return this.#handleError(entry, error)
    }
  }

  /** Adds versions that were unknown when the mutation was created. */
  async #addBase(entry: Entry): Promise<Entry | undefined> {
    const base = { ...entry.base }
    for (const ref of entry.about) {
      if (makes(entry, ref) || base[nameOf(ref)] !== undefined) continue
      const current = await this.#readCurrent(entry, ref)
      if (!current) continue
      const conflicts = await import('./conflicts.ts')
      if (conflicts.contradictions(entry, ref, current.row).length) {
        await this.#detectConflict(entry, 'askUser')
        return undefined
      }
      base[nameOf(ref)] = current.version
    }
    return { ...entry, base, sentAt: entry.sentAt ?? Date.now() }
  }

  async #sendNow(entry: Entry): Promise<Outcome> {
    const { outbox, clientFor, store } = this.#options
    // Stored before it is sent, so that a later tab knows that it may have arrived.
    await outbox.change(entry)
    const match = await this.#buildIfMatch(entry)
    const svc = clientFor({ 'idempotency-key': entry.key, ...(match !== undefined && { 'if-match': match }) })
    const args = withIds(entry.args, (id) => store.idNow(id)) as unknown[]
    const { data, tag } = await call(
      svc,
      entry.call,
      addVersions(entry, args, (id) => store.idNow(id)),
    )
    await outbox.settle(await this.#toResult(entry, data, versionOf(tag)), data)
    return 'done'
  }

  /** Returns the If-Match header: the version that the mutation is based on. */
  async #buildIfMatch(entry: Entry): Promise<string | undefined> {
    const [ref, ...others] = entry.about
    if (!ref || others.length || makes(entry, ref)) return undefined
    const version = entry.base[nameOf(ref)]
    if (!version) return undefined
    // Replacing links needs the full ETag, since the version does not include them.
    const current = replacesLinks(entry) ? await this.#readCurrent(entry, ref) : undefined
    return current?.version === version ? current.tag : `"${version}-"`
  }

  /** Translates a response into changes of the store. */
  async #toResult(entry: Entry, data: unknown, version: number | undefined): Promise<Settled> {
    const result = nothing(entry)
    for (const ref of changedBy(entry)) {
      const current = this.#resolveRef(ref)
      if (deletes(entry, ref)) {
        result.gone.push(current)
        if (version !== undefined) result.rose[nameOf(current)] = [entry.base[nameOf(ref)], version]
        continue
      }
      const responseRow = findRow(data, current, makes(entry, ref))
      const found = responseRow
        ? { row: responseRow, version: getVersion(responseRow) ?? version }
        : await this.#readCurrent(entry, current).catch(() => null)
      if (!found) continue
      const id = keyOf(ref.kind, found.row)
      if (makes(entry, ref) && id !== ref.id) result.names.push([ref.id, id])
      result.rows.push({ kind: ref.kind, row: found.row, version: found.version })
      result.patches.push({ kind: ref.kind, id, patch: pickUnconfirmed(patchOf(entry, ref), found.row) })
      // A later read may include other changes, so the version of the response itself is used.
      const to = responseRow ? found.version : version
      const from = makes(entry, ref) ? undefined : entry.base[nameOf(ref)]
      if (to !== undefined) result.rose[nameOf({ kind: ref.kind, id })] = [from, to]
    }
    return result
  }

  async #handleError(entry: Entry, error: unknown): Promise<Outcome> {
    const { outbox } = this.#options
    if (isFault(error)) {
      globalThis.reportError?.(error)
      await outbox.refuse(entry, BUG_PROBLEM)
      return 'done'
    }
    if (!(error instanceof SvcProblem)) return computeBackoff(entry.tries)
    const { status, headers } = error
    if (status === 401) return 'signed-out'
    if (isPassing(error)) return computeBackoff(entry.tries, Number(headers.get('retry-after')) * 1000 || 0)
    if (status === 412)
      return this.#detectConflict(entry, 'rebase').then(
        () => 'done',
        (nested: unknown) => this.#handleError(entry, nested),
      )
    const isBulk = status === 422 && entry.about.length > 1
    if (isBulk && (await this.#detectConflict(entry, 'dropDeleted').catch(() => 'same')) !== 'same')
      return 'done'
    await outbox.refuse(entry, error)
    for (const ref of entry.about) if (!makes(entry, ref)) void this.#refreshRow(ref)
    return 'done'
  }

  /** Loads conflict detection, which most sessions never need. */
  async #detectConflict(
    entry: Entry,
    step: 'rebase' | 'dropDeleted' | 'checkOldAttempt' | 'askUser',
  ): Promise<'done' | 'same'> {
    const conflicts = await import('./conflicts.ts')
    const { fresh: _fresh, clientFor: _clientFor, ...options } = this.#options
    const detector = new conflicts.Meeting({
      ...options,
      fresh: (entry, ref) => this.#readCurrent(entry, ref),
      now: (ref) => this.#resolveRef(ref),
    })
    const outcome = await detector[step](entry)
    if (outcome === 'gone') for (const ref of entry.about) void this.#refreshRow(ref)
    return outcome === 'same' ? outcome : 'done'
  }

  async #refreshRow(ref: About): Promise<void> {
    const current = await this.#options.fresh(this.#resolveRef(ref)).catch(() => undefined)
    if (current) this.#options.store.put(ref.kind, current.row, { news: true, version: current.version })
    else if (current === null) this.#options.store.drop(ref.kind, this.#resolveRef(ref).id)
  }

  #readCurrent(entry: Entry, ref: About): Promise<Found | null> {
    return this.#options.fresh(this.#resolveRef(ref), findSectionScope(entry))
  }

  #resolveRef(ref: About): About {
    return { ...ref, id: this.#options.store.idNow(ref.id) }
  }
}

const BUG_PROBLEM = refusalOf(400, 'Error', 'Something went wrong in this page. The change was not sent.')

/** Returns whether the server may have forgotten the key, also after a clock was set back. */
const isOld = ({ sentAt }: Entry): boolean =>
  sentAt !== undefined && Math.abs(Date.now() - sentAt) > MAX_KEY_AGE_MS

/** Returns the scope whose sections the entry changes, since a task alone does not include its section. */
function findSectionScope({ call, args, shown }: Entry): string | undefined {
  if (call !== 'tasks.setSection' || !shown.length) return undefined
  const { scope_type, scope_id } = args[1] as Record<string, string | undefined>
  if (scope_type === undefined) return undefined
  return scope_type === 'user' ? 'user:me' : `${scope_type}:${scope_id}`
}

const MIN_RETRY_DELAY_MS = 500

/** Returns the backoff with full jitter. */
function computeBackoff(tries: number, retryAfterMs = 0): Outcome {
  const least = Math.max(MIN_RETRY_DELAY_MS, retryAfterMs)
  return {
    later: Math.max(MIN_RETRY_DELAY_MS + Math.random() * Math.min(60_000, 1000 * 2 ** tries), least),
    least,
  }
}

/** Returns whether an entry refers to a row whose creation is still pending. */
export const awaitsRow = (entry: Entry, store: Store): boolean => {
  const own = new Set(entry.about.filter((ref) => makes(entry, ref)).map(({ id }) => id))
  for (const id of newIdsIn([entry.args, entry.about])) if (!own.has(id) && store.isNew(id)) return true
  return false
}

const replacesLinks = ({ call, args }: Entry): boolean =>
  call === 'tasks.update' &&
  args.some((arg) => typeof arg === 'object' && arg !== null && ('sub_tasks' in arg || 'dependencies' in arg))

/** Adds versions to the body of a bulk mutation, which If-Match cannot express. */
function addVersions(entry: Entry, args: unknown[], idNow: (id: string) => string): unknown[] {
  if (entry.call !== 'tasks.bulkUpdate') return args
  const versions: Record<string, number> = {}
  for (const ref of entry.about) {
    const version = entry.base[nameOf(ref)]
    if (version) versions[idNow(ref.id)] = version
  }
  const [body, ...rest] = args
  return [{ ...(body as object), versions }, ...rest]
}

const getVersion = (row: AnyRow): number | undefined => row.version as number | undefined

/** Returns the row in a response, if it contains the row; link operations return something else. */
function findRow(data: unknown, { kind, id }: About, isMade: boolean): AnyRow | undefined {
  const many = data as { data?: AnyRow[]; tasks?: AnyRow[] } | undefined
  const rows = [many?.data ?? many?.tasks ?? data].flat() as (AnyRow | undefined)[]
  return rows.find(
    (row) =>
      row && 'created_at' in row && row[idOf[kind]] !== undefined && (isMade || keyOf(kind, row) === id),
  )
}

/** Returns the changes that the response does not confirm. */
const pickUnconfirmed = (patch: AnyRow, row: AnyRow): AnyRow =>
  Object.fromEntries(Object.entries(patch).filter(([name]) => !(name in row)))
