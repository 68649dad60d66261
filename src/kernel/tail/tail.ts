import type { Database } from '../../db/database.ts'
import type { Log } from '../services/log.ts'
import { Course, type Follower } from './course.ts'
import { noHints, type Hints } from './hints.ts'
import { LineageWatch } from './lineage.ts'
import type { Place, PlacedEvent } from './place.ts'
import { readHorizon, readLast } from './settled.ts'

export interface Following {
  readonly place: Place
  end(): void
}

/** Reads the event log as it grows. One poll loop per process serves all consumers. */
export interface Tail {
  /**
   * Returns the position of the last stable event; queries it without consumers. `LOG_START` for an empty
   * log.
   */
  place(): Promise<Place>
  /**
   * Calls `onEvents` with new stable events of all organizations after the returned position: in order, each
   * once, not buffered. Calls `onReset` after a restored backup: events published after its position may
   * never have happened.
   */
  follow(
    onEvents: (events: readonly PlacedEvent[], place: Place) => void,
    onReset?: (place: Place) => void,
  ): Promise<Following>
  /** Polls soon, after a commit of this process. */
  wake(): void
  /** Returns the seconds that committed events may have been waiting; 0 without consumers. */
  lag(): number
  close(): Promise<void>
}

export interface TailOptions {
  log?: Log
  lineage?: LineageWatch
  hints?: Hints
  onRead?: (count: number) => void
}

/** Creates the reader of a database. Sends no query before the first subscription. */
export function createTail(database: Database, options: TailOptions = {}): Tail {
  const { log = () => undefined, hints = noHints, onRead = () => undefined } = options
  const { lineage = new LineageWatch(database, log) } = options
  return new PollingEventLogReader(database, { log, lineage, hints, onRead })
}

class PollingEventLogReader implements Tail {
  readonly #database: Database
  readonly #options: Required<TailOptions>
  #loop: Promise<Course> | undefined
  #runningLoop: Course | undefined
  #closed = false

  constructor(database: Database, options: Required<TailOptions>) {
    this.#database = database
    this.#options = options
  }

  async place(): Promise<Place> {
    return (
      this.#runningLoop?.place ?? (await readLast(this.#database.db, await readHorizon(this.#database.db)))
    )
  }

  async follow(
    onEvents: Follower['heard'],
    onReset: Follower['onReset'] = () => undefined,
  ): Promise<Following> {
    const consumer = { heard: onEvents, onReset }
    for (;;) {
      if (this.#closed) throw new Error('the event-log reader is closed')
      const loop = await (this.#loop ??= this.#startLoop())
      // The loop may have stopped before this consumer could join.
      if (loop.over) continue
      // Adds the consumer synchronously, so that no event is missed.
      loop.followers.add(consumer)
      return { place: loop.place, end: () => this.#leave(loop, consumer) }
    }
  }

  wake(): void {
    const { hints, lineage, log } = this.#options
    hints.tell()
    this.#runningLoop?.wake()
    lineage.check().catch((error: unknown) => {
      log('warn', 'the epoch of the event log could not be checked', { error: String(error) })
    })
  }

  lag(): number {
    return this.#runningLoop?.lag() ?? 0
  }

  async close(): Promise<void> {
    this.#closed = true
    const loop = await this.#loop?.catch(() => undefined)
    if (loop) this.#stopLoop(loop)
    await loop?.ended
    this.#options.hints.close()
  }

  async #startLoop(): Promise<Course> {
    try {
      await this.#options.lineage.check()
      const losses = this.#database.losses()
      const loop = new Course(this.#database, await this.place(), losses, this.#options)
      this.#runningLoop = loop
      this.#options.hints.listen(() => loop.wake())
      loop.begin()
      return loop
    } catch (error) {
      this.#loop = undefined
      throw error
    }
  }

  #leave(loop: Course, consumer: Follower): void {
    loop.followers.delete(consumer)
    if (loop.followers.size === 0) this.#stopLoop(loop)
  }

  #stopLoop(loop: Course): void {
    if (loop.over) return
    loop.end()
    this.#options.hints.hush()
    this.#loop = this.#runningLoop = undefined
  }
}
