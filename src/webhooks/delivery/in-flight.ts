import { formatWebhookKey, type ClaimedDelivery, type EndpointHealth, type WebhookKey } from './queue.ts'

/** The deliveries of a worker that are claimed and not recorded yet. */
export class InFlightDeliveries {
  readonly #all = new Set<ClaimedDelivery>()
  readonly #perWebhook = new Map<string, number>()
  readonly #counts: Record<EndpointHealth, number> = { steady: 0, failing: 0, unknown: 0 }
  /** Deliveries to endpoints of unknown health with their start time, oldest first. */
  readonly #fresh = new Map<ClaimedDelivery, number>()

  get size(): number {
    return this.#all.size
  }

  countByHealth = (health: EndpointHealth): number => this.#counts[health]

  countForWebhook = (key: WebhookKey): number => this.#perWebhook.get(formatWebhookKey(key)) ?? 0

  has = (delivery: ClaimedDelivery): boolean => this.#all.has(delivery)

  /** Counts deliveries to endpoints of unknown health that started after `millis`; drops older ones from the count. */
  countNewSince(millis: number): number {
    for (const [delivery, addedAt] of this.#fresh) {
      if (addedAt > millis) break
      this.#fresh.delete(delivery)
    }
    return this.#fresh.size
  }

  add(delivery: ClaimedDelivery, millis: number): void {
    this.#all.add(delivery)
    if (delivery.health === 'unknown') this.#fresh.set(delivery, millis)
    this.#count(delivery, 1)
  }

  remove(delivery: ClaimedDelivery): void {
    if (!this.#all.delete(delivery)) return
    this.#fresh.delete(delivery)
    this.#count(delivery, -1)
  }

  removeAll(): ClaimedDelivery[] {
    const all = [...this.#all]
    all.forEach((delivery) => this.remove(delivery))
    return all
  }

  #count(delivery: ClaimedDelivery, change: 1 | -1): void {
    const count = this.countForWebhook(delivery) + change
    if (count === 0) this.#perWebhook.delete(formatWebhookKey(delivery))
    else this.#perWebhook.set(formatWebhookKey(delivery), count)
    this.#counts[delivery.health] += change
  }
}
