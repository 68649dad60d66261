import type { Database } from '../../db/database.ts'
import type { Log } from '../../core/log.ts'
import type { LineageMonitor } from './lineage.ts'
import { PollBackoff } from './backoff.ts'
import { toPosition, type EventPosition, type PositionedEvent } from './position.ts'
import { positionExists, readWatermark, readLastPosition, listStableEvents, type Watermark } from './queries.ts'

export interface EventConsumer {
  onEvents: (events: readonly PositionedEvent[], position: EventPosition) => void
  onReset: (position: EventPosition) => void
}

interface PollLoopOptions {
  log: Log
  lineageMonitor: LineageMonitor
  onRead: (count: number) => void
}

const MAX_ROWS = 500
/** Interval of lineage checks without lost connections: a dump may be restored into a connected database. */
const LINEAGE_CHECK_INTERVAL_MS = 60_000

export class PollLoop {
  readonly consumers = new Set<EventConsumer>()
  /** Position of the last published event; always that of an existing event. */
  position: EventPosition
  isStopped = false
  ended: Promise<void> = Promise.resolve()
  readonly #database: Database
  readonly #options: PollLoopOptions
  readonly #backoff: PollBackoff
  readonly #lag = new LagTracker()
  /** Connection losses at the time the position was last confirmed. */
  #losses: number
  #readUpTo: Watermark | undefined

  constructor(database: Database, position: EventPosition, losses: number, parts: PollLoopOptions) {
    this.#database = database
    this.position = position
    this.#losses = losses
    this.#options = parts
    // Polling an embedded database blocks everyone else, and only this process writes there.
    this.#backoff = new PollBackoff(database.engine === 'embedded' ? 1000 : 200)
  }

  start(): void {
    this.ended = this.#run()
  }

  stop(): void {
    this.isStopped = true
    this.#backoff.stop()
  }

  wake(): void {
    this.#backoff.wake()
  }

  lagSeconds(): number {
    return this.#lag.seconds()
  }

  async #run(): Promise<void> {
    let failed = false
    while (!this.isStopped) {
      try {
        while (!this.isStopped && (await this.#poll()));
        if (failed) this.#options.log('info', 'the event log is followed again')
        failed = false
      } catch (error) {
        if (!failed && !this.isStopped)
          this.#options.log('warn', 'the event log cannot be read', { error: String(error) })
        failed = true
      }
      if (!this.isStopped) await this.#backoff.waitForNextPoll()
    }
  }

  async #poll(): Promise<boolean> {
    const { db } = this.#database
    const losses = this.#database.connectionLosses()
    await this.#options.lineageMonitor.ensureCurrent(LINEAGE_CHECK_INTERVAL_MS)
    if (losses !== this.#losses) await this.#confirmPosition(losses)
    const recordWatermark = this.#backoff.startPoll()
    const startedAt = performance.now()
    const watermark = await readWatermark(db)
    recordWatermark(watermark)
    const isUnchanged = this.#readUpTo?.tx === watermark.tx && this.#readUpTo.lineage === watermark.lineage
    const events = isUnchanged ? [] : await listStableEvents(db, this.position, watermark, MAX_ROWS)
    // The events may be from another state of the database than the position.
    if (this.#database.connectionLosses() !== losses) return true
    const isFull = events.length === MAX_ROWS
    this.#readUpTo = isFull ? undefined : watermark
    if (!isFull) this.#lag.recordPoll(startedAt, watermark)
    if (events.length > 0) this.#publish(events)
    return isFull
  }

  #publish(events: readonly PositionedEvent[]): void {
    if (this.isStopped) return
    this.position = toPosition(events.at(-1)!)
    this.#options.onRead(events.length)
    for (const consumer of this.consumers) this.#callConsumer(() => consumer.onEvents(events, this.position))
  }

  /** Continues from the last event if the position is gone after lost connections. */
  async #confirmPosition(losses: number): Promise<void> {
    const { db } = this.#database
    const exists = await positionExists(db, this.position)
    const position = exists ? this.position : await readLastPosition(db, await readWatermark(db))
    this.#losses = losses
    this.#readUpTo = undefined
    if (exists) return
    this.#options.log('warn', 'the event log was restored to an earlier state: it is followed from its end')
    this.position = position
    for (const consumer of this.consumers) this.#callConsumer(() => consumer.onReset(position))
  }

  #callConsumer(callback: () => void): void {
    try {
      callback()
    } catch (error) {
      this.#options.log('error', 'a consumer of the event log failed', { error: String(error) })
    }
  }
}

/** Time, and the watermark at which everything committed by then is stable. */
interface Mark {
  at: number
  next: bigint
}

/** Tracks how long committed events may have been waiting: an open transaction holds back all later ones. */
class LagTracker {
  #stableAt = performance.now()
  #mark: Mark | undefined

  recordPoll(at: number, { tx, next }: Watermark): void {
    const watermark = BigInt(tx)
    if (watermark >= BigInt(next)) {
      this.#stableAt = at
      this.#mark = undefined
      return
    }
    if (this.#mark && watermark >= this.#mark.next) {
      this.#stableAt = this.#mark.at
      this.#mark = undefined
    }
    this.#mark ??= { at, next: BigInt(next) }
  }

  seconds(): number {
    return (performance.now() - this.#stableAt) / 1000
  }
}
