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

/** How many events are taken in at once. */
export const mostAtOnce = 500

/** How many causes are told at once; of one event all are. */
const mostTold = 20_000

/** What a turn came to: how many events were taken in, or that another process took them in first. */
export interface Taken {
  events: number
  /** Whether there was too much to be told of more of them. */
  cut: boolean
  outrun: boolean
}

/**
 * Makes notifications of the next events that are settled, and writes down that these are taken in, in one transaction.
 * All is looked up before that begins: an open transaction that has written holds up everybody who follows the ledger.
 * Another process may do the same meanwhile; then the one that commits second takes back what it did.
 */
export async function takeIn(services: Services, most = mostAtOnce): Promise<Taken> {
  const { database, clock } = services
  const { db } = database
  const from = await findCome(db)
  const found = await readSettled(db, from, await readHorizon(db), most)
  if (found.length === 0) return { events: 0, cut: false, outrun: false }
  const { events, told } = await fitting(database, found)
  const gathered = gather(told, causeIn(events), () => newId('N', clock()))
  const kept = await keep(services, from, placeOf(events.at(-1)!), gathered)
  if (kept) count(services, told)
  return { events: events.length, cut: events.length < found.length, outrun: !kept }
}

/**
 * As many of some events, from the first, as can be told at once, and who is told what of them. Some hundred comments on a
 * task that thousands watch would not go into the memory of a process.
 */
async function fitting(
  database: Database,
  found: readonly PlacedEvent[],
): Promise<{ events: readonly PlacedEvent[]; told: readonly Told[] }> {
  const told = await audienceOf(database, found, mostTold + 1)
  const last = told[mostTold]?.n
  if (last == null) return { events: found, told }
  // Of this one some may be missing.
  const whole = told.filter(({ n }) => n! < last)
  if (whole.length > 0) return { events: found.slice(0, last), told: whole }
  const events = found.slice(0, last + 1)
  return { events, told: await audienceOf(database, events) }
}

/** Goes on past the next event without telling anybody of it; gives its id. */
export async function passOver({ database, clock }: Services): Promise<string | undefined> {
  const { db } = database
  const from = await findCome(db)
  const [event] = await readSettled(db, from, await readHorizon(db), 1)
  if (event) await goOn(db, from, placeOf(event), new Date(clock()).toISOString())
  return event?.event_id
}

/** Takes in all that is settled; gives how many events that were. */
export async function takeInAll(services: Services): Promise<number> {
  for (let all = 0; ;) {
    const { events } = await takeIn(services)
    if (events === 0) return all
    all += events
  }
}

function keep(
  { database, clock, mail }: Services,
  from: Place,
  to: Place,
  gathered: Gathered[],
): Promise<boolean> {
  const millis = clock()
  return database.transaction(async (trx) => {
    if (!(await goOn(trx, from, to, new Date(millis).toISOString()))) return false
    if (gathered.length > 0)
      await storeLast(trx, gathered, { millis, mailing: mail !== undefined, sharded: database.sharded })
    return true
  })
}

const causeIn =
  (events: readonly PlacedEvent[]) =>
  ({ n, kind }: Told): Cause => {
    const { event_id, actor_user_id, actor_username, created_at, part_id } = events[n!]!
    return { kind, event_id, actor_user_id, actor_username, at: created_at, part_id: part_id ?? null }
  }

/** Counts what people were told, by its kind. */
export function count({ metrics }: Services, told: readonly Told[]): void {
  const counter = metrics.counter('svc_notifications_total', 'What people were told of, by its kind.', 'kind')
  for (const { kind } of told) counter.inc({ kind })
}
