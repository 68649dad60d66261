import type { Services } from '../../../kernel/services/services.ts'
import type { Place, PlacedEvent } from '../../../kernel/tail/place.ts'
import type { Following } from '../../../kernel/tail/tail.ts'
import { Channel } from './channel.ts'

/** Milliseconds for which the ledger is followed on when nobody listens, since most who leave come again. */
const linger = 5_000
/** Milliseconds between two looks after those who listen, each of which is looked after once in so many times. */
const [beat, parts] = [50, 20]

/** Somebody who listens to an organization. */
export interface Listening {
  readonly orgId: string
  /** Events of the organization were just heard, of so many characters. */
  heard(size: number): void
  /** About a second has passed. */
  tick(): void
  /** The database was put back to an earlier time. */
  reset(): void
}

/** Follows the ledger for all streams of a process, and hands out to each organization's what is its own. */
export class Hub {
  readonly #services: Services
  readonly #channels = new Map<string, Channel>()
  readonly #listening = new Map<string, Set<Listening>>()
  #following: Promise<Following> | undefined
  #place: Place | undefined
  #attending = 0
  #beats = 0
  #timer: NodeJS.Timeout | undefined
  #leaving: NodeJS.Timeout | undefined

  constructor(services: Services) {
    this.#services = services
  }

  /** Up to where the ledger is known, while it is followed. */
  get place(): Place | undefined {
    return this.#place
  }

  /** Follows the ledger until what this gives is called. */
  async attend(): Promise<() => void> {
    this.#attending++
    clearTimeout(this.#leaving)
    let gone = false
    const leave = () => {
      if (gone) return
      gone = true
      if (--this.#attending > 0) return
      this.#leaving = setTimeout(() => this.#end(), linger).unref()
    }
    const following = (this.#following ??= this.#begin())
    try {
      await following
      return leave
    } catch (error) {
      // Somebody else may have begun anew since.
      if (this.#following === following) this.#following = undefined
      leave()
      throw error
    }
  }

  /**
   * Tells somebody of what comes, until `leave` is called, and gives the events of the organization. It is for those who
   * attend.
   */
  listen(one: Listening): { channel: Channel; leave: () => void } {
    const { orgId } = one
    const others = this.#listening.get(orgId) ?? new Set()
    this.#listening.set(orgId, others.add(one))
    this.#timer ??= setInterval(() => this.#beat(), beat).unref()
    const { db } = this.#services.database
    const channel = this.#channels.get(orgId) ?? new Channel(db, orgId, this.#place!)
    this.#channels.set(orgId, channel)
    return { channel, leave: () => this.#leave(one, others) }
  }

  #leave(one: Listening, others: Set<Listening>): void {
    if (!others.delete(one) || others.size > 0) return
    this.#listening.delete(one.orgId)
    this.#channels.delete(one.orgId)
    if (this.#listening.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #begin(): Promise<Following> {
    const following = await this.#services.tail.follow(
      (events, place) => this.#hear(events, place),
      (place) => this.#reset(place),
    )
    // Nothing can have been heard since: what follow gave is of this very turn of the event loop, or of one before.
    this.#place ??= following.place
    return following
  }

  #hear(events: readonly PlacedEvent[], place: Place): void {
    this.#place = place
    const byOrganization = new Map<string, PlacedEvent[]>()
    for (const event of events) {
      const own = byOrganization.get(event.org_id)
      if (own) own.push(event)
      else byOrganization.set(event.org_id, [event])
    }
    for (const [orgId, channel] of this.#channels) {
      const own = byOrganization.get(orgId) ?? []
      const size = channel.hear(own, place)
      if (size > 0) for (const one of this.#listening.get(orgId) ?? []) one.heard(size)
    }
  }

  #reset(place: Place): void {
    this.#place = place
    this.#channels.clear()
    this.#each((one) => one.reset())
  }

  #beat(): void {
    // All at once would keep everybody else waiting for a moment.
    const part = this.#beats++ % parts
    if (part === 0) for (const channel of this.#channels.values()) channel.forget()
    let i = 0
    this.#each((one) => {
      if (i++ % parts === part) one.tick()
    })
  }

  #each(work: (one: Listening) => void): void {
    // Some leave meanwhile, which a set takes well.
    for (const all of this.#listening.values()) for (const one of all) work(one)
  }

  #end(): void {
    const following = this.#following
    this.#following = this.#place = undefined
    this.#channels.clear()
    void following?.then((one) => one.end())
  }
}

const hubs = new WeakMap<Services, Hub>()

/** The hub of a process. */
export function hubOf(services: Services): Hub {
  let hub = hubs.get(services)
  if (!hub) hubs.set(services, (hub = new Hub(services)))
  return hub
}
