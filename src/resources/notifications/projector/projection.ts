import type { Database } from '../../../db/database.ts'
import { placeOf, type Place, type PlacedEvent } from '../../../kernel/tail/place.ts'
import { readHorizon, readSettled } from '../../../kernel/tail/settled.ts'
import type { Services } from '../../../kernel/services/services.ts'
import { newId } from '../../../kernel/values/ids.ts'
import type { Cause } from '../rows.ts'
import { audienceOf } from './audience.ts'
import { findCome, goOn } from './follower.ts'
import { gather, type Gathered } from './gathering.ts'
import type { Told } from './recipients.ts'
import { storeLast } from './storing.ts'

export const mostAtOnce = 500

/** Maximum number of notices per batch; those of one event are never split. */
const MAX_NOTICES = 20_000

/** The result of a batch: the number of processed events, or that another process was first. */
export interface Taken {
  events: number
  /** True if the batch was shortened because of too many notices. */
  cut: boolean
  outrun: boolean
}

/**
 * Creates the notifications of the next stable events and advances the position in one transaction. Lookups run before
 * it, since an open transaction with writes delays all followers of the log. Of concurrent processes, the second to
 * commit rolls back.
 */
export async function takeIn(services: Services, limit = mostAtOnce): Promise<Taken> {
  const { database, clock } = services
  const { db } = database
  const from = await findCome(db)
  const pending = await readSettled(db, from, await readHorizon(db), limit)
  if (pending.length === 0) return { events: 0, cut: false, outrun: false }
  const { events, notices } = await fitBatch(database, pending)
  const groups = gather(notices, buildToCause(events), () => newId('N', clock()))
  const isStored = await store(services, from, placeOf(events.at(-1)!), groups)
  if (isStored) count(services, notices)
  return { events: events.length, cut: events.length < pending.length, outrun: !isStored }
}

/**
 * Returns the first events whose notices fit in one batch. Comments on a task with thousands of watchers would
 * otherwise exceed the memory.
 */
async function fitBatch(
  database: Database,
  pending: readonly PlacedEvent[],
): Promise<{ events: readonly PlacedEvent[]; notices: readonly Told[] }> {
  const notices = await audienceOf(database, pending, MAX_NOTICES + 1)
  const last = notices[MAX_NOTICES]?.n
  if (last == null) return { events: pending, notices }
  // The notices of this event may be incomplete.
  const complete = notices.filter(({ n }) => n! < last)
  if (complete.length > 0) return { events: pending.slice(0, last), notices: complete }
  const events = pending.slice(0, last + 1)
  return { events, notices: await audienceOf(database, events) }
}

export async function passOver({ database, clock }: Services): Promise<string | undefined> {
  const { db } = database
  const from = await findCome(db)
  const [event] = await readSettled(db, from, await readHorizon(db), 1)
  if (event) await goOn(db, from, placeOf(event), new Date(clock()).toISOString())
  return event?.event_id
}

export async function takeInAll(services: Services): Promise<number> {
  for (let total = 0; ;) {
    const { events } = await takeIn(services)
    if (events === 0) return total
    total += events
  }
}

function store(
  { database, clock, mail }: Services,
  from: Place,
  to: Place,
  groups: Gathered[],
): Promise<boolean> {
  const millis = clock()
  return database.transaction(async (trx) => {
    if (!(await goOn(trx, from, to, new Date(millis).toISOString()))) return false
    if (groups.length > 0)
      await storeLast(trx, groups, { millis, mailing: mail !== undefined, sharded: database.sharded })
    return true
  })
}

const buildToCause =
  (events: readonly PlacedEvent[]) =>
  ({ n, kind }: Told): Cause => {
    const { event_id, actor_user_id, actor_username, created_at, part_id } = events[n!]!
    return { kind, event_id, actor_user_id, actor_username, at: created_at, part_id: part_id ?? null }
  }

export function count({ metrics }: Services, notices: readonly Told[]): void {
  const counter = metrics.counter('svc_notifications_total', 'Notifications of users, by kind.', 'kind')
  for (const { kind } of notices) counter.inc({ kind })
}
