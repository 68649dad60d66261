import type { Services } from '../../../kernel/services/services.ts'
import type { Place, PlacedEvent } from '../../../kernel/tail/place.ts'
import type { Following } from '../../../kernel/tail/tail.ts'
import { Channel } from './channel.ts'

/** Time for which the event log is followed after the last listener left, since most clients reconnect. */
const LINGER_MS = 5_000
/** Milliseconds between ticks, and number of groups of listeners; each tick serves one group. */
const [TICK_INTERVAL_MS, TICK_GROUPS] = [50, 20]

export interface Listening {
  readonly orgId: string
  /** Called after events of the organization arrived; `size` in characters. */
  onEvents(size: number): void
  tick(): void
  /** Called when the database was restored to an earlier time. */
  reset(): void
}

/** Follows the event log for all streams of a process and routes events to their organizations. */
export class Hub {
  readonly #services: Services
  readonly #channels = new Map<string, Channel>()
  readonly #listeners = new Map<string, Set<Listening>>()
  #following: Promise<Following> | undefined
  #position: Place | undefined
  #users = 0
  #ticks = 0
  #timer: NodeJS.Timeout | undefined
  #stopTimer: NodeJS.Timeout | undefined

  constructor(services: Services) {
    this.#services = services
  }

  /** Position up to which the event log was read, while it is followed. */
  get position(): Place | undefined {
    return this.#position
  }

  /** Follows the event log until the returned function is called. */
  async attend(): Promise<() => void> {
    this.#users++
    clearTimeout(this.#stopTimer)
    let isDone = false
    const leave = () => {
      if (isDone) return
      isDone = true
      if (--this.#users > 0) return
      this.#stopTimer = setTimeout(() => this.#stop(), LINGER_MS).unref()
    }
    const following = (this.#following ??= this.#start())
    try {
      await following
      return leave
    } catch (error) {
      // Another caller may have restarted it.
      if (this.#following === following) this.#following = undefined
      leave()
      throw error
    }
  }

  listen(listener: Listening): { channel: Channel; leave: () => void } {
    const { orgId } = listener
    const orgListeners = this.#listeners.get(orgId) ?? new Set()
    this.#listeners.set(orgId, orgListeners.add(listener))
    this.#timer ??= setInterval(() => this.#tick(), TICK_INTERVAL_MS).unref()
    const { db } = this.#services.database
    const channel = this.#channels.get(orgId) ?? new Channel(db, orgId, this.#position!)
    this.#channels.set(orgId, channel)
    return { channel, leave: () => this.#leave(listener, orgListeners) }
  }

  #leave(listener: Listening, orgListeners: Set<Listening>): void {
    if (!orgListeners.delete(listener) || orgListeners.size > 0) return
    this.#listeners.delete(listener.orgId)
    this.#channels.delete(listener.orgId)
    if (this.#listeners.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #start(): Promise<Following> {
    const following = await this.#services.tail.follow(
      (events, position) => this.#publish(events, position),
      (position) => this.#reset(position),
    )
    // `follow` resolves in this tick or earlier, so nothing was published in between.
    this.#position ??= following.place
    return following
  }

  #publish(events: readonly PlacedEvent[], position: Place): void {
    this.#position = position
    const eventsByOrg = new Map<string, PlacedEvent[]>()
    for (const event of events) {
      const orgEvents = eventsByOrg.get(event.org_id)
      if (orgEvents) orgEvents.push(event)
      else eventsByOrg.set(event.org_id, [event])
    }
    for (const [orgId, channel] of this.#channels) {
      const orgEvents = eventsByOrg.get(orgId) ?? []
      const size = channel.append(orgEvents, position)
      if (size > 0) for (const listener of this.#listeners.get(orgId) ?? []) listener.onEvents(size)
    }
  }

  #reset(position: Place): void {
    this.#position = position
    this.#channels.clear()
    this.#forEachListener((listener) => listener.reset())
  }

  #tick(): void {
    // Spreads the listeners over several ticks, so that a tick never blocks the event loop for long.
    const group = this.#ticks++ % TICK_GROUPS
    if (group === 0) for (const channel of this.#channels.values()) channel.forget()
    let i = 0
    this.#forEachListener((listener) => {
      if (i++ % TICK_GROUPS === group) listener.tick()
    })
  }

  #forEachListener(action: (listener: Listening) => void): void {
    // Listeners may leave during the iteration, which a `Set` allows.
    for (const orgListeners of this.#listeners.values()) for (const listener of orgListeners) action(listener)
  }

  #stop(): void {
    const following = this.#following
    this.#following = this.#position = undefined
    this.#channels.clear()
    void following?.then((stopped) => stopped.end())
  }
}

const hubs = new WeakMap<Services, Hub>()

export function hubOf(services: Services): Hub {
  let hub = hubs.get(services)
  if (!hub) hubs.set(services, (hub = new Hub(services)))
  return hub
}
