import type { TaskCounts } from './data.ts'
import type { Keep } from './keep.ts'
import { keyOf, type AnyRow, type Kind } from './rows.ts'
import type { Lists } from './lists.ts'
import type { Store } from './store.ts'

const mostRows = 3000
const soon = 2000
const every = 10_000

/** What was on the screen when the page was last open: painted before the network answers. */
export interface Snapshot {
  /** Milliseconds: the session's end, past which nothing of it is painted. */
  until: number
  rows: [kind: Kind, row: AnyRow, whole: boolean][]
  answers: [key: string, ids: readonly string[]][]
  numbers: [key: string, counts: TaskCounts][]
}

const place = (org: string) => `${org}/cache`

/** What is kept of an organization, unless the session that read it has ended. */
export async function openSnapshot(keep: Keep, org: string, now = Date.now()): Promise<Snapshot | undefined> {
  const kept = await keep.get<Snapshot>(place(org)).catch(() => undefined)
  if (!kept) return undefined
  if (kept.until > now) return kept
  await keep.delete(place(org))
  return undefined
}

/** Writes down what is shown, now and then and when the page is left. */
export class Cache {
  /** When the session ends; nothing is kept until that is known. */
  until = 0
  #keep: Keep
  #org: string
  #store: Store
  #lists: Lists
  #timer: ReturnType<typeof setTimeout>
  /** How many rows had come when it was saved last. */
  #saved = 0
  #isForgotten = false

  constructor(keep: Keep, org: string, store: Store, lists: Lists) {
    this.#keep = keep
    this.#org = org
    this.#store = store
    this.#lists = lists
    this.#timer = setTimeout(this.#now, soon)
    globalThis.document?.addEventListener('visibilitychange', this.#leaving)
  }

  async save(): Promise<void> {
    if (this.#isForgotten || this.#saved === this.#store.puts || this.until <= Date.now()) return
    this.#saved = this.#store.puts
    // Signing out in another tab empties the browser's storage under it.
    await this.#keep.set(place(this.#org), this.#snapshot()).catch(() => {})
  }

  /** Keeps nothing from now on. */
  forget(): void {
    this.#isForgotten = true
  }

  close(): void {
    clearTimeout(this.#timer)
    globalThis.document?.removeEventListener('visibilitychange', this.#leaving)
    void this.save()
  }

  #snapshot(): Snapshot {
    const answers = [...this.#lists.answers()]
    const ids = new Set(answers.flatMap(([, some]) => some))
    const rows: Snapshot['rows'] = []
    for (const held of this.#store.held())
      if (ids.has(keyOf(held[0], held[1])) && rows.push(held) >= mostRows) break
    return { until: this.until, rows, answers, numbers: [...this.#lists.numbers()] }
  }

  #now = (): void => {
    void this.save()
    this.#timer = setTimeout(this.#now, every)
  }

  #leaving = (): void => {
    this.#saved = -1
    void this.save()
  }
}
