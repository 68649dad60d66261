import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { ListQuery } from './types.ts'
import { matchesQuery, createComparator, type ListUser } from './query-matching.ts'
import { getRowId, omit, type AnyRow, type RowKind } from './rows.ts'
import type { PutOptions, RowStore } from './row-store.ts'

/** Change of a row after the list was read; each change is a new object. */
export interface ChangedRow {
  id: string
  /** True if the user changed it here. */
  isOwn: boolean
}

export type ListIds = readonly (string | undefined)[]

export interface ListRequest {
  kind: RowKind
  query: ListQuery
  path: readonly string[]
  method: string
}

/** The ids that a list shows: the server's, corrected by rows that changed since, until its new order arrives. */
export class ListOrder {
  readonly serverIds: Signal<ListIds> = signal<ListIds>([])
  readonly shownIds: ReadonlySignal<ListIds>
  /** True when the last page was read, so that rows can be appended. */
  readonly isComplete = signal(false)
  #changed = signal<readonly ChangedRow[]>([])
  #store: RowStore
  #request: ListRequest
  #getUser: () => ListUser

  constructor(store: RowStore, request: ListRequest, getUser: () => ListUser) {
    this.#store = store
    this.#request = request
    this.#getUser = getUser
    this.shownIds = computed(() => this.#compose())
  }

  markChanged(id: string): void {
    const changed = this.#changed.peek()
    const isOwn = this.#store.hasPatches(this.#request.kind, id) || changed.some((one) => one.id === id && one.isOwn)
    this.#changed.value = [...changed.filter((one) => one.id !== id), { id, isOwn }]
  }

  /** Difference that changed rows make to the server's count. */
  get difference(): number {
    const count = (ids: ListIds) => ids.reduce((sum, id) => sum + Number(id !== undefined), 0)
    return this.#changed.value.length ? count(this.shownIds.value) - count(this.serverIds.value) : 0
  }

  /** Changes to pass to `applyServerOrder` when the response to a request made now arrives. */
  get changes(): readonly ChangedRow[] {
    return this.#changed.peek()
  }

  /** Replaces the order with the server's, which includes changes before the request; pending ones stay. */
  applyServerOrder(ids: ListIds, before: readonly ChangedRow[]): void {
    batch(() => {
      this.serverIds.value = ids
      const remaining = this.#changed
        .peek()
        .filter((one) => !before.includes(one) || this.#store.hasPatches(this.#request.kind, one.id))
      if (remaining.length !== this.#changed.peek().length) this.#changed.value = remaining
    })
  }

  #compose(): ListIds {
    const changedRows = this.#changed.value
    const changed = changedRows.map(({ id }) => id)
    if (!changed.length) return this.serverIds.value
    const ids = this.serverIds.value.filter((id) => id === undefined || !this.#isExcluded(id, changed))
    for (const row of changedRows) this.#insert(ids, row)
    return ids
  }

  #isExcluded = (id: string, changed: readonly string[]): boolean => changed.includes(id) && this.matches(id) === false

  matches(id: string): boolean | undefined {
    const row = this.#store.row(this.#request.kind, id).value
    return row ? this.#matchRow(row) : row === null ? false : undefined
  }

  #insert(ids: (string | undefined)[], { id, isOwn }: ChangedRow): void {
    const { kind, query } = this.#request
    const row = this.#store.row(kind, id).value
    if (!row || this.#matchRow(row) !== true) return
    const currentId = this.#store.resolveId(id)
    const at = ids.indexOf(currentId)
    const order = createComparator(kind, query)
    if (!order) {
      // Rows of others wait for the server's order: they would jump from the top to their position.
      if (at < 0 && isOwn) ids.unshift(currentId)
      return
    }
    if (at >= 0) {
      if (this.#isInOrder(ids, at, row, order)) return
      ids.splice(at, 1)
    }
    const position = ids.findIndex((other) => other !== undefined && order(row, this.#peekRow(other)) < 0)
    if (position >= 0) ids.splice(position, 0, currentId)
    else if (at >= 0 || this.isComplete.value) ids.push(currentId)
  }

  #isInOrder(ids: ListIds, at: number, row: AnyRow, order: (a: AnyRow, b: AnyRow) => number): boolean {
    const [before, after] = [ids[at - 1], ids[at + 1]]
    const follows = before === undefined || order(this.#peekRow(before), row) <= 0
    return follows && (after === undefined || order(row, this.#peekRow(after)) <= 0)
  }

  #peekRow(id: string): AnyRow {
    return this.#store.row(this.#request.kind, id).peek() ?? {}
  }

  #matchRow(row: AnyRow): boolean | undefined {
    const { kind, query, path, method } = this.#request
    // Other methods, such as a view's, filter by their own rules.
    return method === `${kind}.list`
      ? matchesQuery(kind, query, path, row, this.#getUser(), this.#store.fieldTypes)
      : undefined
  }
}

/** Stores the rows of a page and returns their ids. `isChange`: they were read because they changed. */
export function storePage(
  store: RowStore,
  request: ListRequest,
  rows: readonly AnyRow[],
  options?: Pick<PutOptions, 'isChange' | 'requestedAt'>,
): string[] {
  const { kind, query } = request
  const isComplete = query.fields === undefined
  const ids: string[] = []
  batch(() => {
    for (const row of rows) {
      store.put(kind, kind === 'tasks' ? dropUnknownSection(row, query) : row, { isComplete, ...options })
      ids.push(getRowId(kind, row))
      if (kind === 'taskComments') storePage(store, request, row.replies as AnyRow[], options)
    }
  })
  return ids
}

/** Without a scope the server omits sections, which does not mean that there is none. */
const dropUnknownSection = (row: AnyRow, query: ListQuery): AnyRow =>
  query.section_scope === undefined ? omit(row, 'section_id', 'section_position') : row
