const RECHECK_MS = 10_000
const MAX_KEYS = 50_000

interface KnownDelay {
  until: number
  recheckAt: number
}

/** Delays that the database reported a few seconds ago: further attempts are refused without asking it again. */
export class KnownDelays {
  #delays = new Map<string, KnownDelay>()

  remember(key: string, millis: number, seconds: number): void {
    if (this.#delays.size >= MAX_KEYS) this.#delays = new Map()
    this.#delays.set(key, { until: millis + seconds * 1000, recheckAt: millis + RECHECK_MS })
  }

  /** Returns the seconds that are left; 0 if none is known. */
  findSeconds(key: string, millis: number): number {
    const delay = this.#delays.get(key)
    if (!delay) return 0
    if (millis < Math.min(delay.until, delay.recheckAt)) return Math.ceil((delay.until - millis) / 1000)
    this.#delays.delete(key)
    return 0
  }
}
