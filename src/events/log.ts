import type { Transaction } from '../db/database.ts'
import { commitWith, type NamedStatement } from '../db/named-statements.ts'
import { sql, type Sql } from '../db/sql.ts'
import type { Context } from '../core/context.ts'
import type { ChangeEvent, EventRow } from '../core/change-event.ts'
import type { Dependencies } from '../core/dependencies.ts'
import { newId } from '../core/ids.ts'

const columnTypes = `org_id uuid, event_id text, type text, resource_type text, resource_id text, part_id text,
  project_id text, from_project_id text, actor_kind text, actor_user_id uuid, actor_username text, token_id text,
  before jsonb, after jsonb, ip text, user_agent text, request_id text, created_at timestamptz, ord integer, cause text`
const columns = sql.raw(columnTypes)
const columnList = columnTypes.replace(/ (uuid|text|jsonb|timestamptz|integer)/g, '')
const names = sql.raw(columnList)
const columnNames = columnList.split(',').map((name) => name.trim()) as (keyof EventRow)[]

const systemActor = {
  actor_kind: 'system',
  actor_user_id: null,
  actor_username: null,
  token_id: null,
} as const

type EventReceivers = Pick<Dependencies, 'outbox' | 'eventLogReader' | 'database'>

export function toEventRows(ctx: Context): EventRow[] {
  const { user, token } = ctx.caller
  const actor = {
    actor_kind: user.kind,
    actor_user_id: user.user_id,
    actor_username: user.username,
    token_id: token?.token_id ?? null,
  }
  return ctx.events.map((event, ord) => ({
    ...event,
    ord,
    event_id: ctx.newId('EV'),
    ...(event.by_service ? systemActor : actor),
    ip: ctx.ip,
    user_agent: ctx.userAgent,
    request_id: ctx.requestId,
    created_at: ctx.now,
  }))
}

/** Returns the statements for the end of a transaction. Wakes event-log readers after the commit. */
export async function buildEventStatements(
  { outbox, eventLogReader, database: { sharded } }: EventReceivers,
  trx: Transaction,
  events: readonly EventRow[],
  subscriberLookup?: Promise<unknown>,
): Promise<NamedStatement[]> {
  if (events.length === 0) return []
  trx.afterCommit(() => eventLogReader.wake())
  const deliveries = subscriberLookup ? await outbox.enqueueDeliveries(trx, await subscriberLookup, events) : []
  const ordered =
    trx.firstEventPosition === 0
      ? events
      : events.map((event) => ({ ...event, ord: trx.firstEventPosition + event.ord }))
  const rows = sharded || events.length <= MAX_VALUES_EVENTS ? buildValues(ordered) : selectFromJson(ordered)
  return [{ name: 'inserted_events', statement: sql`INSERT INTO events (${names}) ${rows}` }, ...deliveries]
}

/** Number of events up to which VALUES are faster than JSON. */
const MAX_VALUES_EVENTS = 8

const toRow = (event: EventRow): Sql => {
  const values = columnNames.map((name) => {
    const value = event[name] ?? null
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  })
  return sql`(${values.slice(1).reduce<Sql>((row, value) => sql`${row}, ${value}`, sql`${values[0]}`)})`
}

/** Builds VALUES, by which Citus routes the rows of an organization to its server. */
const buildValues = (events: readonly EventRow[]): Sql =>
  sql`VALUES ${events.map(toRow).reduce((all, row) => sql`${all}, ${row}`)}`

const selectFromJson = (events: readonly EventRow[]): Sql => sql`
  SELECT ${names} FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS change(${columns})`

export function commitSystemEvents(
  services: EventReceivers & Pick<Dependencies, 'clock'>,
  trx: Transaction,
  changes: readonly ChangeEvent[],
): Promise<void> {
  const millis = services.clock()
  const created_at = new Date(millis).toISOString()
  const origin = { ...systemActor, ip: null, user_agent: null, request_id: null, created_at }
  const events = changes.map((change, ord) => ({ ...change, ord, event_id: newId('EV', millis), ...origin }))
  return commitWithEvents(services, trx, events)
}

export const commitContextEvents = (ctx: Context, trx: Transaction): Promise<void> =>
  commitWithEvents(ctx.services, trx, toEventRows(ctx))

async function commitWithEvents(receivers: EventReceivers, trx: Transaction, events: readonly EventRow[]) {
  if (events.length === 0) return
  const subscriberLookup = receivers.outbox.findSubscribers(trx, [...new Set(events.map((event) => event.org_id))])
  await commitWith(trx, await buildEventStatements(receivers, trx, events, subscriberLookup))
}
