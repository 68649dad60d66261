import type { Database } from '../../db/database.ts'
import type { Log } from '../services/log.ts'
import { Course, type Follower } from './course.ts'
import { noHints, type Hints } from './hints.ts'
import { LineageWatch } from './lineage.ts'
import type { Place, PlacedEvent } from './place.ts'
import { readHorizon, readLast } from './settled.ts'

/** Somebody follows: all that `place` comes before is told, until the end. */
export interface Following {
  readonly place: Place
  end(): void
}

/**
 * The ledger as it grows. One query a process follows it, as long as somebody does, and what is read is handed out to all.
 */
export interface Tail {
  /** The place of the last event known to be settled; looks once where nobody follows. `beginning` of an empty ledger. */
  place(): Promise<Place>
  /**
   * From now on `heard` is given newly settled events of all organizations, in order, each once: all those after the
   * `place` that this gives, with the place to which they lead. They are handed out and not kept, so whoever takes its
   * time keeps them. `onReset`: the database was put back to a time before the place; what comes next comes after the
   * place that it is given, and what was told before that may never have been.
   */
  follow(
    heard: (events: readonly PlacedEvent[], place: Place) => void,
    onReset?: (place: Place) => void,
  ): Promise<Following>
  /** Looks soon, since something was committed here. */
  wake(): void
  /** Seconds for which what was committed may have been waiting to be told; 0 while nobody follows. */
  lag(): number
  close(): Promise<void>
}

/** What a tail is made with. */
export interface TailOptions {
  log?: Log
  lineage?: LineageWatch
  /** Tells other processes of commits, and is told by them. */
  hints?: Hints
  /** Is told how many events were handed out. */
  onRead?: (count: number) => void
}

/** Makes the tail of a database. It asks nothing until somebody follows. */
export function createTail(database: Database, options: TailOptions = {}): Tail {
  const { log = () => undefined, hints = noHints, onRead = () => undefined } = options
  const { lineage = new LineageWatch(database, log) } = options
  return new LedgerTail(database, { log, lineage, hints, onRead })
}

class LedgerTail implements Tail {
  readonly #database: Database
  readonly #options: Required<TailOptions>
  #course: Promise<Course> | undefined
  /** The same, once it is under way. */
  #running: Course | undefined
  #closed = false

  constructor(database: Database, options: Required<TailOptions>) {
    this.#database = database
    this.#options = options
  }

  async place(): Promise<Place> {
    return this.#running?.place ?? (await readLast(this.#database.db, await readHorizon(this.#database.db)))
  }

  async follow(heard: Follower['heard'], onReset: Follower['onReset'] = () => undefined): Promise<Following> {
    const follower = { heard, onReset }
    for (;;) {
      if (this.#closed) throw new Error('the tail is closed')
      const course = await (this.#course ??= this.#begin())
      // It may have ended while this one waited to join.
      if (course.over) continue
      // No turn of the event loop lies between the place and the joining.
      course.followers.add(follower)
      return { place: course.place, end: () => this.#leave(course, follower) }
    }
  }

  wake(): void {
    const { hints, lineage, log } = this.#options
    hints.tell()
    this.#running?.wake()
    // Without connections lost meanwhile this asks nothing.
    lineage.check().catch((error: unknown) => {
      log('warn', 'the lineage of the ledger could not be looked at', { error: String(error) })
    })
  }

  lag(): number {
    return this.#running?.lag() ?? 0
  }

  async close(): Promise<void> {
    this.#closed = true
    const course = await this.#course?.catch(() => undefined)
    if (course) this.#end(course)
    await course?.ended
    this.#options.hints.close()
  }

  /** Begins to follow, from the last event that is settled. */
  async #begin(): Promise<Course> {
    try {
      await this.#options.lineage.check()
      const losses = this.#database.losses()
      const course = new Course(this.#database, await this.place(), losses, this.#options)
      this.#running = course
      this.#options.hints.listen(() => course.wake())
      course.begin()
      return course
    } catch (error) {
      this.#course = undefined
      throw error
    }
  }

  #leave(course: Course, follower: Follower): void {
    course.followers.delete(follower)
    if (course.followers.size === 0) this.#end(course)
  }

  #end(course: Course): void {
    if (course.over) return
    course.end()
    this.#options.hints.hush()
    this.#course = this.#running = undefined
  }
}
