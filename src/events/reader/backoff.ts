import type { Watermark } from './queries.ts'

/** Delays between polls for events that the watermark holds back. */
const RETRY_DELAYS_MS = [20, 50, 100]
/** Minimum delay between polls, so that many commits share one. */
const MIN_INTERVAL_MS = 10

/** Schedules polls: immediately when woken, soon while events are held back, else at the usual interval. */
export class PollBackoff {
  readonly #usualMs: number
  #wasWoken = false
  /** Watermark at which everything woken for is stable. */
  #awaited: bigint | undefined
  #tries = 0
  #lastPollAt = -Infinity
  #isStopped = false
  #wakeUp: (() => void) | undefined

  constructor(usualMs: number) {
    this.#usualMs = usualMs
  }

  wake(): void {
    this.#wasWoken = true
    this.#wakeUp?.()
  }

  stop(): void {
    this.#isStopped = true
    this.#wakeUp?.()
  }

  startPoll(): (watermark: Watermark) => void {
    const wasWoken = this.#wasWoken
    this.#wasWoken = false
    this.#lastPollAt = performance.now()
    return ({ tx, next }) => {
      if (wasWoken) {
        this.#awaited = BigInt(next)
        this.#tries = 0
      }
      if (this.#awaited !== undefined && BigInt(tx) >= this.#awaited) this.#awaited = undefined
    }
  }

  async waitForNextPoll(): Promise<void> {
    const retryDelay = this.#awaited === undefined ? undefined : RETRY_DELAYS_MS[this.#tries++]
    await this.#wait(retryDelay ?? this.#usualMs)
    await this.#wait(this.#lastPollAt + MIN_INTERVAL_MS - performance.now(), false)
  }

  #wait(millis: number, canWake = true): Promise<void> {
    if (millis <= 0 || this.#isStopped || (canWake && this.#wasWoken)) return Promise.resolve()
    return new Promise((resolve) => {
      const wakeUp = () => {
        if (!canWake && !this.#isStopped) return
        clearTimeout(timer)
        this.#wakeUp = undefined
        resolve()
      }
      const timer = setTimeout(() => {
        this.#wakeUp = undefined
        resolve()
      }, millis)
      this.#wakeUp = wakeUp
    })
  }
}
