import type { Caller } from '../../../kernel/caller.ts'
import type { Context } from '../../../kernel/context.ts'
import type { LiveAnswer } from '../../../kernel/live/live-answers.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { placeOf, type Place } from '../../../kernel/tail/place.ts'
import { findPlace, readHorizon, readLast } from '../../../kernel/tail/settled.ts'
import { placeGone } from '../cursor.ts'
import type { ToldEvent } from '../present.ts'
import { readAfter } from '../queries.ts'
import { mostOfPage } from '../schemas.ts'
import { Batch } from './batch.ts'
import { hubOf, type Listening } from './hub.ts'
import { rightsNow } from './rights.ts'
import { sayingsOf } from './telling.ts'
import type { Opening } from './stream.ts'

export interface Page {
  data: ToldEvent[]
  position: Place
}

/** Maximum number of batches without a readable event that one page reads. */
const MAX_BATCHES = 10

/** Returns the events after a position; without one, an empty page at the head of the log. */
export async function pageNow(services: Services, options: Opening, limit: number): Promise<Page> {
  const { db } = services.database
  const horizon = await readHorizon(db)
  if (!options.position) return { data: [], position: await readLast(db, horizon) }
  let { position } = options
  for (let i = 0; i < MAX_BATCHES; i++) {
    const { known, events } = await readAfter(db, options.orgId, position, horizon, mostOfPage)
    if (!known) throw placeGone()
    if (events.length === 0) break
    const page = await toPage(new Batch(db, events, placeOf(events.at(-1)!)), options, limit)
    position = page.position
    if (page.data.length > 0 || events.length < mostOfPage) return page
  }
  return { data: [], position }
}

export async function pageSoon(
  { services, connection }: Context,
  options: Opening,
  limit: number,
  millis: number,
): Promise<Page> {
  if (options.position && !(await findPlace(services.database.db, options.position))) throw placeGone()
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

class PageWaiter implements Listening, LiveAnswer {
  readonly orgId: string
  readonly userId: string
  readonly #services: Services
  readonly #abort = new AbortController()
  readonly #cleanups: (() => void)[]
  #caller: Caller
  #wasReset = false

  constructor(services: Services, caller: Caller, orgId: string) {
    this.#services = services
    this.#caller = caller
    this.orgId = orgId
    this.userId = caller.user.user_id
    this.#cleanups = [services.live.take(this)]
  }

  async page(options: Opening, limit: number, millis: number): Promise<Page> {
    const hub = hubOf(this.#services)
    this.#cleanups.push(await hub.attend())
    let position = options.position ?? hub.position!
    const { channel, leave } = hub.listen(this)
    this.#cleanups.push(leave)
    const timer = setTimeout(() => this.stop(), millis)
    this.#cleanups.push(() => clearTimeout(timer))
    for (;;) {
      if (this.#wasReset) throw placeGone()
      // Reading far behind may take longer than the wait: the next page continues from here.
      if (this.#abort.signal.aborted) return { data: [], position }
      const next = channel.after(position)
      if (!next) {
        await channel.news(this.#abort.signal)
        continue
      }
      const batch = await next
      if (batch.events.length > 0) this.#caller = await rightsNow(this.#services, this.#caller, this.orgId)
      const page = await toPage(batch, { ...options, caller: this.#caller }, limit)
      position = page.position
      if (page.data.length > 0) return page
    }
  }

  stop(): void {
    this.#abort.abort()
  }

  onEvents(): void {}

  tick(): void {}

  reset(): void {
    this.#wasReset = true
    this.stop()
  }

  end(): void {
    for (const leave of this.#cleanups.splice(0)) leave()
  }
}

async function toPage(batch: Batch, { caller, orgId, filter }: Opening, limit: number): Promise<Page> {
  const items = [...(await sayingsOf(batch, { caller, orgId, filter }))]
  const position = items.length > limit ? placeOf(items[limit - 1]!.event) : batch.upTo
  return { data: items.slice(0, limit).map(({ payload }) => payload), position }
}
