import type { Database } from '../../db/database.ts'
import type { Log } from '../../core/log.ts'
import { PollLoop, type EventConsumer } from './poll-loop.ts'
import { noopNotifier, type CommitNotifier } from './notifier.ts'
import { LineageMonitor } from './lineage.ts'
import type { EventPosition, PositionedEvent } from './position.ts'
import { readWatermark, readLastPosition } from './queries.ts'

export interface EventLogSubscription {
  readonly position: EventPosition
  unsubscribe(): void
}

/** Reads the event log as it grows. One poll loop per process serves all consumers. */
export interface EventLogReader {
  /** Returns the position of the last stable event; `LOG_START` for an empty log. */
  currentPosition(): Promise<EventPosition>
  /** Passes stable events in order, each once. `onReset`: events after its position may never have happened. */
  subscribe(
    onEvents: (events: readonly PositionedEvent[], position: EventPosition) => void,
    onReset?: (position: EventPosition) => void,
  ): Promise<EventLogSubscription>
  wake(): void
  /** Returns the seconds that committed events may have been waiting; 0 without consumers. */
  lagSeconds(): number
  close(): Promise<void>
}

interface EventLogReaderOptions {
  log?: Log
  lineageMonitor?: LineageMonitor
  notifier?: CommitNotifier
  onRead?: (count: number) => void
}

/** Creates the reader of a database. Sends no query before the first subscription. */
export function createEventLogReader(database: Database, options: EventLogReaderOptions = {}): EventLogReader {
  const { log = () => undefined, notifier = noopNotifier, onRead = () => undefined } = options
  const { lineageMonitor = new LineageMonitor(database, log) } = options
  return new PollingEventLogReader(database, { log, lineageMonitor: lineageMonitor, notifier: notifier, onRead })
}

class PollingEventLogReader implements EventLogReader {
  readonly #database: Database
  readonly #options: Required<EventLogReaderOptions>
  #loop: Promise<PollLoop> | undefined
  #runningLoop: PollLoop | undefined
  #closed = false

  constructor(database: Database, options: Required<EventLogReaderOptions>) {
    this.#database = database
    this.#options = options
  }

  async currentPosition(): Promise<EventPosition> {
    return (
      this.#runningLoop?.position ?? (await readLastPosition(this.#database.db, await readWatermark(this.#database.db)))
    )
  }

  async subscribe(
    onEvents: EventConsumer['onEvents'],
    onReset: EventConsumer['onReset'] = () => undefined,
  ): Promise<EventLogSubscription> {
    const consumer = { onEvents, onReset }
    for (;;) {
      if (this.#closed) throw new Error('the event-log reader is closed')
      const loop = await (this.#loop ??= this.#startLoop())
      // The loop may have stopped before this consumer could join.
      if (loop.isStopped) continue
      // Adds the consumer synchronously, so that no event is missed.
      loop.consumers.add(consumer)
      return { position: loop.position, unsubscribe: () => this.#leave(loop, consumer) }
    }
  }

  wake(): void {
    const { notifier, lineageMonitor, log } = this.#options
    notifier.notify()
    this.#runningLoop?.wake()
    lineageMonitor.ensureCurrent().catch((error: unknown) => {
      log('warn', 'the lineage of the event log could not be checked', { error: String(error) })
    })
  }

  lagSeconds(): number {
    return this.#runningLoop?.lagSeconds() ?? 0
  }

  async close(): Promise<void> {
    this.#closed = true
    const loop = await this.#loop?.catch(() => undefined)
    if (loop) this.#stopLoop(loop)
    await loop?.ended
    this.#options.notifier.close()
  }

  async #startLoop(): Promise<PollLoop> {
    try {
      await this.#options.lineageMonitor.ensureCurrent()
      const losses = this.#database.connectionLosses()
      const loop = new PollLoop(this.#database, await this.currentPosition(), losses, this.#options)
      this.#runningLoop = loop
      this.#options.notifier.subscribe(() => loop.wake())
      loop.start()
      return loop
    } catch (error) {
      this.#loop = undefined
      throw error
    }
  }

  #leave(loop: PollLoop, consumer: EventConsumer): void {
    loop.consumers.delete(consumer)
    if (loop.consumers.size === 0) this.#stopLoop(loop)
  }

  #stopLoop(loop: PollLoop): void {
    if (loop.isStopped) return
    loop.stop()
    this.#options.notifier.unsubscribe()
    this.#loop = this.#runningLoop = undefined
  }
}
