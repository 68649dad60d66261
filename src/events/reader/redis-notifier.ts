import { randomUUID } from 'node:crypto'
import { createClient } from '@redis/client'
import type { Log } from '../../core/log.ts'
import type { CommitNotifier } from './notifier.ts'

const CHANNEL = 'svc:events'
/** Minimum delay between notifications of a process: one covers all earlier commits. */
const MIN_INTERVAL_MS = 20

type RedisClient = ReturnType<typeof createClient>

/** Redis channel. Reconnects in the background; notifications are lost while disconnected. */
export class RedisNotifier implements CommitNotifier {
  readonly #url: string
  readonly #log: Log
  readonly #self = randomUUID()
  readonly #publisher: RedisClient
  #subscriber: RedisClient | undefined
  #isDisconnected = false
  #lastPublishedAt = -Infinity
  #timer: NodeJS.Timeout | undefined

  constructor(url: string, log: Log) {
    this.#url = url
    this.#log = log
    this.#publisher = this.#createClient()
    this.#publisher.connect().catch(this.#onError)
  }

  notify(): void {
    this.#timer ??= setTimeout(
      () => this.#publish(),
      Math.max(0, this.#lastPublishedAt + MIN_INTERVAL_MS - performance.now()),
    )
  }

  subscribe(onCommit: () => void): void {
    this.unsubscribe()
    const client = (this.#subscriber = this.#createClient())
    const onMessage = (sender: string) => {
      if (sender !== this.#self) onCommit()
    }
    // The client resubscribes after a reconnect. An error after `unsubscribe` is expected.
    client
      .connect()
      .then(() => client.subscribe(CHANNEL, onMessage))
      .catch((error: unknown) => client === this.#subscriber && this.#onError(error))
  }

  unsubscribe(): void {
    if (this.#subscriber?.isOpen) this.#subscriber.destroy()
    this.#subscriber = undefined
  }

  close(): void {
    clearTimeout(this.#timer)
    this.unsubscribe()
    if (this.#publisher.isOpen) this.#publisher.destroy()
  }

  #publish(): void {
    this.#timer = undefined
    this.#lastPublishedAt = performance.now()
    if (this.#publisher.isReady) this.#publisher.publish(CHANNEL, this.#self).catch(this.#onError)
  }

  #createClient(): RedisClient {
    const client = createClient({ url: this.#url, disableOfflineQueue: true, disableClientInfo: true })
    client.on('error', this.#onError).on('ready', () => (this.#isDisconnected = false))
    return client as RedisClient
  }

  readonly #onError = (error: unknown): void => {
    if (!this.#isDisconnected)
      this.#log('warn', 'Redis is unavailable: this process polls for events every 200 ms', {
        error: String(error),
      })
    this.#isDisconnected = true
  }
}
