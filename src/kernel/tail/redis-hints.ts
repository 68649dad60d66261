import { randomUUID } from 'node:crypto'
import { createClient } from '@redis/client'
import type { Log } from '../services/log.ts'
import type { Hints } from './hints.ts'

const channel = 'svc:events'
/** Milliseconds between two hints of a process at least: one says all that was committed before it. */
const least = 20

type RedisClient = ReturnType<typeof createClient>

/** Hints by a channel of Redis. Connects in the background, again and again; while it is away hints are lost. */
export class RedisHints implements Hints {
  readonly #url: string
  readonly #log: Log
  readonly #self = randomUUID()
  readonly #teller: RedisClient
  #listener: RedisClient | undefined
  #away = false
  #last = -Infinity
  #timer: NodeJS.Timeout | undefined

  constructor(url: string, log: Log) {
    this.#url = url
    this.#log = log
    this.#teller = this.#client()
    this.#teller.connect().catch(this.#lost)
  }

  tell(): void {
    this.#timer ??= setTimeout(() => this.#publish(), Math.max(0, this.#last + least - performance.now()))
  }

  listen(heard: () => void): void {
    this.hush()
    const client = (this.#listener = this.#client())
    const hear = (by: string) => {
      if (by !== this.#self) heard()
    }
    // The client subscribes anew whenever it connects again. It is no loss when it was told to end meanwhile.
    client
      .connect()
      .then(() => client.subscribe(channel, hear))
      .catch((error: unknown) => client === this.#listener && this.#lost(error))
  }

  hush(): void {
    if (this.#listener?.isOpen) this.#listener.destroy()
    this.#listener = undefined
  }

  close(): void {
    clearTimeout(this.#timer)
    this.hush()
    if (this.#teller.isOpen) this.#teller.destroy()
  }

  #publish(): void {
    this.#timer = undefined
    this.#last = performance.now()
    if (this.#teller.isReady) this.#teller.publish(channel, this.#self).catch(this.#lost)
  }

  #client(): RedisClient {
    const client = createClient({ url: this.#url, disableOfflineQueue: true, disableClientInfo: true })
    client.on('error', this.#lost).on('ready', () => (this.#away = false))
    return client as RedisClient
  }

  readonly #lost = (error: unknown): void => {
    if (!this.#away)
      this.#log('warn', 'Redis is away: this process looks for the events of others every 200 ms', {
        error: String(error),
      })
    this.#away = true
  }
}
