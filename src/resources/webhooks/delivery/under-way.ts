import { nameOf, type Claimed, type Standing, type WebhookKey } from './queue.ts'

/** The deliveries of a worker that are claimed and not recorded yet. */
export class UnderWay {
  readonly #all = new Set<Claimed>()
  readonly #perWebhook = new Map<string, number>()
  readonly #counts: Record<Standing, number> = { steady: 0, failing: 0, unknown: 0 }
  /** Deliveries to endpoints of unknown health with their start time, oldest first. */
  readonly #fresh = new Map<Claimed, number>()

  get size(): number {
    return this.#all.size
  }

  of = (health: Standing): number => this.#counts[health]

  to = (key: WebhookKey): number => this.#perWebhook.get(nameOf(key)) ?? 0

  has = (delivery: Claimed): boolean => this.#all.has(delivery)

  /** Counts deliveries to endpoints of unknown health that started after `millis`; drops older ones from the count. */
  freshSince(millis: number): number {
    for (const [delivery, addedAt] of this.#fresh) {
      if (addedAt > millis) break
      this.#fresh.delete(delivery)
    }
    return this.#fresh.size
  }

  add(delivery: Claimed, millis: number): void {
    this.#all.add(delivery)
    if (delivery.health === 'unknown') this.#fresh.set(delivery, millis)
    this.#count(delivery, 1)
  }

  remove(delivery: Claimed): void {
    if (!this.#all.delete(delivery)) return
    this.#fresh.delete(delivery)
    this.#count(delivery, -1)
  }

  takeAll(): Claimed[] {
    const all = [...this.#all]
    all.forEach((delivery) => this.remove(delivery))
    return all
  }

  #count(delivery: Claimed, change: 1 | -1): void {
    const count = this.to(delivery) + change
    if (count === 0) this.#perWebhook.delete(nameOf(delivery))
    else this.#perWebhook.set(nameOf(delivery), count)
    this.#counts[delivery.health] += change
  }
}
