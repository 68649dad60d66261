import type { Database } from '../../db/database.ts'
import { toPosition, type EventPosition, type PositionedEvent } from '../../events/reader/position.ts'
import { readWatermark, listStableEvents } from '../../events/reader/queries.ts'
import type { Dependencies } from '../../core/dependencies.ts'
import { newId } from '../../core/ids.ts'
import type { NotificationCause } from '../../resources/platform/notifications/rows.ts'
import { findNotices } from './candidates.ts'
import { loadPosition, advancePosition } from './position.ts'
import { groupNotices, type GroupedNotification } from './group.ts'
import type { Notice } from './authorize.ts'
import { storeNotifications } from './store.ts'

export const MAX_BATCH_EVENTS = 500

/** Maximum number of notices per batch; those of one event are never split. */
const MAX_NOTICES = 20_000

interface BatchResult {
  events: number
  /** True if the batch was shortened because of too many notices. */
  isPartial: boolean
  isOvertaken: boolean
}

/**
 * Creates the notifications of the next stable events and advances the position in one transaction. Lookups run before
 * it, since an open transaction with writes delays all followers of the log. Of concurrent processes, the second to
 * commit rolls back.
 */
export async function processNextBatch(services: Dependencies, limit = MAX_BATCH_EVENTS): Promise<BatchResult> {
  const { database, clock } = services
  const { db } = database
  const from = await loadPosition(db)
  const pending = await listStableEvents(db, from, await readWatermark(db), limit)
  if (pending.length === 0) return { events: 0, isPartial: false, isOvertaken: false }
  const { events, notices } = await fitBatch(database, pending)
  const groups = groupNotices(notices, buildToCause(events), () => newId('N', clock()))
  const isStored = await store(services, from, toPosition(events.at(-1)!), groups)
  if (isStored) countNotices(services, notices)
  return { events: events.length, isPartial: events.length < pending.length, isOvertaken: !isStored }
}

/** Returns the first events whose notices fit in memory: a task may have thousands of watchers. */
async function fitBatch(
  database: Database,
  pending: readonly PositionedEvent[],
): Promise<{ events: readonly PositionedEvent[]; notices: readonly Notice[] }> {
  const notices = await findNotices(database, pending, MAX_NOTICES + 1)
  const last = notices[MAX_NOTICES]?.n
  if (last == null) return { events: pending, notices }
  // The notices of this event may be incomplete.
  const complete = notices.filter(({ n }) => n! < last)
  if (complete.length > 0) return { events: pending.slice(0, last), notices: complete }
  const events = pending.slice(0, last + 1)
  return { events, notices: await findNotices(database, events) }
}

export async function skipNextEvent({ database, clock }: Dependencies): Promise<string | undefined> {
  const { db } = database
  const from = await loadPosition(db)
  const [event] = await listStableEvents(db, from, await readWatermark(db), 1)
  if (event) await advancePosition(db, from, toPosition(event), new Date(clock()).toISOString())
  return event?.event_id
}

export async function processAllEvents(services: Dependencies): Promise<number> {
  for (let total = 0; ;) {
    const { events } = await processNextBatch(services)
    if (events === 0) return total
    total += events
  }
}

function store(
  { database, clock, mail }: Dependencies,
  from: EventPosition,
  to: EventPosition,
  groups: GroupedNotification[],
): Promise<boolean> {
  const millis = clock()
  return database.transaction(async (trx) => {
    if (!(await advancePosition(trx, from, to, new Date(millis).toISOString()))) return false
    if (groups.length > 0)
      await storeNotifications(trx, groups, { millis, mailing: mail !== undefined, sharded: database.sharded })
    return true
  })
}

const buildToCause =
  (events: readonly PositionedEvent[]) =>
  ({ n, kind }: Notice): NotificationCause => {
    const { event_id, actor_user_id, actor_username, created_at, part_id } = events[n!]!
    return { kind, event_id, actor_user_id, actor_username, at: created_at, part_id: part_id ?? null }
  }

export function countNotices({ metrics }: Dependencies, notices: readonly Notice[]): void {
  const counter = metrics.counter('svc_notifications_total', 'Notifications of users, by kind.', 'kind')
  for (const { kind } of notices) counter.inc({ kind })
}
