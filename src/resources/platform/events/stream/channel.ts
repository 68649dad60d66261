import type { Db } from '../../../../db/database.ts'
import {
  comparePositions,
  toPosition,
  type EventPosition,
  type PositionedEvent,
} from '../../../../events/reader/position.ts'
import { listEventsBetween } from '../../../../events/reader/queries.ts'
import { EventBatch } from './batch.ts'

/** Limits of the buffer for streams that are slightly behind: events, and characters of their changes. */
const [MAX_BUFFERED_EVENTS, MAX_BUFFERED_CHARS] = [500, 1024 * 1024]
const BATCH_SIZE = 200

export class OrgEventChannel {
  readonly #db: Db
  readonly #orgId: string
  /** Latest events: all of the organization after `#bufferStart` up to `#position`. */
  #buffer: PositionedEvent[] = []
  #sizes: number[] = []
  #bufferStart: EventPosition
  #position: EventPosition
  readonly #batches = new Map<string, EventBatch | Promise<EventBatch>>()
  readonly #waiting = new Set<() => void>()
  #hasNewEvents = false

  constructor(db: Db, orgId: string, position: EventPosition) {
    this.#db = db
    this.#orgId = orgId
    this.#bufferStart = this.#position = position
  }

  /** Appends stable events up to `position`. Returns their size in characters. */
  append(events: readonly PositionedEvent[], position: EventPosition): number {
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
  #store(events: readonly PositionedEvent[], sizes: readonly number[]): void {
    this.#buffer.push(...events)
    this.#sizes.push(...sizes)
    let chars = this.#sizes.reduce((sum, size) => sum + size, 0)
    let over = 0
    for (; this.#buffer.length - over > MAX_BUFFERED_EVENTS || chars > MAX_BUFFERED_CHARS; over++)
      chars -= this.#sizes[over]!
    if (over === 0) return
    this.#bufferStart = toPosition(this.#buffer[over - 1]!)
    this.#buffer.splice(0, over)
    this.#sizes.splice(0, over)
  }

  /** Clears the buffer if nothing was appended since the last call. Streams that are behind read from the database. */
  evict(): void {
    const last = this.#buffer.at(-1)
    if (!this.#hasNewEvents && last) {
      this.#buffer = []
      this.#sizes = []
      this.#bufferStart = toPosition(last)
      this.#batches.clear()
    }
    this.#hasNewEvents = false
  }

  waitForEvents(signal: AbortSignal): Promise<void> {
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

  /** Returns the batch after a position, or null. A caller of `waitForEvents` in the same tick misses nothing. */
  readAfter(position: EventPosition): EventBatch | Promise<EventBatch> | null {
    if (comparePositions(position, this.#position) >= 0) return null
    const key = `${position.lineage} ${position.tx} ${position.ord} ${position.event_id}`
    let batch = this.#batches.get(key)
    if (!batch) this.#batches.set(key, (batch = this.#createBatch(position, key)))
    return batch
  }

  #createBatch(position: EventPosition, key: string): EventBatch | Promise<EventBatch> {
    if (comparePositions(position, this.#bufferStart) >= 0) {
      const later = this.#buffer.filter((event) => comparePositions(event, position) > 0)
      return this.#toBatch(later.slice(0, BATCH_SIZE), later.length > BATCH_SIZE, this.#position)
    }
    const upTo = this.#position
    const read = listEventsBetween(this.#db, this.#orgId, position, upTo, BATCH_SIZE)
    const promise = read.then((events) => this.#toBatch(events, events.length === BATCH_SIZE, upTo))
    // Drops it when done; otherwise it, or its failure, would remain until the next event.
    const forget = () => this.#batches.get(key) === promise && this.#batches.delete(key)
    promise.then(forget, forget)
    return promise
  }

  #toBatch(events: readonly PositionedEvent[], more: boolean, upTo: EventPosition): EventBatch {
    return new EventBatch(this.#db, events, more ? toPosition(events.at(-1)!) : upTo)
  }
}
