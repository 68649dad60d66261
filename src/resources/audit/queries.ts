import { sql, type Sql } from '../../db/sql.ts'
import type { Db } from '../../db/database.ts'
import { query } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { selectPage, type ListQuery } from '../../kernel/paging.ts'
import { every } from '../../kernel/sql.ts'

export interface AuditRow {
  event_id: string
  created_at: string
  org_id: string
  action: string
  resource_type: string
  resource_id: string
  project_id: string | null
  from_project_id: string | null
  actor_kind: 'user' | 'service_account' | 'system'
  actor_user_id: string | null
  actor_username: string | null
  token_id: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  ip: string | null
  user_agent: string | null
  request_id: string | null
}

/** The columns of an event, in the order in which they are shown. */
export const auditColumns = [
  'event_id',
  'created_at',
  'org_id',
  'action',
  'resource_type',
  'resource_id',
  'project_id',
  'from_project_id',
  'actor_kind',
  'actor_user_id',
  'actor_username',
  'token_id',
  'before',
  'after',
  'ip',
  'user_agent',
  'request_id',
] as const

const selected = sql.raw(
  auditColumns.map((name) => (name === 'action' ? 'e.type as action' : `e.${name}`)).join(', '),
)
const selectedAsText = sql.raw(
  auditColumns
    .map((name) => {
      if (name === 'action') return 'e.type as action'
      return name === 'before' || name === 'after' ? `e.${name}::text as ${name}` : `e.${name}`
    })
    .join(', '),
)

/** The organization's events within its retention: what is older is hidden at once and deleted later. */
const scopeOf = (ctx: Context, orgId: string, conditions: Sql[]) => sql`
  e.org_id = ${orgId} and e.created_at > coalesce((
    select ${ctx.now}::timestamptz - s.audit_retention_days * interval '24 hours'
    from organization_settings s where s.org_id = ${orgId}), '-infinity') and ${every(conditions)}`

/** A page of the audit. Planned for its very values: how many events a filter leaves differs by orders of magnitude. */
export function listEvents(
  ctx: Context,
  orgId: string,
  conditions: Sql[],
  page: ListQuery,
): Promise<AuditRow[]> {
  return selectPage<AuditRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<AuditRow>`
      select ${selected}, ${columns} from events e
      where ${scopeOf(ctx, orgId, conditions)} and ${where} ${order} ${limit}`,
    { plan: 'custom' },
  )
}

/** An event with `before` and `after` as JSON text. */
export type AuditTextRow = Omit<AuditRow, 'before' | 'after'> & {
  before: string | null
  after: string | null
}

/** The newest events, at most `limit` of them. */
export function exportEvents(
  ctx: Context,
  orgId: string,
  conditions: Sql[],
  limit: number,
): Promise<AuditTextRow[]> {
  return ctx.db.query(
    sql<AuditTextRow>`
      select ${selectedAsText} from events e
      where ${scopeOf(ctx, orgId, conditions)} order by e.created_at desc, e.event_id desc limit ${limit}`,
    { plan: 'custom' },
  )
}

/** The organizations that keep their audit for a time, and until when back. */
export function findRetentions(db: Db, now: string): Promise<{ org_id: string; before: string }[]> {
  return query(
    db,
    `SELECT org_id, $1::timestamptz - audit_retention_days * interval '24 hours' AS before
     FROM organization_settings WHERE audit_retention_days IS NOT NULL`,
    [now],
  )
}

/**
 * Deletes up to `limit` events of an organization that are past its retention and no task's; gives how many.
 * Rows that another process is at are left to it.
 */
export async function deleteEvents(db: Db, orgId: string, before: string, limit: number): Promise<number> {
  const gone = await query(
    db,
    `DELETE FROM events e USING (
       SELECT org_id, event_id FROM events
       WHERE org_id = $1 AND created_at <= $2 AND resource_type <> 'task'
       ORDER BY created_at LIMIT $3 FOR UPDATE SKIP LOCKED) old
     WHERE e.org_id = old.org_id AND e.event_id = old.event_id RETURNING 1`,
    [orgId, before, limit],
  )
  return gone.length
}
