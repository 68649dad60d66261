import type { Watermark } from './queries.ts'

/** Time, and the watermark at which everything committed by then is stable. */
interface Mark {
  at: number
  next: bigint
}

/** Tracks how long committed events may have been waiting: an open transaction holds back all later ones. */
export class LagTracker {
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
