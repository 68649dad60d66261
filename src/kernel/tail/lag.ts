import type { Horizon } from './settled.ts'

/** A time, and what the horizon has to come to so that all that was committed by then is settled. */
interface Mark {
  at: number
  next: bigint
}

/** For how long what was committed may have been waiting: an open transaction holds back all that is written after it. */
export class Lag {
  /** All that was committed by then was handed out. */
  #settledAt = performance.now()
  #mark: Mark | undefined

  /** A look that began at this time has read all before the horizon. */
  note(at: number, { tx, next }: Horizon): void {
    const reached = BigInt(tx)
    if (reached >= BigInt(next)) {
      this.#settledAt = at
      this.#mark = undefined
      return
    }
    if (this.#mark && reached >= this.#mark.next) {
      this.#settledAt = this.#mark.at
      this.#mark = undefined
    }
    this.#mark ??= { at, next: BigInt(next) }
  }

  seconds(): number {
    return (performance.now() - this.#settledAt) / 1000
  }
}
