import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Counter } from 'prom-client'
import { toProblem } from '../http/error-handler.ts'
import { traceDelivery } from '../core/delivery-channel.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { disableOrphanedWebhooks, dropQueuedDeliveries } from './cleanup.ts'
import { isInProjects } from '../resources/platform/webhooks/permissions.ts'
import { checkOwnerChanges } from './owner-change.ts'
import { sendDelivery } from './outgoing.ts'
import {
  claimDeliveries,
  releaseAllLeases,
  releaseDeliveries,
  formatWebhookKey,
  discardDeliveries,
  type ClaimedDelivery,
  type DueWebhook,
  type ClaimCapacity,
  type Lease,
  type WebhookKey,
} from './queue.ts'
import { recordAttempts, removeResponse, type LeasedAttempt } from './record.ts'
import { buildServerFailure, type AttemptResult } from '../resources/platform/webhooks/sender/attempt.ts'
import { getWebhookSender } from '../resources/platform/webhooks/sender/sender.ts'
import { InFlightDeliveries } from './in-flight.ts'
import { createDueFinder } from './due-orgs.ts'

export interface DeliveryWorker {
  wake(webhooks: readonly WebhookKey[]): void
  stop(): Promise<void>
}

/** Limits of a worker; times in milliseconds. */
export interface WorkerLimits {
  pollMs: number
  /** Duration of a claim: an attempt of at most 20 s, plus time to record it. */
  leaseMs: number
  stopTimeoutMs: number
  /** Maximum number of deliveries in flight per healthy endpoint; a failing one receives one at a time. */
  perEndpoint: number
  /** Maximum number of deliveries in flight to all healthy endpoints, and to all failing ones. */
  healthy: number
  failing: number
}

const DEFAULT_LIMITS: WorkerLimits = {
  pollMs: 200,
  leaseMs: 30_000,
  stopTimeoutMs: 8_000,
  perEndpoint: 16,
  healthy: 256,
  failing: 2048,
}
const SERVER_FAILURE = buildServerFailure('not sent: internal error of the server')
const MAX_CLAIM_WEBHOOKS = 256
const MAX_RECORD_BATCH = 256

export function startDeliveryWorker(services: Dependencies, limits: Partial<WorkerLimits> = {}): DeliveryWorker {
  return new Worker(services, { ...DEFAULT_LIMITS, ...limits })
}

class Worker implements DeliveryWorker {
  readonly #services: Dependencies
  readonly #limits: WorkerLimits
  readonly #id = randomUUID()
  readonly #inFlight = new InFlightDeliveries()
  /** Webhooks with due deliveries, to claim from. */
  readonly #claimable = new Map<string, WebhookKey>()
  /** Webhooks at their concurrency limit, claimed from again after one of their deliveries ends. */
  readonly #atLimit = new Map<string, WebhookKey>()
  /** Webhooks for which the worker had no capacity, claimed from again after any delivery ends. */
  readonly #waitingForCapacity = new Map<string, WebhookKey>()
  readonly #attempts: Counter<'outcome'>
  readonly #findDue: (now: string) => Promise<readonly DueWebhook[]>
  #ended: LeasedAttempt[] = []
  #recordBatchSize = MAX_RECORD_BATCH
  #claiming: Promise<unknown> | undefined
  #recording: Promise<unknown> | undefined
  #polling: Promise<unknown> | undefined
  #timer: NodeJS.Timeout | undefined
  #stopping = false
  #hasError = false

  constructor(services: Dependencies, limits: WorkerLimits) {
    this.#services = services
    this.#limits = limits
    this.#findDue = createDueFinder(services.database, limits.pollMs)
    this.#attempts = services.metrics.counter(
      'svc_webhook_attempts_total',
      'Attempts to deliver a webhook, by outcome.',
      'outcome',
    )
    // Only one process opens the embedded database, so all leases in it belong to ended processes.
    const { engine, db } = services.database
    this.#polling = this.#runGuarded(() => (engine === 'embedded' ? releaseAllLeases(db) : Promise.resolve()))
    void this.#polling.then(() => this.#pollIn(0))
  }

  wake(webhooks: readonly WebhookKey[]): void {
    for (const key of webhooks) this.#claimable.set(formatWebhookKey(key), key)
    this.#claimSoon()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    await Promise.all([this.#polling, this.#claiming])
    const end = performance.now() + this.#limits.stopTimeoutMs
    while (this.#inFlight.size > 0 && performance.now() < end) await sleep(20)
    await this.#recording
    const { database } = this.#services
    const unsent = this.#inFlight.removeAll()
    if (unsent.length > 0) await releaseDeliveries(database, unsent, this.#id).catch(() => undefined)
    getWebhookSender(this.#services).close()
  }

  #pollIn(millis: number): void {
    if (this.#stopping) return
    this.#timer = setTimeout(() => {
      const startedAt = performance.now()
      this.#polling = this.#runGuarded(() => this.#poll()).finally(() => {
        // The pause grows with the duration of the poll, so that polling uses at most a fifth of the time.
        const elapsed = performance.now() - startedAt
        this.#pollIn(Math.max(this.#limits.pollMs - elapsed, 4 * elapsed))
      })
    }, millis).unref()
  }

  async #poll(): Promise<void> {
    const due = await this.#findDue(this.#now())
    this.wake(due.filter(({ action }) => action === 'send'))
    if (due.some(({ action }) => action === 'disable')) await disableOrphanedWebhooks(this.#services)
    for (const dropped of due.filter(({ action }) => action === 'drop'))
      await dropQueuedDeliveries(this.#services, dropped)
  }

  #claimSoon(): void {
    if (this.#claiming || this.#stopping || this.#claimable.size === 0) return
    this.#claiming = this.#runGuarded(() => this.#claim()).finally(() => {
      this.#claiming = undefined
      this.#claimSoon()
    })
  }

  async #claim(): Promise<void> {
    const batch = [...this.#claimable].slice(0, MAX_CLAIM_WEBHOOKS)
    for (const [name] of batch) this.#claimable.delete(name)
    const millis = this.#services.clock()
    const capacity = this.#getFreeCapacity()
    const until = new Date(millis + this.#limits.leaseMs).toISOString()
    const requested = batch.map(([, { org_id, subscription_id }]) => {
      const key = { org_id, subscription_id }
      return { ...key, in_flight: this.#inFlight.countForWebhook(key) }
    })
    const lease = { worker: this.#id, now: new Date(millis).toISOString(), until }
    const claimed = await claimDeliveries(this.#services.database, requested, lease, capacity)
    const outOfScope = claimed.filter((delivery) => !isInProjects(delivery, delivery.project_ids))
    const inScope = claimed.filter((delivery) => !outOfScope.includes(delivery))
    const { readable, unreadable, failed } = await checkOwnerChanges(this.#services, inScope)
    this.#requeueWebhooks(requested, claimed, capacity)
    for (const delivery of [...readable, ...unreadable, ...failed, ...outOfScope]) this.#inFlight.add(delivery)
    for (const delivery of readable) void this.#send(delivery)
    for (const delivery of failed) this.#end(delivery, this.#services.clock(), SERVER_FAILURE)
    await Promise.all([
      this.#discard(outOfScope, 'outside the projects of the webhook', lease),
      this.#discard(unreadable, 'not visible to the owner of the webhook', lease),
    ])
  }

  async #discard(deliveries: readonly ClaimedDelivery[], error: string, { worker, now }: Lease): Promise<void> {
    if (deliveries.length === 0) return
    const end = discardDeliveries(this.#services.database, deliveries, { worker, now, error })
    await end.finally(() => this.#release(deliveries))
  }

  #getFreeCapacity(): ClaimCapacity {
    const { perEndpoint, healthy, failing } = this.#limits
    return {
      perEndpoint,
      healthy: healthy - this.#inFlight.countByHealth('healthy'),
      failing: failing - this.#inFlight.countByHealth('failing'),
    }
  }

  /** Remembers webhooks that may have more deliveries than could be claimed. */
  #requeueWebhooks(
    requested: readonly WebhookKey[],
    claimed: readonly ClaimedDelivery[],
    capacity: ClaimCapacity,
  ): void {
    const isExhausted = (['healthy', 'failing'] as const).some(
      (health) => claimed.filter((delivery) => delivery.health === health).length >= capacity[health],
    )
    const freeCapacity = new Map<string, number>()
    for (const delivery of claimed) {
      const name = formatWebhookKey(delivery)
      freeCapacity.set(name, (freeCapacity.get(name) ?? delivery.free_capacity) - 1)
    }
    for (const key of requested) {
      const name = formatWebhookKey(key)
      if (freeCapacity.get(name) === 0) this.#atLimit.set(name, key)
      else if (isExhausted) this.#waitingForCapacity.set(name, key)
    }
  }

  async #send(delivery: ClaimedDelivery): Promise<void> {
    const { clock, log } = this.#services
    const startedAt = clock()
    const { delivery_id, event_type } = delivery
    const attempt = sendDelivery(this.#services, delivery, startedAt)
    const result = await traceDelivery('webhook', { delivery_id, event_type }, attempt).catch((error: unknown) => {
      // Endpoint errors do not throw. An error of this server counts as an attempt as well, so that retries end.
      log('error', 'delivery not attempted', { delivery_id, error: String(error) })
      return SERVER_FAILURE
    })
    this.#end(delivery, startedAt, result)
  }

  #end(delivery: ClaimedDelivery, startedAt: number, result: AttemptResult): void {
    // A stop may have released it.
    if (!this.#inFlight.has(delivery)) return
    this.#attempts.inc({ outcome: result.outcome })
    this.#ended.push({ delivery, result, startedAt, endedAt: this.#services.clock() })
    this.#recordSoon()
  }

  #recordSoon(): void {
    if (this.#recording || this.#ended.length === 0) return
    this.#recording = this.#record().finally(() => {
      this.#recording = undefined
      this.#recordSoon()
    })
  }

  /** Records ended attempts in one transaction. Only then do their endpoints have capacity again. */
  async #record(): Promise<void> {
    const batch = this.#ended.slice(0, this.#recordBatchSize)
    const { database, log } = this.#services
    try {
      await database.transaction((trx) => recordAttempts(this.#services, trx, this.#id, batch))
    } catch (error) {
      this.#reportState(error)
      if (toProblem(error).status === 503) return void (await sleep(this.#limits.pollMs))
      // One of them cannot be recorded. Smaller batches isolate it.
      this.#recordBatchSize = Math.max(1, this.#recordBatchSize >> 1)
      if (batch.length > 1) return
      const [attempt] = batch as [LeasedAttempt]
      log('error', 'attempt not recorded', { delivery_id: attempt.delivery.delivery_id, error: String(error) })
      const reduced = removeResponse(attempt)
      // Counts as an attempt without its response, so that retries end. Otherwise it is retried after its lease.
      if (reduced) this.#ended[0] = reduced
      else this.#completeRecords(batch)
      return
    }
    this.#recordBatchSize = Math.min(2 * this.#recordBatchSize, MAX_RECORD_BATCH)
    this.#completeRecords(batch)
    this.#reportState()
  }

  #completeRecords(batch: readonly LeasedAttempt[]): void {
    this.#ended = this.#ended.slice(batch.length)
    this.#release(batch.map(({ delivery }) => delivery))
  }

  #release(deliveries: readonly ClaimedDelivery[]): void {
    for (const delivery of deliveries) {
      const name = formatWebhookKey(delivery)
      this.#inFlight.remove(delivery)
      if (this.#atLimit.delete(name)) this.#claimable.set(name, delivery)
    }
    for (const [name, key] of this.#waitingForCapacity) this.#claimable.set(name, key)
    this.#waitingForCapacity.clear()
    this.#claimSoon()
  }

  async #runGuarded(task: () => Promise<unknown>): Promise<void> {
    await task().then(
      () => this.#reportState(),
      (error: unknown) => this.#reportState(error),
    )
  }

  #reportState(error?: unknown): void {
    const hasError = error !== undefined
    if (hasError && !this.#hasError) this.#services.log('error', 'webhooks cannot be sent', { error: String(error) })
    if (!hasError && this.#hasError) this.#services.log('info', 'webhooks are sent again')
    this.#hasError = hasError
  }

  #now = () => new Date(this.#services.clock()).toISOString()
}
