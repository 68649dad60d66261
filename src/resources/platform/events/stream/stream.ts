import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '../../../../core/caller.ts'
import { encodeEvent, HEARTBEAT, encodeRetry } from '../../../../http/sse/encoder.ts'
import type { OpenStream } from '../../../../http/sse/stream-registry.ts'
import { SseWriter } from '../../../../http/sse/writer.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'
import { toPosition, type EventPosition } from '../../../../events/reader/position.ts'
import { encryptEventCursor } from '../cursor.ts'
import type { EventFilter } from './filter.ts'
import { EventBatch } from './batch.ts'
import type { OrgEventChannel } from './channel.ts'
import { getEventHub, type EventHub, type EventListener } from './hub.ts'
import { toStreamEndReason, reloadCaller, type StreamEndReason } from './access-check.ts'
import { presentBatch } from './present-batch.ts'
import { ReportedResources } from './reported-resources.ts'

const SECOND_MS = 1_000
/** Time without a message before a heartbeat, and without a cursor before a checkpoint. */
const [HEARTBEAT_MS, CHECKPOINT_MS] = [15 * SECOND_MS, 60 * SECOND_MS]
const MAX_DURATION_MS = 60 * 60 * SECOND_MS
/** Interval of access checks while no events are sent. */
const ACCESS_CHECK_MS = 3 * SECOND_MS
/** Limits for a client that reads nothing: characters of missed events, and time. */
const [MAX_BEHIND_CHARS, MAX_BLOCKED_MS] = [1024 * 1024, 60 * SECOND_MS]
const RETRY_MS = SECOND_MS / 2

export interface StreamOptions {
  caller: Caller
  orgId: string
  filter: EventFilter
  position: EventPosition | undefined
}

export class EventStream implements EventListener, OpenStream {
  readonly orgId: string
  readonly userId: string
  readonly outlet: SseWriter
  readonly #services: Dependencies
  readonly #hub: EventHub
  readonly #filter: EventFilter
  readonly #reported = new ReportedResources()
  readonly #closing = new AbortController()
  readonly #cleanups: (() => void)[]
  readonly #openedAt: number
  #caller: Caller
  #channel: OrgEventChannel | undefined
  #position: EventPosition | undefined
  #pendingBatch: EventBatch | undefined
  #lastSentAt: number
  #lastCursorAt: number
  #lastCheckAt: number
  /** Set while the client reads nothing: since when, and how much it missed. */
  #blocked: { since: number; missed: number } | undefined
  #isChecking = false

  /** Throws if the user has too many open streams. */
  constructor(services: Dependencies, { caller, orgId, filter, position }: StreamOptions) {
    this.#services = services
    this.#hub = getEventHub(services)
    this.orgId = orgId
    this.userId = caller.user.user_id
    this.#caller = caller
    this.#filter = filter
    this.#position = position
    this.#openedAt = this.#lastSentAt = this.#lastCursorAt = services.monotonic()
    // Random offset, so that streams opened together are not all checked in the same second.
    this.#lastCheckAt = this.#openedAt - Math.random() * ACCESS_CHECK_MS
    this.#cleanups = [services.streamingResponses.register(this)]
    this.outlet = new SseWriter(() => this.#cleanUp())
    this.#send(encodeRetry(SECOND_MS + Math.floor(Math.random() * 2 * SECOND_MS)))
    void this.#run()
  }

  stop(): void {
    this.#finish('stopping')
  }

  onReset(): void {
    this.#finish('reset')
  }

  onEvents(size: number): void {
    if (!this.#blocked) return
    this.#blocked.missed += size
    if (this.#blocked.missed > MAX_BEHIND_CHARS) this.#finish('slow')
  }

  onTick(): void {
    const now = this.#services.monotonic()
    if (now - this.#openedAt >= MAX_DURATION_MS) return this.#finish('age')
    if (this.#services.clock() >= this.#caller.expiresAtMillis) return this.#finish('expired')
    if (this.#blocked && now - this.#blocked.since >= MAX_BLOCKED_MS) return this.#finish('slow')
    if (now - this.#lastCheckAt >= ACCESS_CHECK_MS) void this.#checkAccess()
    if (this.#blocked) return
    if (now - this.#lastCursorAt >= CHECKPOINT_MS) this.#checkpoint()
    else if (now - this.#lastSentAt >= HEARTBEAT_MS) this.#send(HEARTBEAT)
  }

  async #run(): Promise<void> {
    try {
      const leaveHub = await this.#attendHub()
      if (!leaveHub) return
      this.#cleanups.push(leaveHub)
      if (this.outlet.isOver) return this.#cleanUp()
      this.#position ??= this.#hub.position!
      const { channel, leave } = this.#hub.subscribe(this)
      this.#cleanups.push(leave)
      this.#channel = channel
      // Sends a cursor even if no event follows, for a client that reconnects.
      this.#checkpoint()
      while (!this.outlet.isOver) await this.#advance(channel)
    } catch (error) {
      this.#services.log('error', 'event stream failed', { error: String(error) })
      this.outlet.destroy()
    }
  }

  async #advance(channel: OrgEventChannel): Promise<void> {
    await this.#waitForDrain()
    if (this.outlet.isOver) return
    const pending = this.#pendingBatch ?? channel.readAfter(this.#position!)
    if (!pending) return channel.waitForEvents(this.#closing.signal)
    try {
      const batch = await pending
      this.#pendingBatch = (await this.#sendBatch(batch)) ? undefined : batch
    } catch (error) {
      await this.#handleError(error)
    }
  }

  /** Sends the rest of a batch. Returns false if the client must read first; the rest is then authorized again. */
  async #sendBatch(batch: EventBatch): Promise<boolean> {
    if (batch.events.length > 0) {
      await this.#refreshCaller()
      const reader = {
        caller: this.#caller,
        orgId: this.orgId,
        filter: this.#filter,
        reported: this.#reported,
      }
      for (const { event, payload } of await presentBatch(batch, reader, this.#position)) {
        this.#position = toPosition(event)
        this.#send(
          encodeEvent({
            id: this.#cursor(this.#position),
            event: payload.type,
            data: JSON.stringify(payload),
          }),
        )
        this.#lastCursorAt = this.#lastSentAt
        countSent(this.#services).inc()
        if (this.outlet.isFull) return false
      }
    }
    this.#position = batch.upTo
    return true
  }

  async #waitForDrain(): Promise<void> {
    if (!this.outlet.isFull) return
    this.#blocked ??= { since: this.#services.monotonic(), missed: 0 }
    await this.outlet.waitForCapacity()
    this.#blocked = undefined
  }

  async #attendHub(): Promise<(() => void) | undefined> {
    while (!this.outlet.isOver) {
      try {
        return await this.#hub.startFollowing()
      } catch (error) {
        await this.#handleError(error)
      }
    }
    return undefined
  }

  /** Ends the stream if access was lost; otherwise waits before the retry. */
  async #handleError(error: unknown): Promise<void> {
    const end = toStreamEndReason(error)
    if (end) this.#finish(end)
    else await sleep(RETRY_MS, undefined, { ref: false })
  }

  async #refreshCaller(): Promise<void> {
    this.#caller = await reloadCaller(this.#services, this.#caller, this.orgId)
    this.#lastCheckAt = this.#services.monotonic()
  }

  async #checkAccess(): Promise<void> {
    if (this.#isChecking) return
    this.#isChecking = true
    try {
      await this.#refreshCaller()
    } catch (error) {
      const end = toStreamEndReason(error)
      if (end) this.#finish(end)
    } finally {
      this.#isChecking = false
    }
  }

  /** Sends a cursor to a client that may not have received an event for long. */
  #checkpoint(): void {
    if (!this.#position) return
    const ahead = this.#channel?.readAfter(this.#position)
    if (ahead instanceof EventBatch && ahead.events.length === 0) this.#position = ahead.upTo
    this.#send(encodeEvent({ id: this.#cursor(this.#position), event: 'checkpoint', data: '{}' }))
    this.#lastCursorAt = this.#lastSentAt
  }

  #cursor(position: EventPosition): string {
    return encryptEventCursor(this.#services.keyring, this.orgId, position, this.#services.clock())
  }

  #send(text: string): void {
    this.#lastSentAt = this.#services.monotonic()
    this.outlet.write(text)
  }

  #finish(reason: StreamEndReason): void {
    if (this.outlet.isOver) return
    countEnds(this.#services).inc({ reason })
    this.outlet.finish(encodeEvent({ event: 'end', data: JSON.stringify({ reason }) }))
    this.#cleanUp()
  }

  #cleanUp(): void {
    this.#closing.abort()
    for (const leave of this.#cleanups.splice(0)) leave()
  }
}

const countSent = ({ metrics }: Dependencies) =>
  metrics.counter('svc_stream_events_total', 'Events sent in streams, counted per client.')
const countEnds = ({ metrics }: Dependencies) =>
  metrics.counter('svc_stream_ends_total', 'Event streams that the server ended, by reason.', 'reason')
