import type { Transaction } from '../../db/database.ts'
import { numbered } from '../../db/sql.ts'
import type { Context } from '../context.ts'
import type { ChangeEvent, EventRow } from '../events.ts'
import { newId } from '../values/ids.ts'
import type { Messages, Outbox } from './outbox.ts'
import type { Services } from '../services/services.ts'

const columns = `org_id uuid, event_id text, type text, resource_type text, resource_id text, part_id text,
  project_id text, from_project_id text, actor_kind text, actor_user_id uuid, actor_username text, token_id text,
  before jsonb, after jsonb, ip text, user_agent text, request_id text, created_at timestamptz`
const names = columns.replace(/ (uuid|text|jsonb|timestamptz)/g, '')

const service = { actor_kind: 'system', actor_user_id: null, actor_username: null, token_id: null } as const

/** The buffered changes of a request as the rows of the ledger. */
export function eventRows(ctx: Context): EventRow[] {
  const { user, token } = ctx.caller
  const actor = {
    actor_kind: user.kind,
    actor_user_id: user.user_id,
    actor_username: user.username,
    token_id: token?.token_id ?? null,
  }
  return ctx.events.map((event) => ({
    ...event,
    event_id: ctx.newId('EV'),
    ...(event.by_service ? service : actor),
    ip: ctx.ip,
    user_agent: ctx.userAgent,
    request_id: ctx.requestId,
    created_at: ctx.now,
  }))
}

/** Rows of the ledger and what is told of them, as parts of a WITH whose parameters are numbered from `first`. */
export function recording(
  events: readonly EventRow[],
  messages: Messages | null,
  first: number,
): { parts: string; parameters: string[] } {
  const recorded = `recorded AS (INSERT INTO events (${names})
    SELECT ${names} FROM jsonb_to_recordset($${first}::jsonb) AS change(${columns}))`
  const rows = JSON.stringify(events)
  if (!messages) return { parts: recorded, parameters: [rows] }
  return { parts: `${recorded}, ${messages.parts(`$${first + 1}`)}`, parameters: [rows, messages.rows] }
}

/**
 * Ends a transaction of the service's own with the changes it made, which no request asked for. Gives what to call once
 * it is committed.
 */
export async function recordOwn(
  { outbox, clock }: Pick<Services, 'outbox' | 'clock'>,
  trx: Transaction,
  changes: readonly ChangeEvent[],
): Promise<() => void> {
  const millis = clock()
  const created_at = new Date(millis).toISOString()
  const origin = { ...service, ip: null, user_agent: null, request_id: null, created_at }
  const events = changes.map((change) => ({ ...change, event_id: newId('EV', millis), ...origin }))
  return recordLast(outbox, trx, events)
}

/** The same for what a person did beside the operations, on a page: the changes of its context. */
export const recordOf = (ctx: Context, trx: Transaction): Promise<() => void> =>
  recordLast(ctx.services.outbox, trx, eventRows(ctx))

async function recordLast(
  outbox: Outbox,
  trx: Transaction,
  events: readonly EventRow[],
): Promise<() => void> {
  const listeners = await outbox.look(trx, [...new Set(events.map((event) => event.org_id))])
  const messages = await listeners.messagesOf(trx, events)
  const { parts, parameters } = recording(events, messages, 1)
  await trx.last(numbered(`WITH ${parts} SELECT`, parameters))
  return () => messages?.committed()
}
