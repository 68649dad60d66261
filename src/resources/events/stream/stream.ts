import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '../../../kernel/caller.ts'
import { frame, heartbeat, retryAfter } from '../../../kernel/live/frames.ts'
import type { LiveAnswer } from '../../../kernel/live/live-answers.ts'
import { Outlet } from '../../../kernel/live/outlet.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { placeOf, type Place } from '../../../kernel/tail/place.ts'
import { sealPlace } from '../cursor.ts'
import type { Asked } from './asked.ts'
import { Batch } from './batch.ts'
import type { Channel } from './channel.ts'
import { hubOf, type Hub, type Listening } from './hub.ts'
import { endOf, rightsNow, type End } from './rights.ts'
import { sayingsOf } from './telling.ts'
import { Told } from './told.ts'

const SECOND_MS = 1_000
/** Time without a message before a heartbeat, and without a cursor before a checkpoint. */
const [HEARTBEAT_MS, CHECKPOINT_MS] = [15 * SECOND_MS, 60 * SECOND_MS]
const MAX_DURATION_MS = 60 * 60 * SECOND_MS
/** Interval of access checks while no events are sent. */
const ACCESS_CHECK_MS = 3 * SECOND_MS
/** Limits for a client that reads nothing: characters of missed events, and time. */
const [MAX_BEHIND_CHARS, MAX_BLOCKED_MS] = [1024 * 1024, 60 * SECOND_MS]
const RETRY_MS = SECOND_MS / 2

export interface Opening {
  caller: Caller
  orgId: string
  filter: Asked
  /** Start position; undefined for the head of the log. */
  position: Place | undefined
}

export class Stream implements Listening, LiveAnswer {
  readonly orgId: string
  readonly userId: string
  readonly outlet: Outlet
  readonly #services: Services
  readonly #hub: Hub
  readonly #filter: Asked
  readonly #reported = new Told()
  readonly #closing = new AbortController()
  readonly #cleanups: (() => void)[]
  readonly #openedAt: number
  #caller: Caller
  #channel: Channel | undefined
  /** Position up to which everything was sent. */
  #position: Place | undefined
  #pendingBatch: Batch | undefined
  #lastSentAt: number
  #lastCursorAt: number
  #lastCheckAt: number
  /** Set while the client reads nothing: since when, and how much it missed. */
  #blocked: { since: number; missed: number } | undefined
  #isChecking = false

  /** Throws if the user has too many open streams. */
  constructor(services: Services, { caller, orgId, filter, position }: Opening) {
    this.#services = services
    this.#hub = hubOf(services)
    this.orgId = orgId
    this.userId = caller.user.user_id
    this.#caller = caller
    this.#filter = filter
    this.#position = position
    this.#openedAt = this.#lastSentAt = this.#lastCursorAt = services.monotonic()
    // Random offset, so that streams opened together are not all checked in the same second.
    this.#lastCheckAt = this.#openedAt - Math.random() * ACCESS_CHECK_MS
    this.#cleanups = [services.live.take(this)]
    this.outlet = new Outlet(() => this.#cleanUp())
    this.#send(retryAfter(SECOND_MS + Math.floor(Math.random() * 2 * SECOND_MS)))
    void this.#run()
  }

  stop(): void {
    this.#finish('stopping')
  }

  reset(): void {
    this.#finish('reset')
  }

  onEvents(size: number): void {
    if (!this.#blocked) return
    this.#blocked.missed += size
    if (this.#blocked.missed > MAX_BEHIND_CHARS) this.#finish('slow')
  }

  tick(): void {
    const now = this.#services.monotonic()
    if (now - this.#openedAt >= MAX_DURATION_MS) return this.#finish('age')
    if (this.#services.clock() >= this.#caller.until) return this.#finish('expired')
    if (this.#blocked && now - this.#blocked.since >= MAX_BLOCKED_MS) return this.#finish('slow')
    if (now - this.#lastCheckAt >= ACCESS_CHECK_MS) void this.#checkAccess()
    if (this.#blocked) return
    if (now - this.#lastCursorAt >= CHECKPOINT_MS) this.#checkpoint()
    else if (now - this.#lastSentAt >= HEARTBEAT_MS) this.#send(heartbeat)
  }

  async #run(): Promise<void> {
    try {
      const leaveHub = await this.#attendHub()
      if (!leaveHub) return
      this.#cleanups.push(leaveHub)
      if (this.outlet.isOver) return this.#cleanUp()
      this.#position ??= this.#hub.position!
      const { channel, leave } = this.#hub.listen(this)
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

  async #advance(channel: Channel): Promise<void> {
    await this.#waitForDrain()
    if (this.outlet.isOver) return
    const pending = this.#pendingBatch ?? channel.after(this.#position!)
    if (!pending) return channel.news(this.#closing.signal)
    try {
      const batch = await pending
      this.#pendingBatch = (await this.#sendBatch(batch)) ? undefined : batch
    } catch (error) {
      await this.#handleError(error)
    }
  }

  /** Sends the rest of a batch. Returns false if the client must read first; the rest is then authorized again. */
  async #sendBatch(batch: Batch): Promise<boolean> {
    if (batch.events.length > 0) {
      await this.#refreshCaller()
      const reader = {
        caller: this.#caller,
        orgId: this.orgId,
        filter: this.#filter,
        reported: this.#reported,
      }
      for (const { event, payload } of await sayingsOf(batch, reader, this.#position)) {
        this.#position = placeOf(event)
        this.#send(
          frame({ id: this.#cursor(this.#position), event: payload.type, data: JSON.stringify(payload) }),
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
    await this.outlet.room()
    this.#blocked = undefined
  }

  async #attendHub(): Promise<(() => void) | undefined> {
    while (!this.outlet.isOver) {
      try {
        return await this.#hub.attend()
      } catch (error) {
        await this.#handleError(error)
      }
    }
    return undefined
  }

  /** Ends the stream if access was lost; otherwise waits before the retry. */
  async #handleError(error: unknown): Promise<void> {
    const end = endOf(error)
    if (end) this.#finish(end)
    else await sleep(RETRY_MS, undefined, { ref: false })
  }

  async #refreshCaller(): Promise<void> {
    this.#caller = await rightsNow(this.#services, this.#caller, this.orgId)
    this.#lastCheckAt = this.#services.monotonic()
  }

  /** Ends the stream if the user lost access, even while no events are sent. */
  async #checkAccess(): Promise<void> {
    if (this.#isChecking) return
    this.#isChecking = true
    try {
      await this.#refreshCaller()
    } catch (error) {
      const end = endOf(error)
      if (end) this.#finish(end)
    } finally {
      this.#isChecking = false
    }
  }

  /** Sends a cursor to a client that may not have received an event for long. */
  #checkpoint(): void {
    if (!this.#position) return
    const ahead = this.#channel?.after(this.#position)
    if (ahead instanceof Batch && ahead.events.length === 0) this.#position = ahead.upTo
    this.#send(frame({ id: this.#cursor(this.#position), event: 'checkpoint', data: '{}' }))
    this.#lastCursorAt = this.#lastSentAt
  }

  #cursor(position: Place): string {
    return sealPlace(this.#services.keyring, this.orgId, position, this.#services.clock())
  }

  #send(text: string): void {
    this.#lastSentAt = this.#services.monotonic()
    this.outlet.write(text)
  }

  #finish(reason: End): void {
    if (this.outlet.isOver) return
    countEnds(this.#services).inc({ reason })
    this.outlet.finish(frame({ event: 'end', data: JSON.stringify({ reason }) }))
    this.#cleanUp()
  }

  #cleanUp(): void {
    this.#closing.abort()
    for (const leave of this.#cleanups.splice(0)) leave()
  }
}

const countSent = ({ metrics }: Services) =>
  metrics.counter('svc_stream_events_total', 'Events sent in streams, counted per client.')
const countEnds = ({ metrics }: Services) =>
  metrics.counter('svc_stream_ends_total', 'Event streams that the server ended, by reason.', 'reason')
