import { formatWebhookKey, type ClaimedDelivery, type EndpointHealth, type WebhookKey } from './queue.ts'

export class InFlightDeliveries {
  readonly #all = new Set<ClaimedDelivery>()
  readonly #perWebhook = new Map<string, number>()
  readonly #counts: Record<EndpointHealth, number> = { healthy: 0, failing: 0 }

  get size(): number {
    return this.#all.size
  }

  countByHealth = (health: EndpointHealth): number => this.#counts[health]

  countForWebhook = (key: WebhookKey): number => this.#perWebhook.get(formatWebhookKey(key)) ?? 0

  has = (delivery: ClaimedDelivery): boolean => this.#all.has(delivery)

  add(delivery: ClaimedDelivery): void {
    this.#all.add(delivery)
    this.#count(delivery, 1)
  }

  remove(delivery: ClaimedDelivery): void {
    if (!this.#all.delete(delivery)) return
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
