import { SvcProblem, type Svc } from '@svc/sdk'
import { taskFieldValues } from '@svc/sdk/enums'
import { callMethod, readListPage, parseVersion } from './calls.ts'
import type { RowRef } from './types.ts'
import { storePage } from './list-order.ts'
import { getRowPath, type AnyRow, type RowKind } from './rows.ts'
import type { RowStore } from './row-store.ts'

/** Time for which a row counts as current; the event stream reports changes. */
const MAX_AGE_MS = 30_000
const MAX_IDS = 100
const MAX_SINGLE_READS = 10

export interface FetchedRow {
  row: AnyRow
  version: number | undefined
  tag: string | undefined
}

export class RowReader {
  #svc: Svc
  #store: RowStore
  #inFlight = new Map<string, Promise<FetchedRow | null>>()
  #opened = new Map<string, RowRef>()

  constructor(svc: Svc, store: RowStore) {
    this.#svc = svc
    this.#store = store
  }

  /** Reads a row, with its section in a scope if one is passed; null if deleted or hidden. */
  async fetch({ kind, id }: RowRef, scope?: string): Promise<FetchedRow | null> {
    const row = this.#store.getServerRow(kind, id) ?? this.#store.row(kind, id).peek() ?? undefined
    try {
      // The section is read first: a later move changes the version, which is then detected.
      const section = scope === undefined ? {} : await this.#readSection(id, scope)
      const { data: own, tag } = await callMethod<AnyRow>(this.#svc, `${kind}.read`, getRowPath(kind, id, row))
      const data = { ...own, ...section }
      return { row: data, version: (data.version as number | undefined) ?? parseVersion(tag), tag }
    } catch (error) {
      if (error instanceof SvcProblem && (error.status === 404 || error.status === 403)) return null
      throw error
    }
  }

  async #readSection(id: string, section_scope: string): Promise<AnyRow> {
    const { data } = await readListPage(this.#svc, 'tasks.list', [], {
      filter: { id: [id] },
      section_scope,
      limit: 1,
    })
    const { section_id = null, section_position = null } = data[0] ?? {}
    return { section_id, section_position }
  }

  async read(kind: RowKind, requestedId: string): Promise<AnyRow | null> {
    const id = this.#store.resolveId(requestedId)
    const name = `${kind} ${id}`
    this.#opened.delete(name)
    this.#opened.set(name, { kind, id })
    if (this.#store.isUnassigned(id) || this.#store.isComplete(kind, id, performance.now() - MAX_AGE_MS))
      return this.#store.row(kind, id).peek() ?? null
    const found = this.#inFlight.get(name) ?? this.#readIntoStore({ kind, id })
    this.#inFlight.set(name, found)
    await found.finally(() => this.#inFlight.delete(name))
    return this.#store.row(kind, id).peek() ?? null
  }

  async readChanged(kind: RowKind, ids: readonly string[]): Promise<void> {
    if (kind === 'tasks') {
      for (let from = 0; from < ids.length; from += MAX_IDS) await this.#readTasks(ids.slice(from, from + MAX_IDS))
      return
    }
    const cached = ids.filter((id) => this.#store.getServerRow(kind, id))
    if (cached.length <= MAX_SINGLE_READS) await Promise.all(cached.map((id) => this.#readIntoStore({ kind, id })))
  }

  async readOpened(): Promise<void> {
    const opened = [...this.#opened.values()].filter(({ id }) => !this.#store.isUnassigned(id))
    await Promise.all(opened.slice(-MAX_SINGLE_READS).map((ref) => this.#readIntoStore(ref)))
  }

  async #readIntoStore(ref: RowRef): Promise<FetchedRow | null> {
    const requestedAt = performance.now()
    const found = await this.fetch(ref)
    if (found) this.#store.put(ref.kind, found.row, { isChange: true, version: found.version, requestedAt })
    else this.#store.drop(ref.kind, ref.id)
    return found
  }

  async #readTasks(ids: readonly string[]): Promise<void> {
    const query = { filter: { id: ids }, limit: MAX_IDS }
    const requestedAt = performance.now()
    // Claims are listed only by name.
    const { data } = await readListPage(this.#svc, 'tasks.list', [], { ...query, fields: taskFieldValues })
    const request = { kind: 'tasks', query, path: [], method: '' } as const
    const found = new Set(storePage(this.#store, request, data, { isChange: true, requestedAt }))
    for (const id of ids) if (!found.has(id) && this.#store.getServerRow('tasks', id)) this.#store.drop('tasks', id)
  }
}
