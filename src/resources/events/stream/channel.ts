import type { Db } from '../../../db/database.ts'
import { comparePlaces, placeOf, type Place, type PlacedEvent } from '../../../kernel/tail/place.ts'
import { readBetween } from '../../../kernel/tail/settled.ts'
import { Batch } from './batch.ts'

/** Limits of the buffer for streams that are slightly behind: events, and characters of their changes. */
const [MAX_BUFFERED_EVENTS, MAX_BUFFERED_CHARS] = [500, 1024 * 1024]
const BATCH_SIZE = 200

/** The events of one organization for its streams in this process. */
export class Channel {
  readonly #db: Db
  readonly #orgId: string
  /** Latest events: all of the organization after `#bufferStart` up to `#position`. */
  #buffer: PlacedEvent[] = []
  #sizes: number[] = []
  #bufferStart: Place
  #position: Place
  /** Batches by start position, shared by all streams at that position. */
  readonly #batches = new Map<string, Batch | Promise<Batch>>()
  readonly #waiting = new Set<() => void>()
  #hasNewEvents = false

  constructor(db: Db, orgId: string, position: Place) {
    this.#db = db
    this.#orgId = orgId
    this.#bufferStart = this.#position = position
  }

  /** Appends stable events up to `position`. Returns their size in characters. */
  append(events: readonly PlacedEvent[], position: Place): number {
    this.#position = position
    this.#batches.clear()
    if (events.length === 0) return 0
    this.#hasNewEvents = true
    const sizes = events.map(({ before, after }) => JSON.stringify([before, after]).length)
    this.#store(events, sizes)
    for (const wake of this.#waiting) wake()
    return sizes.reduce((sum, size) => sum + size)
  }

  /**
   * Drops old events over the limits, since a few large changes could fill the memory. Slow streams read them from the
   * database.
   */
  #store(events: readonly PlacedEvent[], sizes: readonly number[]): void {
    this.#buffer.push(...events)
    this.#sizes.push(...sizes)
    let chars = this.#sizes.reduce((sum, size) => sum + size, 0)
    let over = 0
    for (; this.#buffer.length - over > MAX_BUFFERED_EVENTS || chars > MAX_BUFFERED_CHARS; over++)
      chars -= this.#sizes[over]!
    if (over === 0) return
    this.#bufferStart = placeOf(this.#buffer[over - 1]!)
    this.#buffer.splice(0, over)
    this.#sizes.splice(0, over)
  }

  /** Clears the buffer if nothing was appended since the last call. Streams that are behind read from the database. */
  forget(): void {
    const last = this.#buffer.at(-1)
    if (!this.#hasNewEvents && last) {
      this.#buffer = []
      this.#sizes = []
      this.#bufferStart = placeOf(last)
      this.#batches.clear()
    }
    this.#hasNewEvents = false
  }

  news(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.#waiting.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      this.#waiting.add(wake)
      signal.addEventListener('abort', wake)
    })
  }

  /** Returns the batch after a position, or null. A caller that waits for `news` in the same tick misses nothing. */
  after(position: Place): Batch | Promise<Batch> | null {
    if (comparePlaces(position, this.#position) >= 0) return null
    const key = `${position.lineage} ${position.tx} ${position.ord} ${position.event_id}`
    let batch = this.#batches.get(key)
    if (!batch) this.#batches.set(key, (batch = this.#createBatch(position, key)))
    return batch
  }

  #createBatch(position: Place, key: string): Batch | Promise<Batch> {
    if (comparePlaces(position, this.#bufferStart) >= 0) {
      const later = this.#buffer.filter((event) => comparePlaces(event, position) > 0)
      return this.#toBatch(later.slice(0, BATCH_SIZE), later.length > BATCH_SIZE, this.#position)
    }
    const upTo = this.#position
    const read = readBetween(this.#db, this.#orgId, position, upTo, BATCH_SIZE)
    const promise = read.then((events) => this.#toBatch(events, events.length === BATCH_SIZE, upTo))
    // Drops it when done; otherwise it, or its failure, would remain until the next event.
    const forget = () => this.#batches.get(key) === promise && this.#batches.delete(key)
    promise.then(forget, forget)
    return promise
  }

  #toBatch(events: readonly PlacedEvent[], more: boolean, upTo: Place): Batch {
    return new Batch(this.#db, events, more ? placeOf(events.at(-1)!) : upTo)
  }
}
