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
import { endOf, type End } from './ends.ts'
import { hubOf, type Hub, type Listening } from './hub.ts'
import { rightsNow } from './rights.ts'
import { sayingsOf } from './telling.ts'
import { Told } from './told.ts'

const second = 1_000
/** Milliseconds without a word after which a heartbeat goes out, and without a cursor after which one does. */
const [silence, unplaced] = [15 * second, 60 * second]
/** Milliseconds for which a stream lasts at most. */
const longest = 60 * 60 * second
/** Milliseconds between two looks at the rights of a reader of whom nothing else is asked. */
const trust = 3 * second
/** How far behind a reader may be that takes nothing: in characters of the organization's changes, in milliseconds. */
const [behind, stuck] = [1024 * 1024, 60 * second]
/** Milliseconds before the database is asked again that did not answer. */
const pause = second / 2

/** What a stream is opened with. */
export interface Opening {
  caller: Caller
  orgId: string
  asked: Asked
  /** Where it begins; undefined for the present. */
  place: Place | undefined
}

/** One open stream: follows the events of an organization from a place on, and tells its reader what it may know. */
export class Stream implements Listening, LiveAnswer {
  readonly orgId: string
  readonly userId: string
  readonly outlet: Outlet
  readonly #services: Services
  readonly #hub: Hub
  readonly #asked: Asked
  readonly #told = new Told()
  readonly #closing = new AbortController()
  /** What is called when it is over. */
  readonly #leaving: (() => void)[]
  readonly #opened: number
  #caller: Caller
  #channel: Channel | undefined
  /** All up to here is told. */
  #place: Place | undefined
  /** A batch of which not all is told yet. */
  #rest: Batch | undefined
  /** When something was last sent, when a cursor was, when rights were looked at. */
  #spoken: number
  #placed: number
  #judged: number
  /** Since when the reader has taken nothing, and what it has missed since. */
  #blocked: { since: number; missed: number } | undefined
  #looking = false

  /** Throws where there is no room for one more. */
  constructor(services: Services, { caller, orgId, asked, place }: Opening) {
    this.#services = services
    this.#hub = hubOf(services)
    this.orgId = orgId
    this.userId = caller.user.user_id
    this.#caller = caller
    this.#asked = asked
    this.#place = place
    this.#opened = this.#spoken = this.#placed = services.monotonic()
    // Those that are opened together, as after a start, are not all looked at in the same second for ever.
    this.#judged = this.#opened - Math.random() * trust
    this.#leaving = [services.live.take(this)]
    this.outlet = new Outlet(() => this.#leave())
    this.#say(retryAfter(second + Math.floor(Math.random() * 2 * second)))
    void this.#run()
  }

  stop(): void {
    this.#end('stopping')
  }

  reset(): void {
    this.#end('reset')
  }

  heard(size: number): void {
    if (!this.#blocked) return
    this.#blocked.missed += size
    if (this.#blocked.missed > behind) this.#end('slow')
  }

  tick(): void {
    const now = this.#services.monotonic()
    if (now - this.#opened >= longest) return this.#end('age')
    if (this.#services.clock() >= this.#caller.until) return this.#end('expired')
    if (this.#blocked && now - this.#blocked.since >= stuck) return this.#end('slow')
    if (now - this.#judged >= trust) void this.#look()
    if (this.#blocked) return
    if (now - this.#placed >= unplaced) this.#checkpoint()
    else if (now - this.#spoken >= silence) this.#say(heartbeat)
  }

  async #run(): Promise<void> {
    try {
      const gone = await this.#attended()
      if (!gone) return
      this.#leaving.push(gone)
      if (this.outlet.isOver) return this.#leave()
      this.#place ??= this.#hub.place!
      const { channel, leave } = this.#hub.listen(this)
      this.#leaving.push(leave)
      this.#channel = channel
      // Even if nothing happens from now on, a reader that comes again begins here.
      this.#checkpoint()
      while (!this.outlet.isOver) await this.#next(channel)
    } catch (error) {
      this.#services.log('error', 'a stream of events failed', { error: String(error) })
      this.outlet.destroy()
    }
  }

  /** Tells what comes next, or waits for it. */
  async #next(channel: Channel): Promise<void> {
    await this.#room()
    if (this.outlet.isOver) return
    const coming = this.#rest ?? channel.after(this.#place!)
    if (!coming) return channel.news(this.#closing.signal)
    try {
      const batch = await coming
      this.#rest = (await this.#tell(batch)) ? undefined : batch
    } catch (error) {
      await this.#failed(error)
    }
  }

  /**
   * Tells what is left of a batch. False when its reader has to take some of that first: then the rest is judged anew,
   * however long that lasts.
   */
  async #tell(batch: Batch): Promise<boolean> {
    if (batch.events.length > 0) {
      await this.#judge()
      const reader = { caller: this.#caller, orgId: this.orgId, asked: this.#asked, told: this.#told }
      for (const { event, says } of await sayingsOf(batch, reader, this.#place)) {
        this.#place = placeOf(event)
        this.#say(frame({ id: this.#cursor(this.#place), event: says.type, data: JSON.stringify(says) }))
        this.#placed = this.#spoken
        toldBy(this.#services).inc()
        if (this.outlet.isFull) return false
      }
    }
    this.#place = batch.upTo
    return true
  }

  /** Waits while the reader takes nothing. */
  async #room(): Promise<void> {
    if (!this.outlet.isFull) return
    this.#blocked ??= { since: this.#services.monotonic(), missed: 0 }
    await this.outlet.room()
    this.#blocked = undefined
  }

  /** Begins to follow the ledger, as soon as the database answers. */
  async #attended(): Promise<(() => void) | undefined> {
    while (!this.outlet.isOver) {
      try {
        return await this.#hub.attend()
      } catch (error) {
        await this.#failed(error)
      }
    }
    return undefined
  }

  /** Ends for a right that was lost; else the database did not answer, and it is tried again after a while. */
  async #failed(error: unknown): Promise<void> {
    const end = endOf(error)
    if (end) this.#end(end)
    else await sleep(pause, undefined, { ref: false })
  }

  async #judge(): Promise<void> {
    this.#caller = await rightsNow(this.#services, this.#caller, this.orgId)
    this.#judged = this.#services.monotonic()
  }

  /** Looks whether the reader still has the right to listen, though nothing happens. */
  async #look(): Promise<void> {
    if (this.#looking) return
    this.#looking = true
    try {
      await this.#judge()
    } catch (error) {
      const end = endOf(error)
      if (end) this.#end(end)
    } finally {
      this.#looking = false
    }
  }

  /** Tells where the reader is, who may have been told nothing for long. */
  #checkpoint(): void {
    if (!this.#place) return
    const ahead = this.#channel?.after(this.#place)
    if (ahead instanceof Batch && ahead.events.length === 0) this.#place = ahead.upTo
    this.#say(frame({ id: this.#cursor(this.#place), event: 'checkpoint', data: '{}' }))
    this.#placed = this.#spoken
  }

  #cursor(place: Place): string {
    return sealPlace(this.#services.keyring, this.orgId, place, this.#services.clock())
  }

  #say(text: string): void {
    this.#spoken = this.#services.monotonic()
    this.outlet.write(text)
  }

  #end(reason: End): void {
    if (this.outlet.isOver) return
    endsOf(this.#services).inc({ reason })
    this.outlet.finish(frame({ event: 'end', data: JSON.stringify({ reason }) }))
    this.#leave()
  }

  #leave(): void {
    this.#closing.abort()
    for (const leave of this.#leaving.splice(0)) leave()
  }
}

const toldBy = ({ metrics }: Services) =>
  metrics.counter('svc_stream_events_total', 'Events told in streams, to each reader.')
const endsOf = ({ metrics }: Services) =>
  metrics.counter('svc_stream_ends_total', 'Streams of events that the server ended, by reason.', 'reason')
