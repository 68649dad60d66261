import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Counter } from 'prom-client'
import { problemOf } from '../../../kernel/request/failures.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { secretsAt } from '../secrets.ts'
import type { Outgoing } from './attempt.ts'
import { disableOrphans, dropWaiting } from './clearing.ts'
import { isAdmin, isWithin, mayTell } from './knowledge.ts'
import { withoutChange } from './payload.ts'
import { claim, endLeases, findDue, giveBack, withhold, type Claimed, type Key, type Room } from './queue.ts'
import { record, type Ended } from './record.ts'
import { senderOf } from './sender.ts'
import { nameOf, UnderWay } from './under-way.ts'

/** Sends what is queued, until it is stopped. */
export interface DeliveryWorker {
  /** Something was just queued for these: looks at once instead of at the next turn. */
  wake(waiting: readonly Key[]): void
  /** Takes nothing more; waits a while for what is on its way, and gives the rest back. */
  stop(): Promise<void>
}

/** What a worker allows itself; times in milliseconds. */
export interface WorkerLimits {
  poll: number
  /** An attempt takes 20 s at most; what is left is for writing down how it went. */
  lease: number
  /** How long a stop waits for what is on its way. */
  patience: number
  /** Deliveries on their way at a time: to one endpoint, to all that answer well, to all that failed the last time. */
  perEndpoint: number
  steady: number
  failing: number
  /** The same to all of which nothing is known yet, and of these to those that are not overdue. */
  unknown: number
  fresh: number
  /** How soon an endpoint of which nothing is known should have answered. Later, it makes room for others. */
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
  readonly #wanted = new Map<string, Key>()
  /** Those to take from once one of their own deliveries has ended, and once any has. */
  readonly #full = new Map<string, Key>()
  readonly #crowded = new Map<string, Key>()
  readonly #attempts: Counter<'outcome'>
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
    this.#attempts = services.metrics.counter(
      'svc_webhook_attempts_total',
      'Attempts to deliver a webhook, by what came of them.',
      'outcome',
    )
    // The embedded database is held by one process: what is leased there was left by one that ended.
    const { engine, db } = services.database
    this.#polling = this.#guarded(() => (engine === 'embedded' ? endLeases(db) : Promise.resolve()))
    void this.#polling.then(() => this.#pollIn(0))
  }

  wake(waiting: readonly Key[]): void {
    for (const key of waiting) this.#wanted.set(nameOf(key), key)
    this.#claimSoon()
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearTimeout(this.#timer)
    await Promise.all([this.#polling, this.#claiming])
    const end = Date.now() + this.#limits.patience
    while (this.#underWay.size > 0 && Date.now() < end) await sleep(20)
    await this.#recording
    const { db } = this.#services.database
    const unsent = this.#underWay.takeAll()
    if (unsent.length > 0) await giveBack(db, unsent, this.#id).catch(() => undefined)
    senderOf(this.#services).close()
  }

  #pollIn(millis: number): void {
    if (this.#stopping) return
    this.#timer = setTimeout(() => {
      const began = performance.now()
      this.#polling = this.#guarded(() => this.#poll()).finally(() => {
        // However much is waiting, looking for it takes at most a fifth of the time.
        const took = performance.now() - began
        this.#pollIn(Math.max(this.#limits.poll - took, 4 * took))
      })
    }, millis).unref()
  }

  async #poll(): Promise<void> {
    const due = await findDue(this.#services.database.db, this.#now())
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
    const claimed = await claim(this.#services.database.db, wanted, lease, left)
    this.#keepWanted(wanted, claimed, left)
    for (const delivery of claimed) this.#underWay.add(delivery, performance.now())
    const outside = claimed.filter((delivery) => !isWithin(delivery, delivery.project_ids))
    for (const delivery of claimed) if (!outside.includes(delivery)) void this.#send(delivery)
    if (outside.length === 0) return
    await withhold(this.#services.database.db, outside, lease).finally(() => this.#release(outside))
  }

  /** How many may be taken now. Endpoints that hang, known for it or not, leave room for those that are yet to show. */
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
  #keepWanted(wanted: readonly Key[], claimed: readonly Claimed[], room: Room): void {
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
      const result = await senderOf(this.#services).attempt(outgoing(this.#services, delivery, began))
      if (!this.#underWay.has(delivery)) return // given back meanwhile
      this.#attempts.inc({ outcome: result.outcome })
      this.#ended.push({ delivery, result, began, ended: clock() })
      this.#recordSoon()
    } catch (error) {
      // Nothing a receiver does; its lease will run out.
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
      // One of them cannot be written, and the others do not wait for it. Its lease will run out.
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

  /** Says once that something does not work, and once that it does again. */
  #went(error?: unknown): void {
    const troubled = error !== undefined
    if (troubled && !this.#troubled)
      this.#services.log('error', 'webhooks cannot be sent', { error: String(error) })
    if (!troubled && this.#troubled) this.#services.log('info', 'webhooks are sent again')
    this.#troubled = troubled
  }

  #now = () => new Date(this.#services.clock()).toISOString()
}

/** What is sent: the body as it was made, unless its owner may no longer know what it tells. */
function outgoing({ keyring }: Services, delivery: Claimed, at: number): Outgoing {
  const { message_id, event_type, url, body, owner_user_id, owner_role, project_ids } = delivery
  const owner = { user_id: owner_user_id, admin: isAdmin(owner_role), projects: project_ids }
  return {
    id: message_id,
    type: event_type,
    body: mayTell(delivery, owner) ? body : withoutChange(body),
    secrets: secretsAt(keyring, delivery, delivery, at),
    at,
    url,
  }
}
