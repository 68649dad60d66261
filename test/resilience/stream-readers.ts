import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import {
  comparePositions,
  toPosition,
  type EventPosition,
  type PositionedEvent,
} from '../../src/events/reader/position.ts'
import { listEventsBetween } from '../../src/events/reader/queries.ts'
import type { EventLogReader } from '../../src/events/reader/reader.ts'

/** A reader of an organization's events that stops now and then and resumes at its position. */
export interface Reader {
  /** Ids of events, in the order received. */
  readonly ids: string[]
  readonly place: EventPosition
  /** Number of times it has resumed. */
  readonly resumed: number
  stop(): Promise<void>
}

/** Starts a reader at the head of the event log. `stays`: maximum milliseconds until it stops. */
export async function startReader(
  tail: EventLogReader,
  database: Database,
  orgId: string,
  stays: number,
): Promise<Reader> {
  const reader = { ids: [] as string[], place: await tail.currentPosition(), resumed: 0 }
  const state = { over: false }
  const take = (events: readonly PositionedEvent[]) => {
    for (const event of events) {
      if (comparePositions(event, reader.place) <= 0) throw new Error('out of order')
      reader.place = toPosition(event)
      if (event.org_id === orgId) reader.ids.push(event.event_id)
    }
  }
  const readOnce = async () => {
    const waiting: PositionedEvent[] = []
    let caught = false
    const following = await tail.subscribe((events) => (caught ? take(events) : void waiting.push(...events)))
    for (let page = [{}]; page.length > 0;) {
      const read = await listEventsBetween(database.db, orgId, reader.place, following.position, 100)
      take(read)
      page = read
    }
    if (comparePositions(reader.place, following.position) < 0) reader.place = following.position
    take(waiting)
    caught = true
    const until = performance.now() + Math.random() * stays
    while (!state.over && performance.now() < until) await sleep(10)
    following.unsubscribe()
  }
  const running = (async () => {
    for (; !state.over; reader.resumed++) {
      await readOnce()
      await sleep(Math.random() * 200)
    }
    // Events that arrived in its absence.
    state.over = true
    await readOnce()
  })()
  running.catch(() => undefined)
  return Object.assign(reader, {
    async stop() {
      state.over = true
      await running
    },
  })
}

/** Reads "ids above the last" in a loop, as naive clients do; returns the ids it has received. */
export function startNaiveReader(database: Database, orgId: string): { stop(): Promise<Set<string>> } {
  const seen = new Set<string>()
  const state = { over: false }
  let last = ''
  const running = (async () => {
    for (; !state.over; await sleep(20)) {
      const rows = await database.db.query(
        sql<{ event_id: string }>`
          select event_id from events where org_id = ${orgId} and event_id > ${last} order by event_id`,
      )
      for (const { event_id } of rows) seen.add((last = event_id))
    }
  })()
  running.catch(() => undefined)
  return {
    async stop() {
      state.over = true
      await running
      return seen
    },
  }
}
