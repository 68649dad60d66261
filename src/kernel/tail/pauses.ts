import type { Horizon } from './settled.ts'

/** Milliseconds after which it is looked again for what was told of and is held back by the horizon. */
const soon = [20, 50, 100]
/** Milliseconds between two looks at least, so that many commits share one. */
const least = 10

/** When the ledger is looked at next: at once when woken, soon while something woken for is held back, else by and by. */
export class Pauses {
  readonly #usual: number
  #woken = false
  /** What the horizon has to come to, so that all that was woken for is settled. */
  #awaited: bigint | undefined
  /** How often it was looked for that in vain. */
  #tries = 0
  #last = -Infinity
  #over = false
  #ring: (() => void) | undefined

  constructor(usual: number) {
    this.#usual = usual
  }

  wake(): void {
    this.#woken = true
    this.#ring?.()
  }

  end(): void {
    this.#over = true
    this.#ring?.()
  }

  /** A look begins, which answers all that was woken for so far. Gives what is to be told the horizon that it finds. */
  beginLook(): (horizon: Horizon) => void {
    const woken = this.#woken
    this.#woken = false
    this.#last = performance.now()
    return ({ tx, next }) => {
      if (woken) {
        this.#awaited = BigInt(next)
        this.#tries = 0
      }
      if (this.#awaited !== undefined && BigInt(tx) >= this.#awaited) this.#awaited = undefined
    }
  }

  /** Resolves when it is time for the next look. */
  async pause(): Promise<void> {
    const inVain = this.#awaited === undefined ? undefined : soon[this.#tries++]
    await this.#wait(inVain ?? this.#usual)
    await this.#wait(this.#last + least - performance.now(), false)
  }

  #wait(millis: number, wakes = true): Promise<void> {
    if (millis <= 0 || this.#over || (wakes && this.#woken)) return Promise.resolve()
    return new Promise((resolve) => {
      const ring = () => {
        if (!wakes && !this.#over) return
        clearTimeout(timer)
        this.#ring = undefined
        resolve()
      }
      const timer = setTimeout(() => {
        this.#ring = undefined
        resolve()
      }, millis)
      this.#ring = ring
    })
  }
}
