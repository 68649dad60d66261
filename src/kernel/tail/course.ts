import type { Database } from '../../db/database.ts'
import type { Log } from '../services/log.ts'
import { Lag } from './lag.ts'
import type { LineageWatch } from './lineage.ts'
import { Pauses } from './pauses.ts'
import { placeOf, type Place, type PlacedEvent } from './place.ts'
import { findPlace, readHorizon, readLast, readSettled, type Horizon } from './settled.ts'

export interface Follower {
  heard: (events: readonly PlacedEvent[], place: Place) => void
  onReset: (place: Place) => void
}

interface PollLoopOptions {
  log: Log
  lineage: LineageWatch
  onRead: (count: number) => void
}

const MAX_ROWS = 500
/** Interval of epoch checks without lost connections: a dump may be restored into a connected database. */
const EPOCH_CHECK_INTERVAL_MS = 60_000

/** Polls the event log from the first consumer until the last one has left. */
export class Course {
  readonly followers = new Set<Follower>()
  /** Position of the last published event; always that of an existing event. */
  place: Place
  over = false
  ended: Promise<void> = Promise.resolve()
  readonly #database: Database
  readonly #options: PollLoopOptions
  readonly #backoff: Pauses
  readonly #lag = new Lag()
  /** Connection losses at the time the position was last confirmed. */
  #losses: number
  #readUpTo: Horizon | undefined

  constructor(database: Database, place: Place, losses: number, parts: PollLoopOptions) {
    this.#database = database
    this.place = place
    this.#losses = losses
    this.#options = parts
    // Polling an embedded database blocks everyone else, and only this process writes there.
    this.#backoff = new Pauses(database.engine === 'embedded' ? 1000 : 200)
  }

  begin(): void {
    this.ended = this.#run()
  }

  end(): void {
    this.over = true
    this.#backoff.end()
  }

  wake(): void {
    this.#backoff.wake()
  }

  lag(): number {
    return this.#lag.seconds()
  }

  async #run(): Promise<void> {
    let failed = false
    while (!this.over) {
      try {
        while (!this.over && (await this.#poll()));
        if (failed) this.#options.log('info', 'the event log is followed again')
        failed = false
      } catch (error) {
        if (!failed && !this.over)
          this.#options.log('warn', 'the event log cannot be read', { error: String(error) })
        failed = true
      }
      if (!this.over) await this.#backoff.pause()
    }
  }

  /** Reads stable events and publishes them; returns whether there are more. */
  async #poll(): Promise<boolean> {
    const { db } = this.#database
    const losses = this.#database.losses()
    await this.#options.lineage.check(EPOCH_CHECK_INTERVAL_MS)
    if (losses !== this.#losses) await this.#confirmPosition(losses)
    const recordWatermark = this.#backoff.beginLook()
    const startedAt = performance.now()
    const watermark = await readHorizon(db)
    recordWatermark(watermark)
    const isUnchanged = this.#readUpTo?.tx === watermark.tx && this.#readUpTo.lineage === watermark.lineage
    const events = isUnchanged ? [] : await readSettled(db, this.place, watermark, MAX_ROWS)
    // The events may be from another state of the database than the position.
    if (this.#database.losses() !== losses) return true
    const isFull = events.length === MAX_ROWS
    this.#readUpTo = isFull ? undefined : watermark
    if (!isFull) this.#lag.note(startedAt, watermark)
    if (events.length > 0) this.#publish(events)
    return isFull
  }

  #publish(events: readonly PlacedEvent[]): void {
    if (this.over) return
    this.place = placeOf(events.at(-1)!)
    this.#options.onRead(events.length)
    for (const consumer of this.followers) this.#callConsumer(() => consumer.heard(events, this.place))
  }

  /**
   * After lost connections, confirms that the position still exists; otherwise continues from the last event.
   */
  async #confirmPosition(losses: number): Promise<void> {
    const { db } = this.#database
    const exists = await findPlace(db, this.place)
    const place = exists ? this.place : await readLast(db, await readHorizon(db))
    this.#losses = losses
    this.#readUpTo = undefined
    if (exists) return
    this.#options.log('warn', 'the event log was restored to an earlier state: it is followed from its end')
    this.place = place
    for (const consumer of this.followers) this.#callConsumer(() => consumer.onReset(place))
  }

  #callConsumer(callback: () => void): void {
    try {
      callback()
    } catch (error) {
      this.#options.log('error', 'a consumer of the event log failed', { error: String(error) })
    }
  }
}
