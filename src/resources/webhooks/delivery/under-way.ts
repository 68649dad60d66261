import { nameOf, type Claimed, type Standing, type WebhookKey } from './queue.ts'

/** The deliveries that a worker has taken and not yet written down. */
export class UnderWay {
  readonly #all = new Set<Claimed>()
  readonly #perWebhook = new Map<string, number>()
  readonly #counts: Record<Standing, number> = { steady: 0, failing: 0, unknown: 0 }
  /** The deliveries to endpoints of which nothing is known, with the time when each was taken; the oldest first. */
  readonly #fresh = new Map<Claimed, number>()

  get size(): number {
    return this.#all.size
  }

  /** How many go to endpoints of a standing. */
  of = (standing: Standing): number => this.#counts[standing]

  /** How many go to one webhook. */
  to = (key: WebhookKey): number => this.#perWebhook.get(nameOf(key)) ?? 0

  has = (delivery: Claimed): boolean => this.#all.has(delivery)

  /** How many deliveries to endpoints of which nothing is known were taken after this time. Forgets older ones. */
  freshSince(millis: number): number {
    for (const [delivery, taken] of this.#fresh) {
      if (taken > millis) break
      this.#fresh.delete(delivery)
    }
    return this.#fresh.size
  }

  add(delivery: Claimed, millis: number): void {
    this.#all.add(delivery)
    if (delivery.standing === 'unknown') this.#fresh.set(delivery, millis)
    this.#count(delivery, 1)
  }

  remove(delivery: Claimed): void {
    if (!this.#all.delete(delivery)) return
    this.#fresh.delete(delivery)
    this.#count(delivery, -1)
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
    this.#counts[delivery.standing] += step
  }
}
