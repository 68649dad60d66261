import type { TaskCounts } from './types.ts'
import type { BrowserStorage } from './storage.ts'
import { getRowId, type AnyRow, type RowKind } from './rows.ts'
import type { ListRegistry } from './list-registry.ts'
import type { RowStore } from './row-store.ts'

const MAX_ROWS = 3000
const FIRST_SAVE_MS = 2000
const SAVE_INTERVAL_MS = 10_000

export interface Snapshot {
  /** End of the session in milliseconds since 1970; a snapshot is not used after it. */
  until: number
  rows: [kind: RowKind, row: AnyRow, isComplete: boolean][]
  lists: [key: string, ids: readonly string[]][]
  counts: [key: string, counts: TaskCounts][]
}

const toStorageKey = (org: string) => `${org}/cache`

export async function loadSnapshot(
  storage: BrowserStorage,
  org: string,
  now = Date.now(),
): Promise<Snapshot | undefined> {
  const snapshot = await storage.get<Snapshot>(toStorageKey(org)).catch(() => undefined)
  if (!snapshot) return undefined
  if (snapshot.until > now) return snapshot
  await storage.delete(toStorageKey(org))
  return undefined
}

export class SnapshotWriter {
  /** End of the session in milliseconds; nothing is stored until it is known. */
  until = 0
  #storage: BrowserStorage
  #org: string
  #store: RowStore
  #lists: ListRegistry
  #timer: ReturnType<typeof setTimeout>
  #saved = 0
  #isStopped = false

  constructor(storage: BrowserStorage, org: string, store: RowStore, lists: ListRegistry) {
    this.#storage = storage
    this.#org = org
    this.#store = store
    this.#lists = lists
    this.#timer = setTimeout(this.#saveAndRepeat, FIRST_SAVE_MS)
    globalThis.document?.addEventListener('visibilitychange', this.#saveOnHide)
  }

  async save(): Promise<void> {
    if (this.#isStopped || this.#saved === this.#store.putCount || this.until <= Date.now()) return
    this.#saved = this.#store.putCount
    await this.#storage.set(toStorageKey(this.#org), this.#snapshot()).catch(() => {})
  }

  forget(): void {
    this.#isStopped = true
  }

  close(): void {
    clearTimeout(this.#timer)
    globalThis.document?.removeEventListener('visibilitychange', this.#saveOnHide)
    void this.save()
  }

  #snapshot(): Snapshot {
    const shownLists = [...this.#lists.listShownIds()]
    const ids = new Set(shownLists.flatMap(([, listIds]) => listIds))
    const rows: Snapshot['rows'] = []
    for (const entry of this.#store.listRows())
      if (ids.has(getRowId(entry[0], entry[1])) && rows.push(entry) >= MAX_ROWS) break
    return { until: this.until, rows, lists: shownLists, counts: [...this.#lists.listShownCounts()] }
  }

  #saveAndRepeat = (): void => {
    void this.save()
    this.#timer = setTimeout(this.#saveAndRepeat, SAVE_INTERVAL_MS)
  }

  #saveOnHide = (): void => {
    this.#saved = -1
    void this.save()
  }
}
