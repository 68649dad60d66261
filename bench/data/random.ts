/** Seeded random numbers (mulberry32), so that every run loads the same organization. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** Returns a number in [0, 1). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns an integer in [0, below). */
  nextInteger(limit: number): number {
    return Math.floor(this.next() * limit)
  }

  nextBoolean(share: number): boolean {
    return this.next() < share
  }
}

/** Returns a function that picks an item by weight. */
export function buildWeightedPicker<T>(items: readonly T[], weights: readonly number[]): (random: Random) => T {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  const ends = weights.map((weight) => (sum += weight) / total)
  return (random) => {
    const at = random.next()
    let [low, high] = [0, items.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]! > at) high = middle
      else low = middle + 1
    }
    return items[low]!
  }
}

/** Picks with a Zipf distribution, the first item most often. */
export const buildSkewedPicker = <T>(items: readonly T[]) =>
  buildWeightedPicker(
    items,
    items.map((_, i) => 1 / (i + 1)),
  )
