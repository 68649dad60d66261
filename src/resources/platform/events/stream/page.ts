import type { Caller } from '../../../../core/caller.ts'
import type { Context } from '../../../../core/context.ts'
import type { OpenStream } from '../../../../http/sse/stream-registry.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'
import { toPosition, type EventPosition } from '../../../../events/reader/position.ts'
import { positionExists, readWatermark, readLastPosition } from '../../../../events/reader/queries.ts'
import { buildCursorGoneProblem } from '../cursor.ts'
import type { EventPayload } from '../presenter.ts'
import { listEventsAfter } from '../queries.ts'
import { MAX_EVENTS_PER_PAGE } from '../schema.ts'
import { EventBatch } from './batch.ts'
import { getEventHub, type EventListener } from './hub.ts'
import { reloadCaller } from './access-check.ts'
import { presentBatch } from './present-batch.ts'
import type { StreamOptions } from './stream.ts'

interface EventPage {
  data: EventPayload[]
  position: EventPosition
}

/** Maximum number of batches without a readable event that one page reads. */
const MAX_BATCHES = 10

/** Returns the events after a position; without one, an empty page at the head of the log. */
export async function readEventPage(services: Dependencies, options: StreamOptions, limit: number): Promise<EventPage> {
  const { db } = services.database
  const watermark = await readWatermark(db)
  if (!options.position) return { data: [], position: await readLastPosition(db, watermark) }
  let { position } = options
  for (let i = 0; i < MAX_BATCHES; i++) {
    const { known, events } = await listEventsAfter(db, options.orgId, position, watermark, MAX_EVENTS_PER_PAGE)
    if (!known) throw buildCursorGoneProblem()
    if (events.length === 0) break
    const page = await toPage(new EventBatch(db, events, toPosition(events.at(-1)!)), options, limit)
    position = page.position
    if (page.data.length > 0 || events.length < MAX_EVENTS_PER_PAGE) return page
  }
  return { data: [], position }
}

export async function waitForEventPage(
  { services, connection }: Context,
  options: StreamOptions,
  limit: number,
  millis: number,
): Promise<EventPage> {
  if (options.position && !(await positionExists(services.database.db, options.position)))
    throw buildCursorGoneProblem()
  const waiter = new PageWaiter(services, options.caller, options.orgId)
  const stop = () => waiter.stop()
  // A closed connection must not count against the stream limit.
  connection?.once('close', stop)
  if (connection?.destroyed) stop()
  try {
    return await waiter.page(options, limit, millis)
  } finally {
    connection?.off('close', stop)
    waiter.end()
  }
}

class PageWaiter implements EventListener, OpenStream {
  readonly orgId: string
  readonly userId: string
  readonly #services: Dependencies
  readonly #abort = new AbortController()
  readonly #cleanups: (() => void)[]
  #caller: Caller
  #wasReset = false

  constructor(services: Dependencies, caller: Caller, orgId: string) {
    this.#services = services
    this.#caller = caller
    this.orgId = orgId
    this.userId = caller.user.user_id
    this.#cleanups = [services.streamingResponses.register(this)]
  }

  async page(options: StreamOptions, limit: number, millis: number): Promise<EventPage> {
    const hub = getEventHub(this.#services)
    this.#cleanups.push(await hub.startFollowing())
    let position = options.position ?? hub.position!
    const { channel, leave } = hub.subscribe(this)
    this.#cleanups.push(leave)
    const timer = setTimeout(() => this.stop(), millis)
    this.#cleanups.push(() => clearTimeout(timer))
    for (;;) {
      if (this.#wasReset) throw buildCursorGoneProblem()
      // Reading far behind may take longer than the wait: the next page continues from here.
      if (this.#abort.signal.aborted) return { data: [], position }
      const next = channel.readAfter(position)
      if (!next) {
        await channel.waitForEvents(this.#abort.signal)
        continue
      }
      const batch = await next
      if (batch.events.length > 0) this.#caller = await reloadCaller(this.#services, this.#caller, this.orgId)
      const page = await toPage(batch, { ...options, caller: this.#caller }, limit)
      position = page.position
      if (page.data.length > 0) return page
    }
  }

  stop(): void {
    this.#abort.abort()
  }

  onEvents(): void {}

  onTick(): void {}

  onReset(): void {
    this.#wasReset = true
    this.stop()
  }

  end(): void {
    for (const leave of this.#cleanups.splice(0)) leave()
  }
}

async function toPage(batch: EventBatch, { caller, orgId, filter }: StreamOptions, limit: number): Promise<EventPage> {
  const items = [...(await presentBatch(batch, { caller, orgId, filter }))]
  const position = items.length > limit ? toPosition(items[limit - 1]!.event) : batch.upTo
  return { data: items.slice(0, limit).map(({ payload }) => payload), position }
}
