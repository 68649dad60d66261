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

/** Some of the stream, and the place at which it goes on. */
export interface Page {
  data: ToldEvent[]
  place: Place
}

/** How much of a page that hides all it reads is read on, before it is left to the next one. */
const mostBatches = 10

/** What has come after a place by now; without one, nothing but the place that the present is. */
export async function pageNow(services: Services, opening: Opening, limit: number): Promise<Page> {
  const { db } = services.database
  const horizon = await readHorizon(db)
  if (!opening.place) return { data: [], place: await readLast(db, horizon) }
  let { place } = opening
  for (let i = 0; i < mostBatches; i++) {
    const { known, events } = await readAfter(db, opening.orgId, place, horizon, mostOfPage)
    if (!known) throw placeGone()
    if (events.length === 0) break
    const page = await told(new Batch(db, events, placeOf(events.at(-1)!)), opening, limit)
    place = page.place
    if (page.data.length > 0 || events.length < mostOfPage) return page
  }
  return { data: [], place }
}

/** What comes after a place, once there is something that the reader may know, or `millis` are over. */
export async function pageSoon(
  { services, connection }: Context,
  opening: Opening,
  limit: number,
  millis: number,
): Promise<Page> {
  if (opening.place && !(await findPlace(services.database.db, opening.place))) throw placeGone()
  const waiting = new Waiting(services, opening.caller, opening.orgId)
  const stop = () => waiting.stop()
  // One that is gone keeps no room from who comes.
  connection?.once('close', stop)
  if (connection?.destroyed) stop()
  try {
    return await waiting.page(opening, limit, millis)
  } finally {
    connection?.off('close', stop)
    waiting.end()
  }
}

/** A request that waits for an event. */
class Waiting implements Listening, LiveAnswer {
  readonly orgId: string
  readonly userId: string
  readonly #services: Services
  readonly #over = new AbortController()
  readonly #leaving: (() => void)[]
  #caller: Caller
  #wasReset = false

  constructor(services: Services, caller: Caller, orgId: string) {
    this.#services = services
    this.#caller = caller
    this.orgId = orgId
    this.userId = caller.user.user_id
    this.#leaving = [services.live.take(this)]
  }

  async page(opening: Opening, limit: number, millis: number): Promise<Page> {
    const hub = hubOf(this.#services)
    this.#leaving.push(await hub.attend())
    let place = opening.place ?? hub.place!
    const { channel, leave } = hub.listen(this)
    this.#leaving.push(leave)
    const timer = setTimeout(() => this.stop(), millis)
    this.#leaving.push(() => clearTimeout(timer))
    for (;;) {
      if (this.#wasReset) throw placeGone()
      // What lies far back may take longer to read through than the reader waits: the next page goes on from here.
      if (this.#over.signal.aborted) return { data: [], place }
      const coming = channel.after(place)
      if (!coming) {
        await channel.news(this.#over.signal)
        continue
      }
      const batch = await coming
      if (batch.events.length > 0) this.#caller = await rightsNow(this.#services, this.#caller, this.orgId)
      const page = await told(batch, { ...opening, caller: this.#caller }, limit)
      place = page.place
      if (page.data.length > 0) return page
    }
  }

  stop(): void {
    this.#over.abort()
  }

  heard(): void {}

  tick(): void {}

  reset(): void {
    this.#wasReset = true
    this.stop()
  }

  end(): void {
    for (const leave of this.#leaving.splice(0)) leave()
  }
}

/** What a reader is told of a batch, as far as it fits on a page. */
async function told(batch: Batch, { caller, orgId, asked }: Opening, limit: number): Promise<Page> {
  const sayings = [...(await sayingsOf(batch, { caller, orgId, asked }))]
  const place = sayings.length > limit ? placeOf(sayings[limit - 1]!.event) : batch.upTo
  return { data: sayings.slice(0, limit).map(({ says }) => says), place }
}
