import type { Context } from './context.ts'

const columns = `org_id uuid, event_id text, type text, resource_type text, resource_id text, part_id text,
  project_id text, from_project_id text, actor_kind text, actor_user_id uuid, actor_username text, token_id text,
  before jsonb, after jsonb, ip text, user_agent text, request_id text, created_at timestamptz`
const names = columns.replace(/ (uuid|text|jsonb|timestamptz)/g, '')

/** The statement that inserts rows given as one JSON array in this parameter; one text whatever their number. */
export const insertEvents = (parameter: string): string => `INSERT INTO events (${names})
  SELECT ${names} FROM jsonb_to_recordset(${parameter}::jsonb) AS change(${columns})`

/** The buffered changes of a request as the rows of the ledger. */
export function eventRows(ctx: Context): Record<string, unknown>[] {
  const { user, token } = ctx.caller
  return ctx.events.map((event) => ({
    ...event,
    event_id: ctx.newId('EV'),
    actor_kind: event.by_service ? 'system' : user.kind,
    actor_user_id: event.by_service ? null : user.user_id,
    actor_username: event.by_service ? null : user.username,
    token_id: event.by_service ? null : (token?.token_id ?? null),
    ip: ctx.ip,
    user_agent: ctx.userAgent,
    request_id: ctx.requestId,
    created_at: ctx.now,
  }))
}
