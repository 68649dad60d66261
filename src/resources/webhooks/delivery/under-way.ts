import type { Claimed, Key } from './queue.ts'

/** A webhook as the key of a map. */
export const nameOf = ({ org_id, subscription_id }: Key): string => `${org_id} ${subscription_id}`

/** The deliveries that a worker has taken and not yet written down. */
export class UnderWay {
  readonly #all = new Set<Claimed>()
  readonly #perWebhook = new Map<string, number>()
  #steady = 0

  get size(): number {
    return this.#all.size
  }

  /** How many go to endpoints that answer well. */
  get steady(): number {
    return this.#steady
  }

  /** How many go to one webhook. */
  to = (key: Key): number => this.#perWebhook.get(nameOf(key)) ?? 0

  has = (delivery: Claimed): boolean => this.#all.has(delivery)

  add(delivery: Claimed): void {
    this.#all.add(delivery)
    this.#count(delivery, 1)
  }

  remove(delivery: Claimed): void {
    if (this.#all.delete(delivery)) this.#count(delivery, -1)
  }

  /** Gives all of them up. */
  takeAll(): Claimed[] {
    const all = [...this.#all]
    all.forEach((delivery) => this.remove(delivery))
    return all
  }

  #count(delivery: Claimed, step: 1 | -1): void {
    const count = this.to(delivery) + step
    if (count === 0) this.#perWebhook.delete(nameOf(delivery))
    else this.#perWebhook.set(nameOf(delivery), count)
    if (delivery.steady) this.#steady += step
  }
}
