import { setTimeout as sleep } from 'node:timers/promises'
import { problemOf } from '../../../kernel/request/failures.ts'
import type { Following } from '../../../kernel/tail/tail.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { stepBack } from './follower.ts'
import { mostAtOnce, passOver, takeIn } from './projection.ts'

/** Makes notifications of what happens, until it is stopped. */
export interface Projector {
  stop(): Promise<void>
}

/** Milliseconds until it is looked again where nothing wakes it, and where another process is at it. */
const pause = 1000

/** After a batch of fewer events than this, milliseconds until the next. */
const few = 100
const breath = 50

/**
 * Starts to make notifications in this process. Of several that do so one is ahead, and those that come second leave it to
 * that one for a while; should it end, one of them goes on within a second.
 */
export function startProjector(services: Services): Projector {
  return new Worker(services)
}

class Worker implements Projector {
  readonly #services: Services
  #following: Following | undefined
  #joining: Promise<void> | undefined
  #turn: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  /** Something was settled since the turn under way began. */
  #more = false
  #stopping = false
  #troubled = false
  #losses = -1
  #atOnce = mostAtOnce
  /** Until then another process is left to do it, which was ahead. */
  #restsUntil = 0

  constructor(services: Services) {
    this.#services = services
    this.#wake()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    await this.#joining
    this.#following?.end()
    await this.#turn
  }

  #wake(): void {
    this.#more = true
    if (this.#turn || this.#stopping || performance.now() < this.#restsUntil) return
    clearTimeout(this.#timer)
    this.#join()
    this.#turn = this.#goOn().finally(() => {
      this.#turn = undefined
      if (!this.#stopping) this.#timer = setTimeout(() => this.#wake(), pause + 1).unref()
    })
  }

  /** Has itself woken by the tail, as soon as that can be followed: the database may be away at the start. */
  #join(): void {
    if (this.#following) return
    this.#joining ??= this.#services.tail
      .follow(() => this.#wake())
      .then((following) => void (this.#following = following))
      // What is asked for next fails for the same reason, and says so.
      .catch(() => undefined)
      .finally(() => (this.#joining = undefined))
  }

  /** Batch after batch, as long as there is something to take in and nobody else does. */
  async #goOn(): Promise<void> {
    try {
      await this.#settle()
      while (this.#more && !this.#stopping) {
        this.#more = false
        const { events, cut, outrun } = await takeIn(this.#services, this.#atOnce)
        if (outrun) return void (this.#restsUntil = performance.now() + pause)
        this.#more ||= events > 0
        // Where there is always something, a few at once cost little more than one.
        if (this.#more && events < few && !cut) await sleep(breath)
        this.#atOnce = Math.min(2 * (cut ? events : this.#atOnce), mostAtOnce)
      }
      this.#went()
    } catch (error) {
      this.#went(error)
      // The database may have been too busy for so many at once.
      if (problemOf(error).status === 503) this.#atOnce = Math.ceil(this.#atOnce / 8)
      else await this.#narrowDown().catch((again: unknown) => this.#went(again))
    }
  }

  /** Some event can't be taken in. One by one it is found; then it is passed over, so that the others are told. */
  async #narrowDown(): Promise<void> {
    if (this.#atOnce > 1) return void (this.#atOnce = 1)
    const event_id = await passOver(this.#services)
    this.#services.log('error', 'nobody was told of an event', { event_id })
  }

  /** At the start, and after connections were lost: the ledger may have been put back to an earlier time. */
  async #settle(): Promise<void> {
    const { database, clock } = this.#services
    const losses = database.losses()
    if (losses === this.#losses) return
    await stepBack(database.db, new Date(clock()).toISOString())
    this.#losses = losses
  }

  /** Logs once that something does not work, and once that it works again. */
  #went(error?: unknown): void {
    const troubled = error !== undefined
    const { log } = this.#services
    if (troubled && !this.#troubled)
      log('error', 'notifications cannot be made for now', { error: String(error) })
    if (!troubled && this.#troubled) log('info', 'notifications are made again')
    this.#troubled = troubled
  }
}
