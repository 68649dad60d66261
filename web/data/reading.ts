import { SvcProblem, type Svc } from '@svc/sdk'
import { call, pageOf, versionOf } from './calls.ts'
import type { About } from './data.ts'
import { keep } from './placing.ts'
import { pathOf, type AnyRow, type Kind } from './rows.ts'
import type { Store } from './store.ts'

/** How long a row that was read whole counts as read; the stream tells of what changes. */
const fresh = 30_000
/** As many ids as one filter takes. */
const atOnce = 100
/** Single rows of other kinds than tasks that are read one by one. */
const few = 10

/** A row as the server has it now. */
export interface Found {
  row: AnyRow
  version: number | undefined
  tag: string | undefined
}

/** Reads rows by their ids. */
export class Reading {
  #svc: Svc
  #store: Store
  #underWay = new Map<string, Promise<Found | null>>()
  /** Rows that screens asked for whole, the latest last. */
  #opened = new Map<string, About>()

  constructor(svc: Svc, store: Store) {
    this.#svc = svc
    this.#store = store
  }

  /** A row as it is now, with its place among the sections of a scope if one is named; null where it is gone or hidden. */
  async now({ kind, id }: About, scope?: string): Promise<Found | null> {
    const row = this.#store.server(kind, id) ?? this.#store.row(kind, id).peek() ?? undefined
    try {
      // The place is read first: what moves the task after it makes the version another than the one that is read then.
      const place = scope === undefined ? {} : await this.#place(id, scope)
      const { data: whole, tag } = await call<AnyRow>(this.#svc, `${kind}.read`, pathOf(kind, id, row))
      const data = { ...whole, ...place }
      return { row: data, version: (data.version as number | undefined) ?? versionOf(tag), tag }
    } catch (error) {
      if (error instanceof SvcProblem && (error.status === 404 || error.status === 403)) return null
      throw error
    }
  }

  async #place(id: string, section_scope: string): Promise<AnyRow> {
    const { data } = await pageOf(this.#svc, 'tasks.list', [], {
      filter: { id: [id] },
      section_scope,
      limit: 1,
    })
    const { section_id = null, section_position = null } = data[0] ?? {}
    return { section_id, section_position }
  }

  /** Has a row in the store, whole and as of late. */
  async read(kind: Kind, made: string): Promise<AnyRow | null> {
    const id = this.#store.idNow(made)
    const name = `${kind} ${id}`
    this.#opened.delete(name)
    this.#opened.set(name, { kind, id })
    if (this.#store.isNew(id) || this.#store.isWhole(kind, id, performance.now() - fresh))
      return this.#store.row(kind, id).peek() ?? null
    const found = this.#underWay.get(name) ?? this.#take({ kind, id })
    this.#underWay.set(name, found)
    await found.finally(() => this.#underWay.delete(name))
    return this.#store.row(kind, id).peek() ?? null
  }

  /** Has rows read that were told to have changed. */
  async changed(kind: Kind, ids: readonly string[]): Promise<void> {
    if (kind === 'tasks') {
      for (let from = 0; from < ids.length; from += atOnce) await this.#tasks(ids.slice(from, from + atOnce))
      return
    }
    const held = ids.filter((id) => this.#store.server(kind, id))
    if (held.length <= few) await Promise.all(held.map((id) => this.#take({ kind, id })))
  }

  /** Rows that screens asked for last are read again. */
  async again(): Promise<void> {
    const known = [...this.#opened.values()].filter(({ id }) => !this.#store.isNew(id))
    await Promise.all(known.slice(-few).map((about) => this.#take(about)))
  }

  async #take(about: About): Promise<Found | null> {
    const found = await this.now(about)
    if (found) this.#store.put(about.kind, found.row, { news: true, version: found.version })
    else this.#store.drop(about.kind, about.id)
    return found
  }

  async #tasks(ids: readonly string[]): Promise<void> {
    const query = { filter: { id: ids }, limit: atOnce }
    const { data } = await pageOf(this.#svc, 'tasks.list', [], query)
    const found = new Set(keep(this.#store, { kind: 'tasks', query, path: [], call: '' }, data, true))
    for (const id of ids) if (!found.has(id) && this.#store.server('tasks', id)) this.#store.drop('tasks', id)
  }
}
