import { SvcProblem } from '@svc/sdk'
import type { ClientFor } from '../api/client.ts'
import { call, versionOf } from './calls.ts'
import type { About } from './data.ts'
import { deletes, makes, nameOf, newIdsIn, newKey, patchOf, withIds, type Entry } from './entry.ts'
import type { Outbox } from './outbox.ts'
import { without } from './merge.ts'
import { contradictions, isDone } from './rebase.ts'
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
  /** Reads a row as it is now; null where it is gone or hidden. */
  fresh(about: About): Promise<Found | null>
  /** Who else changed a row last, and when. */
  changer(about: About, row: AnyRow): Promise<{ by: string | undefined; at: string | undefined }>
}

/** What comes after a try: `done` with this entry, or `later` (milliseconds), or nobody is signed in. */
export type Outcome = 'done' | 'signed-out' | { later: number }

/** Sends one write, and does what its answer asks for. */
export class Sender {
  #options: SenderOptions

  constructor(options: SenderOptions) {
    this.#options = options
  }

  async send(entry: Entry): Promise<Outcome> {
    try {
      if (entry.sentAt !== undefined && Date.now() - entry.sentAt > keysLast) return await this.#look(entry)
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
      const now = await this.#options.fresh(this.#now(about))
      if (!now) continue
      if (contradictions(entry, about, now.row).length) {
        await this.#ask(entry, 'changed')
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
    const now = replacesLinks(entry) ? await this.#options.fresh(this.#now(about)) : undefined
    return now?.version === version ? now.tag : `"${version}-"`
  }

  /** What an answer says, in terms of the store. */
  async #settled(entry: Entry, data: unknown, version: number | undefined): Promise<Settled> {
    const settled = nothing(entry)
    for (const about of entry.about) {
      const now = this.#now(about)
      if (deletes(entry, about)) {
        settled.gone.push(now)
        continue
      }
      const answered = rowIn(data, now, makes(entry, about))
      const found = answered
        ? { row: answered, version: rowVersion(answered) ?? version }
        : await this.#reread(now)
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

  async #reread(about: About) {
    return this.#options.fresh(about).catch(() => null)
  }

  async #failed(entry: Entry, error: unknown): Promise<Outcome> {
    const { outbox } = this.#options
    if (!(error instanceof SvcProblem)) return { later: delayAfter(entry.tries) }
    const { status, type, headers } = error
    if (status === 401) return 'signed-out'
    if (
      status >= 500 ||
      status === 408 ||
      status === 429 ||
      type === 'urn:svc:problem:idempotency-key-in-flight'
    )
      return { later: Math.max(delayAfter(entry.tries), Number(headers.get('retry-after')) * 1000 || 0) }
    if (status === 412) return this.#rebase(entry).catch((again: unknown) => this.#failed(entry, again))
    await outbox.refuse(entry, error)
    for (const about of entry.about) if (!makes(entry, about)) void this.#refresh(about)
    return 'done'
  }

  /** Somebody else wrote meanwhile: on top of that, where it is not about the same; else the person is asked. */
  async #rebase(entry: Entry): Promise<Outcome> {
    const { outbox, store } = this.#options
    const base = { ...entry.base }
    let isAsked = false
    for (const about of entry.about) {
      const now = await this.#options.fresh(this.#now(about))
      if (!now) return this.#gone(entry)
      store.put(about.kind, now.row, { news: true, version: now.version })
      if (contradictions(entry, about, now.row).length) isAsked = true
      base[nameOf(about)] = now.version
    }
    // Writing in turn with somebody who does not stop is for the person to end.
    if (isAsked || entry.tries > 8) {
      await this.#ask(entry, entry.about.some((about) => deletes(entry, about)) ? 'deleting' : 'changed')
      return 'done'
    }
    await outbox.change({ ...without(entry, 'sentAt'), base, key: newKey(), tries: entry.tries + 1 })
    return 'done'
  }

  async #gone(entry: Entry): Promise<Outcome> {
    const detail = 'This is gone, or you can no longer see it.'
    const problem = {
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail,
      instance: '',
      request_id: '',
    }
    await this.#options.outbox.refuse(entry, new SvcProblem(problem as never, new Headers()))
    for (const about of entry.about) void this.#refresh(about)
    return 'done'
  }

  /** It was sent long ago: is it there? Then all is well; where that can't be seen the person decides. */
  async #look(entry: Entry): Promise<Outcome> {
    const settled = nothing(entry)
    for (const about of entry.about) {
      const now = makes(entry, about) ? undefined : await this.#options.fresh(this.#now(about))
      const isThere = now ? isDone(entry, about, now.row) : now === null && deletes(entry, about)
      if (!isThere) {
        await this.#ask(entry, 'old')
        return 'done'
      }
      if (now) settled.rows.push({ kind: about.kind, row: now.row, version: now.version })
      else settled.gone.push(this.#now(about))
    }
    if (!entry.about.length) await this.#ask(entry, 'old')
    else await this.#options.outbox.settle(settled, undefined)
    return 'done'
  }

  async #ask(entry: Entry, why: 'changed' | 'deleting' | 'old'): Promise<void> {
    const versions: Record<string, number | undefined> = {}
    const fields = []
    let changer: { by: string | undefined; at: string | undefined } = { by: undefined, at: undefined }
    let asked = entry.about[0]
    for (const about of entry.about) {
      const now = makes(entry, about) ? null : await this.#options.fresh(this.#now(about))
      if (!now) continue
      versions[nameOf(about)] = now.version
      const found = contradictions(entry, about, now.row)
      if (found.length && !fields.length) {
        asked = about
        changer = await this.#options.changer(this.#now(about), now.row)
      }
      fields.push(...found)
    }
    const question = { why, about: asked, fields, versions, ...changer }
    await this.#options.outbox.change({ ...entry, state: 'asking', question })
  }

  async #refresh(about: About): Promise<void> {
    const now = await this.#options.fresh(this.#now(about)).catch(() => undefined)
    if (now) this.#options.store.put(about.kind, now.row, { news: true, version: now.version })
    else if (now === null) this.#options.store.drop(about.kind, this.#now(about).id)
  }

  #now(about: About): About {
    return { ...about, id: this.#options.store.idNow(about.id) }
  }
}

/** Full jitter: those who failed together do not come back together. */
export const delayAfter = (tries: number): number => 500 + Math.random() * Math.min(60_000, 1000 * 2 ** tries)

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
