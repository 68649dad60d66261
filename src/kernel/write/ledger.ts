import type { Transaction } from '../../db/database.ts'
import { commitTogether, type Part } from '../../db/parts.ts'
import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../context.ts'
import type { ChangeEvent, EventRow } from '../events.ts'
import type { Services } from '../services/services.ts'
import { newId } from '../values/ids.ts'

const typed = `org_id uuid, event_id text, type text, resource_type text, resource_id text, part_id text,
  project_id text, from_project_id text, actor_kind text, actor_user_id uuid, actor_username text, token_id text,
  before jsonb, after jsonb, ip text, user_agent text, request_id text, created_at timestamptz, ord integer, cause text`
const columns = sql.raw(typed)
const listed = typed.replace(/ (uuid|text|jsonb|timestamptz|integer)/g, '')
const names = sql.raw(listed)
const columnNames = listed.split(',').map((name) => name.trim()) as (keyof EventRow)[]

const service = { actor_kind: 'system', actor_user_id: null, actor_username: null, token_id: null } as const

/** What takes in changes beside the ledger itself. */
type Recording = Pick<Services, 'outbox' | 'tail' | 'database'>

/** The buffered changes of a request as the rows of the ledger. */
export function eventRows(ctx: Context): EventRow[] {
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
    ...(event.by_service ? service : actor),
    ip: ctx.ip,
    user_agent: ctx.userAgent,
    request_id: ctx.requestId,
    created_at: ctx.now,
  }))
}

/**
 * What writes rows into the ledger, and what tells those who listen of them: the changes with which a transaction ends.
 * `listening`: the answer to `outbox.look`; left out where nobody is told. Who follows the ledger learns of it once it is
 * committed.
 */
export async function recordingOf(
  { outbox, tail, database: { sharded } }: Recording,
  trx: Transaction,
  events: readonly EventRow[],
  listening?: Promise<unknown>,
): Promise<Part[]> {
  if (events.length === 0) return []
  trx.afterCommit(() => tail.wake())
  const told = listening ? await outbox.tell(trx, await listening, events) : []
  const rows = sharded || events.length <= few ? values(events) : many(events)
  return [{ name: 'recorded', change: sql`INSERT INTO events (${names}) ${rows}` }, ...told]
}

/** Most changes are a few events, whose values the database takes sooner one by one than out of JSON. */
const few = 8

const rowOf = (event: EventRow): Sql => {
  const values = columnNames.map((name) => {
    const value = event[name] ?? null
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
  })
  return sql`(${values.slice(1).reduce<Sql>((row, value) => sql`${row}, ${value}`, sql`${values[0]}`)})`
}

/** Rows of one organization that are given as values are written on its own server, and nowhere else. */
const values = (events: readonly EventRow[]): Sql =>
  sql`VALUES ${events.map(rowOf).reduce((all, row) => sql`${all}, ${row}`)}`

const many = (events: readonly EventRow[]): Sql => sql`
  SELECT ${names} FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS change(${columns})`

/** Ends a transaction of the service's own with the changes it made, which no request asked for. */
export function recordOwn(
  services: Recording & Pick<Services, 'clock'>,
  trx: Transaction,
  changes: readonly ChangeEvent[],
): Promise<void> {
  const millis = services.clock()
  const created_at = new Date(millis).toISOString()
  const origin = { ...service, ip: null, user_agent: null, request_id: null, created_at }
  const events = changes.map((change, ord) => ({ ...change, ord, event_id: newId('EV', millis), ...origin }))
  return recordLast(services, trx, events)
}

/** Ends a transaction of what a person did beside the operations, on a page, with the changes of its context. */
export const recordOf = (ctx: Context, trx: Transaction): Promise<void> =>
  recordLast(ctx.services, trx, eventRows(ctx))

async function recordLast(
  recording: Recording,
  trx: Transaction,
  events: readonly EventRow[],
): Promise<void> {
  if (events.length === 0) return
  const listening = recording.outbox.look(trx, [...new Set(events.map((event) => event.org_id))])
  await commitTogether(trx, await recordingOf(recording, trx, events, listening))
}
