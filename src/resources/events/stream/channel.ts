import type { Db } from '../../../db/database.ts'
import { comparePlaces, placeOf, type Place, type PlacedEvent } from '../../../kernel/tail/place.ts'
import { readBetween } from '../../../kernel/tail/settled.ts'
import { Batch } from './batch.ts'

/** Events that are kept for those who read a little behind, and characters of what changed by them. */
const [mostKept, mostText] = [500, 1024 * 1024]
/** Events that are judged and sent at a time. */
const mostAtOnce = 200

/** The events of one organization as they come, for its streams in this process. */
export class Channel {
  readonly #db: Db
  readonly #orgId: string
  /** The latest events: all of the organization after `#since` and up to `#place`. */
  #kept: PlacedEvent[] = []
  /** How large each of them is. */
  #sizes: number[] = []
  #since: Place
  #place: Place
  /** What was made of places that somebody is at, so that all who are there have the same. */
  readonly #batches = new Map<string, Batch | Promise<Batch>>()
  readonly #waiting = new Set<() => void>()
  #heard = false

  constructor(db: Db, orgId: string, place: Place) {
    this.#db = db
    this.#orgId = orgId
    this.#since = this.#place = place
  }

  /** Takes in what has come, and gives how large it is, in characters; the ledger is settled up to `place`. */
  hear(events: readonly PlacedEvent[], place: Place): number {
    this.#place = place
    this.#batches.clear()
    if (events.length === 0) return 0
    this.#heard = true
    const sizes = events.map(({ before, after }) => JSON.stringify([before, after]).length)
    this.#keep(events, sizes)
    for (const go of this.#waiting) go()
    return sizes.reduce((sum, size) => sum + size)
  }

  /** Whoever is behind what is kept reads it: a few changes of long texts would fill the memory of a process. */
  #keep(events: readonly PlacedEvent[], sizes: readonly number[]): void {
    this.#kept.push(...events)
    this.#sizes.push(...sizes)
    let text = this.#sizes.reduce((sum, size) => sum + size, 0)
    let over = 0
    for (; this.#kept.length - over > mostKept || text > mostText; over++) text -= this.#sizes[over]!
    if (over === 0) return
    this.#since = placeOf(this.#kept[over - 1]!)
    this.#kept.splice(0, over)
    this.#sizes.splice(0, over)
  }

  /**
   * Forgets what was kept when nothing has come since the last time: whoever is behind the last of it reads it. Those who
   * were told all are not, however far the others' events have led since.
   */
  forget(): void {
    const last = this.#kept.at(-1)
    if (!this.#heard && last) {
      this.#kept = []
      this.#sizes = []
      this.#since = placeOf(last)
      this.#batches.clear()
    }
    this.#heard = false
  }

  /** Resolves when something of the organization comes, or when `signal` is aborted. */
  news(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        this.#waiting.delete(go)
        signal.removeEventListener('abort', go)
        resolve()
      }
      this.#waiting.add(go)
      signal.addEventListener('abort', go)
    })
  }

  /**
   * What comes after a place, as far as it is settled; null when nothing does. Whoever finds nothing and waits for `news`
   * in the same turn of the event loop misses nothing.
   */
  after(place: Place): Batch | Promise<Batch> | null {
    if (comparePlaces(place, this.#place) >= 0) return null
    const name = `${place.lineage} ${place.tx} ${place.ord} ${place.event_id}`
    let batch = this.#batches.get(name)
    if (!batch) this.#batches.set(name, (batch = this.#make(place, name)))
    return batch
  }

  #make(place: Place, name: string): Batch | Promise<Batch> {
    if (comparePlaces(place, this.#since) >= 0) {
      const later = this.#kept.filter((event) => comparePlaces(event, place) > 0)
      return this.#batchOf(later.slice(0, mostAtOnce), later.length > mostAtOnce, this.#place)
    }
    const upTo = this.#place
    const read = readBetween(this.#db, this.#orgId, place, upTo, mostAtOnce)
    const made = read.then((events) => this.#batchOf(events, events.length === mostAtOnce, upTo))
    // It would be kept for as long as nothing comes, and a failure with it.
    const forget = () => this.#batches.get(name) === made && this.#batches.delete(name)
    made.then(forget, forget)
    return made
  }

  #batchOf(events: readonly PlacedEvent[], more: boolean, upTo: Place): Batch {
    return new Batch(this.#db, events, more ? placeOf(events.at(-1)!) : upTo)
  }
}
