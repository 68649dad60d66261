import type { Dependencies } from '../../../../core/dependencies.ts'
import type { EventPosition, PositionedEvent } from '../../../../events/reader/position.ts'
import type { EventLogSubscription } from '../../../../events/reader/reader.ts'
import { OrgEventChannel } from './channel.ts'

/** Time for which the event log is followed after the last listener left, since most clients reconnect. */
const LINGER_MS = 5_000
/** Milliseconds between ticks, and number of groups of listeners; each tick serves one group. */
const [TICK_INTERVAL_MS, TICK_GROUPS] = [50, 20]

export interface EventListener {
  readonly orgId: string
  onEvents(size: number): void
  onTick(): void
  /** Called when the database was restored to an earlier time. */
  onReset(): void
}

/** Follows the event log for all streams of a process and routes events to their organizations. */
export class EventHub {
  readonly #services: Dependencies
  readonly #channels = new Map<string, OrgEventChannel>()
  readonly #listeners = new Map<string, Set<EventListener>>()
  #following: Promise<EventLogSubscription> | undefined
  #position: EventPosition | undefined
  #users = 0
  #ticks = 0
  #timer: NodeJS.Timeout | undefined
  #stopTimer: NodeJS.Timeout | undefined

  constructor(services: Dependencies) {
    this.#services = services
  }

  get position(): EventPosition | undefined {
    return this.#position
  }

  async startFollowing(): Promise<() => void> {
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

  subscribe(listener: EventListener): { channel: OrgEventChannel; leave: () => void } {
    const { orgId } = listener
    const orgListeners = this.#listeners.get(orgId) ?? new Set()
    this.#listeners.set(orgId, orgListeners.add(listener))
    this.#timer ??= setInterval(() => this.#tick(), TICK_INTERVAL_MS).unref()
    const { db } = this.#services.database
    const channel = this.#channels.get(orgId) ?? new OrgEventChannel(db, orgId, this.#position!)
    this.#channels.set(orgId, channel)
    return { channel, leave: () => this.#leave(listener, orgListeners) }
  }

  #leave(listener: EventListener, orgListeners: Set<EventListener>): void {
    if (!orgListeners.delete(listener) || orgListeners.size > 0) return
    this.#listeners.delete(listener.orgId)
    this.#channels.delete(listener.orgId)
    if (this.#listeners.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #start(): Promise<EventLogSubscription> {
    const following = await this.#services.eventLogReader.subscribe(
      (events, position) => this.#publish(events, position),
      (position) => this.#reset(position),
    )
    // `subscribe` resolves in this tick or earlier, so nothing was published in between.
    this.#position ??= following.position
    return following
  }

  #publish(events: readonly PositionedEvent[], position: EventPosition): void {
    this.#position = position
    const eventsByOrg = new Map<string, PositionedEvent[]>()
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

  #reset(position: EventPosition): void {
    this.#position = position
    this.#channels.clear()
    this.#forEachListener((listener) => listener.onReset())
  }

  #tick(): void {
    // Spreads the listeners over several ticks, so that a tick never blocks the event loop for long.
    const group = this.#ticks++ % TICK_GROUPS
    if (group === 0) for (const channel of this.#channels.values()) channel.evict()
    let i = 0
    this.#forEachListener((listener) => {
      if (i++ % TICK_GROUPS === group) listener.onTick()
    })
  }

  #forEachListener(action: (listener: EventListener) => void): void {
    for (const orgListeners of this.#listeners.values()) for (const listener of orgListeners) action(listener)
  }

  #stop(): void {
    const following = this.#following
    this.#following = this.#position = undefined
    this.#channels.clear()
    void following?.then((stopped) => stopped.unsubscribe())
  }
}

const hubs = new WeakMap<Dependencies, EventHub>()

export function getEventHub(services: Dependencies): EventHub {
  let hub = hubs.get(services)
  if (!hub) hubs.set(services, (hub = new EventHub(services)))
  return hub
}
