import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Counter } from 'prom-client'
import { problemOf } from '../../../kernel/request/failures.ts'
import { announceSending } from '../../../kernel/services/sendings.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { disableOrphans, dropWaiting } from './clearing.ts'
import { isWithin } from './knowledge.ts'
import { outgoing } from './outgoing.ts'
import {
  claim,
  endLeases,
  giveBack,
  nameOf,
  withhold,
  type Claimed,
  type Due,
  type Room,
  type WebhookKey,
} from './queue.ts'
import { record, type Ended } from './record.ts'
import { senderOf } from './sender.ts'
import { UnderWay } from './under-way.ts'
import { dueFinder } from './waiting.ts'

/** Sends what is queued, until it is stopped. */
export interface DeliveryWorker {
  /** Looks at these webhooks at once instead of at the next poll, since something was just queued for them. */
  wake(waiting: readonly WebhookKey[]): void
  /** Takes nothing more, waits a while for what is on its way, and gives the rest back to the queue. */
  stop(): Promise<void>
}

/** What a worker allows itself; times in milliseconds. */
export interface WorkerLimits {
  poll: number
  /** How long a taken delivery is the worker's. An attempt takes 20 s at most, and the rest is for recording it. */
  lease: number
  /** How long a stop waits for what is on its way. */
  patience: number
  /** The most deliveries on their way: to one endpoint, to all that answer well, to all that failed the last time. */
  perEndpoint: number
  steady: number
  failing: number
  /** The same for all endpoints of which nothing is known yet, and among these for those that are not overdue. */
  unknown: number
  fresh: number
  /** After this time an unknown endpoint that has not answered counts as overdue and makes room for others. */
  overdue: number
}

const usual: WorkerLimits = {
  poll: 200,
  lease: 30_000,
  patience: 8_000,
  perEndpoint: 16,
  steady: 256,
  failing: 1024,
  unknown: 2048,
  fresh: 1024,
  overdue: 1000,
}
const standings = ['steady', 'failing', 'unknown'] as const
const claimedAtOnce = 256
const mostRecordedAtOnce = 256

/** Starts sending in this process. Other workers on the same database share the load. */
export function startWorker(services: Services, limits: Partial<WorkerLimits> = {}): DeliveryWorker {
  return new Worker(services, { ...usual, ...limits })
}

class Worker implements DeliveryWorker {
  readonly #services: Services
  readonly #limits: WorkerLimits
  readonly #id = randomUUID()
  readonly #underWay = new UnderWay()
  /** Webhooks to take from at the next claim. */
  readonly #wanted = new Map<string, WebhookKey>()
  /** Webhooks that have all they may have: they are taken from again once one of their own deliveries has ended. */
  readonly #full = new Map<string, WebhookKey>()
  /** Webhooks for which the worker had no room left: they are taken from again once any delivery has ended. */
  readonly #crowded = new Map<string, WebhookKey>()
  readonly #attempts: Counter<'outcome'>
  readonly #findDue: (now: string) => Promise<readonly Due[]>
  #ended: Ended[] = []
  #recordedAtOnce = mostRecordedAtOnce
  #claiming: Promise<unknown> | undefined
  #recording: Promise<unknown> | undefined
  #polling: Promise<unknown> | undefined
  #timer: NodeJS.Timeout | undefined
  #stopping = false
  #troubled = false

  constructor(services: Services, limits: WorkerLimits) {
    this.#services = services
    this.#limits = limits
    this.#findDue = dueFinder(services.database, limits.poll)
    this.#attempts = services.metrics.counter(
      'svc_webhook_attempts_total',
      'Attempts to deliver a webhook, by what came of them.',
      'outcome',
    )
    // The embedded database is held by one process, so a lease in it was left by a process that has ended.
    const { engine, db } = services.database
    this.#polling = this.#guarded(() => (engine === 'embedded' ? endLeases(db) : Promise.resolve()))
    void this.#polling.then(() => this.#pollIn(0))
  }

  wake(waiting: readonly WebhookKey[]): void {
    for (const key of waiting) this.#wanted.set(nameOf(key), key)
    this.#claimSoon()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    await Promise.all([this.#polling, this.#claiming])
    const end = performance.now() + this.#limits.patience
    while (this.#underWay.size > 0 && performance.now() < end) await sleep(20)
    await this.#recording
    const { database } = this.#services
    const unsent = this.#underWay.takeAll()
    if (unsent.length > 0) await giveBack(database, unsent, this.#id).catch(() => undefined)
    senderOf(this.#services).close()
  }

  #pollIn(millis: number): void {
    if (this.#stopping) return
    this.#timer = setTimeout(() => {
      const began = performance.now()
      this.#polling = this.#guarded(() => this.#poll()).finally(() => {
        // The pause grows with what the poll took, so that polling takes at most a fifth of the time.
        const took = performance.now() - began
        this.#pollIn(Math.max(this.#limits.poll - took, 4 * took))
      })
    }, millis).unref()
  }

  async #poll(): Promise<void> {
    const due = await this.#findDue(this.#now())
    this.wake(due.filter(({ todo }) => todo === 'send'))
    if (due.some(({ todo }) => todo === 'disable')) await disableOrphans(this.#services)
    for (const gone of due.filter(({ todo }) => todo === 'drop')) await dropWaiting(this.#services, gone)
  }

  #claimSoon(): void {
    if (this.#claiming || this.#stopping || this.#wanted.size === 0) return
    this.#claiming = this.#guarded(() => this.#claim()).finally(() => {
      this.#claiming = undefined
      this.#claimSoon()
    })
  }

  /** Takes what it may from the wanted webhooks and sends it. */
  async #claim(): Promise<void> {
    const some = [...this.#wanted].slice(0, claimedAtOnce)
    for (const [name] of some) this.#wanted.delete(name)
    const millis = this.#services.clock()
    const left = this.#roomLeft()
    const until = new Date(millis + this.#limits.lease).toISOString()
    const wanted = some.map(([, key]) => {
      return { org_id: key.org_id, subscription_id: key.subscription_id, in_flight: this.#underWay.to(key) }
    })
    const lease = { worker: this.#id, now: new Date(millis).toISOString(), until }
    const claimed = await claim(this.#services.database, wanted, lease, left)
    this.#keepWanted(wanted, claimed, left)
    for (const delivery of claimed) this.#underWay.add(delivery, performance.now())
    const outside = claimed.filter((delivery) => !isWithin(delivery, delivery.project_ids))
    for (const delivery of claimed) if (!outside.includes(delivery)) void this.#send(delivery)
    if (outside.length === 0) return
    await withhold(this.#services.database, outside, lease).finally(() => this.#release(outside))
  }

  /** How many may be taken now. Endpoints that hang leave room for those of which nothing is known yet. */
  #roomLeft(): Room {
    const { perEndpoint, steady, failing, unknown, fresh, overdue } = this.#limits
    return {
      perEndpoint,
      steady: steady - this.#underWay.of('steady'),
      failing: failing - this.#underWay.of('failing'),
      unknown: Math.min(
        unknown - this.#underWay.of('unknown'),
        fresh - this.#underWay.freshSince(performance.now() - overdue),
      ),
    }
  }

  /** Remembers which of the wanted may have more waiting than could be taken. */
  #keepWanted(wanted: readonly WebhookKey[], claimed: readonly Claimed[], room: Room): void {
    const crowded = standings.some(
      (standing) => claimed.filter((delivery) => delivery.standing === standing).length >= room[standing],
    )
    const roomLeft = new Map<string, number>()
    for (const delivery of claimed)
      roomLeft.set(nameOf(delivery), (roomLeft.get(nameOf(delivery)) ?? delivery.room) - 1)
    for (const key of wanted) {
      const name = nameOf(key)
      if (roomLeft.get(name) === 0) this.#full.set(name, key)
      else if (crowded) this.#crowded.set(name, key)
    }
  }

  async #send(delivery: Claimed): Promise<void> {
    const { clock, log } = this.#services
    const began = clock()
    try {
      const sent = senderOf(this.#services).attempt(outgoing(this.#services, delivery, began))
      const { delivery_id, event_type } = delivery
      const result = await announceSending('webhook', { delivery_id, event_type }, sent)
      // A stop may have given it back meanwhile.
      if (!this.#underWay.has(delivery)) return
      this.#attempts.inc({ outcome: result.outcome })
      this.#ended.push({ delivery, result, began, ended: clock() })
      this.#recordSoon()
    } catch (error) {
      // The fault is ours, since nothing that a receiver does throws. The delivery is sent again after its lease.
      log('error', 'delivery not attempted', { delivery_id: delivery.delivery_id, error: String(error) })
      this.#release([delivery])
    }
  }

  #recordSoon(): void {
    if (this.#recording || this.#ended.length === 0) return
    this.#recording = this.#record().finally(() => {
      this.#recording = undefined
      this.#recordSoon()
    })
  }

  /** Writes down what has ended since the last time. Only then is there room for more to the same endpoints. */
  async #record(): Promise<void> {
    const some = this.#ended.slice(0, this.#recordedAtOnce)
    const { database, log } = this.#services
    try {
      await database.transaction((trx) => record(this.#services, trx, this.#id, some))
    } catch (error) {
      this.#went(error)
      if (problemOf(error).status === 503) return void (await sleep(this.#limits.poll))
      // One of them cannot be written. Smaller batches find it and record the others; it is sent again after its lease.
      this.#recordedAtOnce = Math.max(1, this.#recordedAtOnce >> 1)
      if (some.length > 1) return
      log('error', 'attempt not recorded', {
        delivery_id: some[0]!.delivery.delivery_id,
        error: String(error),
      })
      return this.#done(some)
    }
    this.#recordedAtOnce = Math.min(2 * this.#recordedAtOnce, mostRecordedAtOnce)
    this.#done(some)
    this.#went()
  }

  #done(some: readonly Ended[]): void {
    this.#ended = this.#ended.slice(some.length)
    this.#release(some.map(({ delivery }) => delivery))
  }

  #release(deliveries: readonly Claimed[]): void {
    for (const delivery of deliveries) {
      const name = nameOf(delivery)
      this.#underWay.remove(delivery)
      if (this.#full.delete(name)) this.#wanted.set(name, delivery)
    }
    for (const [name, key] of this.#crowded) this.#wanted.set(name, key)
    this.#crowded.clear()
    this.#claimSoon()
  }

  async #guarded(work: () => Promise<unknown>): Promise<void> {
    await work().then(
      () => this.#went(),
      (error: unknown) => this.#went(error),
    )
  }

  /** Logs once that something does not work, and once that it works again. */
  #went(error?: unknown): void {
    const troubled = error !== undefined
    if (troubled && !this.#troubled)
      this.#services.log('error', 'webhooks cannot be sent', { error: String(error) })
    if (!troubled && this.#troubled) this.#services.log('info', 'webhooks are sent again')
    this.#troubled = troubled
  }

  #now = () => new Date(this.#services.clock()).toISOString()
}
