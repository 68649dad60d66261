import { setTimeout as sleep } from 'node:timers/promises'
import { toProblem } from '../../http/error-handler.ts'
import type { EventLogSubscription } from '../../events/reader/reader.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { rewindPosition } from './position.ts'
import { MAX_BATCH_EVENTS, skipNextEvent, processNextBatch } from './batch.ts'

export interface NotificationWorker {
  stop(): Promise<void>
}

const POLL_MS = 1000

/** After a batch smaller than this, waits `BATCH_DELAY_MS` before the next. */
const SMALL_BATCH = 100
const BATCH_DELAY_MS = 50

/** Of several processes one is active; another takes over within a second after it ends. */
export function startNotificationWorker(services: Dependencies): NotificationWorker {
  return new Worker(services)
}

class Worker implements NotificationWorker {
  readonly #services: Dependencies
  #following: EventLogSubscription | undefined
  #joining: Promise<void> | undefined
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  /** Set if events became stable since the current run began. */
  #more = false
  #stopping = false
  #isFailing = false
  #losses = -1
  #batchSize = MAX_BATCH_EVENTS
  /** Until then, another process that was faster does the work. */
  #idleUntil = 0

  constructor(services: Dependencies) {
    this.#services = services
    this.#wake()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    await this.#joining
    this.#following?.unsubscribe()
    await this.#running
  }

  #wake(): void {
    this.#more = true
    if (this.#running || this.#stopping || performance.now() < this.#idleUntil) return
    clearTimeout(this.#timer)
    this.#join()
    this.#running = this.#run().finally(() => {
      this.#running = undefined
      if (!this.#stopping) this.#timer = setTimeout(() => this.#wake(), POLL_MS + 1).unref()
    })
  }

  /** Subscribes to the event log as soon as it can be followed; the database may be down at startup. */
  #join(): void {
    if (this.#following) return
    this.#joining ??= this.#services.eventLogReader
      .subscribe(() => this.#wake())
      .then((following) => void (this.#following = following))
      // The next query fails for the same reason and reports it.
      .catch(() => undefined)
      .finally(() => (this.#joining = undefined))
  }

  async #run(): Promise<void> {
    try {
      await this.#checkPosition()
      while (this.#more && !this.#stopping) {
        this.#more = false
        const { events, isPartial, isOvertaken } = await processNextBatch(this.#services, this.#batchSize)
        if (isOvertaken) return void (this.#idleUntil = performance.now() + POLL_MS)
        this.#more ||= events > 0
        // Under constant load, larger batches cost little more than small ones.
        if (this.#more && events < SMALL_BATCH && !isPartial) await sleep(BATCH_DELAY_MS)
        this.#batchSize = Math.min(2 * (isPartial ? events : this.#batchSize), MAX_BATCH_EVENTS)
      }
      this.#reportState()
    } catch (error) {
      this.#reportState(error)
      // The database may have been too busy for a batch of this size.
      if (toProblem(error).status === 503) this.#batchSize = Math.ceil(this.#batchSize / 8)
      else await this.#isolateFailure().catch((failure: unknown) => this.#reportState(failure))
    }
  }

  /** Finds the failing event by processing one at a time, then skips it so that the others are processed. */
  async #isolateFailure(): Promise<void> {
    if (this.#batchSize > 1) return void (this.#batchSize = 1)
    const event_id = await skipNextEvent(this.#services)
    this.#services.log('error', 'event skipped without notifications', { event_id })
  }

  /** At startup and after lost connections, since the event log may have been restored to an earlier time. */
  async #checkPosition(): Promise<void> {
    const { database, clock } = this.#services
    const losses = database.connectionLosses()
    if (losses === this.#losses) return
    await rewindPosition(database.db, new Date(clock()).toISOString())
    this.#losses = losses
  }

  #reportState(error?: unknown): void {
    const isFailing = error !== undefined
    const { log } = this.#services
    if (isFailing && !this.#isFailing) log('error', 'notifications cannot be created', { error: String(error) })
    if (!isFailing && this.#isFailing) log('info', 'notifications are created again')
    this.#isFailing = isFailing
  }
}
