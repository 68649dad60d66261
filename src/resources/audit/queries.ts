import { sql, type Sql } from '../../db/sql.ts'
import type { Db } from '../../db/database.ts'
import type { Context } from '../../kernel/context.ts'
import { selectPage, type ListQuery } from '../../kernel/paging.ts'
import { invalid } from '../../kernel/problem.ts'
import { every } from '../../kernel/sql.ts'
import { likeLiteral } from '../../kernel/text.ts'
import { isDate, isDateTime, restorePlus } from '../../kernel/values/dates.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { concernsOthers } from '../tasks/rows.ts'

/** An event as the audit shows it. */
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

/** What the audit can be narrowed to. */
export interface AuditFilters {
  resource_type?: string
  resource_id?: string
  project_id?: string
  action?: string
  actor?: string
  from?: string
  to?: string
}

/** One end of a span of time; a date stands for the whole day. 422 for what is neither. */
function boundOf(name: 'from' | 'to', given: string): string {
  if (isDate(given)) return name === 'from' ? `${given}T00:00:00.000Z` : `${given}T23:59:59.999Z`
  const value = restorePlus(given)
  if (!isDateTime(value)) throw invalid(['query', name], `${name} is a date-time or YYYY-MM-DD.`, 'format')
  return new Date(value).toISOString()
}

/** The conditions on an event `e` that the filters stand for; what is unknown matches nothing. */
function conditionsOf(filters: AuditFilters): Sql[] {
  const { resource_type, resource_id, project_id, action, actor, from, to } = filters
  const all: Sql[] = []
  if (resource_type !== undefined) all.push(sql`e.resource_type = ${resource_type}`)
  if (resource_id !== undefined) all.push(sql`e.resource_id = ${resource_id}`)
  if (project_id !== undefined)
    all.push(sql`(e.project_id = ${project_id} or e.from_project_id = ${project_id})`)
  if (action?.endsWith('.')) all.push(sql`e.type like ${`${likeLiteral(action)}%`}`)
  else if (action !== undefined) all.push(sql`e.type = ${action}`)
  if (actor !== undefined) all.push(byActor(actor))
  if (from !== undefined) all.push(sql`e.created_at >= ${boundOf('from', from)}::timestamptz`)
  if (to !== undefined) all.push(sql`e.created_at <= ${boundOf('to', to)}::timestamptz`)
  return all
}

/**
 * The condition that this username or user id did it. A username can look like an id: then both are meant. Usernames are
 * ASCII, which the collation "C" folds alike on every database.
 */
function byActor(actor: string): Sql {
  const byName = sql`lower(e.actor_username collate "C") = ${actor.toLowerCase()}`
  return isUuid(actor) ? sql`(e.actor_user_id = ${actor}::uuid or ${byName})` : byName
}

/**
 * The condition that an event `e` of the organization meets the filters and is within its retention: what is older is
 * hidden at once, and deleted later.
 */
const scopeOf = (ctx: Context, orgId: string, filters: AuditFilters) => sql`
  e.org_id = ${orgId} and e.created_at > coalesce((
    select ${ctx.now}::timestamptz - s.audit_retention_days * interval '24 hours'
    from organization_settings s where s.org_id = ${orgId}), '-infinity') 
  and ${concernsOthers} and ${every(conditionsOf(filters))}`

/** A page of the audit. Planned for its very values: how many events a filter leaves differs by orders of magnitude. */
export function listEvents(
  ctx: Context,
  orgId: string,
  filters: AuditFilters,
  page: ListQuery,
): Promise<AuditRow[]> {
  return selectPage<AuditRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<AuditRow>`
      select ${selected}, ${columns} from events e
      where ${scopeOf(ctx, orgId, filters)} and ${where} ${order} ${limit}`,
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
  filters: AuditFilters,
  limit: number,
): Promise<AuditTextRow[]> {
  return ctx.db.query(
    sql<AuditTextRow>`
      select ${selectedAsText} from events e
      where ${scopeOf(ctx, orgId, filters)} order by e.created_at desc, e.event_id desc limit ${limit}`,
    { plan: 'custom' },
  )
}

/** The organizations that delete events after a time, each with the moment before which it does so. */
export function findRetentions(db: Db, now: string): Promise<{ org_id: string; before: string }[]> {
  return db.query(sql<{ org_id: string; before: string }>`
    select org_id, ${now}::timestamptz - audit_retention_days * interval '24 hours' as before
    from organization_settings where audit_retention_days is not null`)
}

/**
 * Deletes up to `limit` events of an organization that are past its retention and no task's; gives how many.
 * Rows that another process has locked are left to that process.
 */
export async function deleteEvents(db: Db, orgId: string, before: string, limit: number): Promise<number> {
  const gone = await db.query(sql`
    delete from events e using (
      select org_id, event_id from events
      where org_id = ${orgId} and created_at <= ${before} and resource_type <> 'task'
      order by created_at limit ${limit} for update skip locked) old
    where e.org_id = ${orgId} and e.org_id = old.org_id and e.event_id = old.event_id returning 1`)
  return gone.length
}

/**
 * Deletes the events of up to `limit` tasks that are gone for good, once their deletion is past the retention of their
 * organization; gives how many tasks these were. Then nothing is left of them.
 */
export async function deleteEventsOfGone(
  db: Db,
  orgId: string,
  before: string,
  limit: number,
): Promise<number> {
  const gone = await db.query(sql`
    with gone as (
      delete from tasks_gone g using (
        select org_id, task_id from tasks_gone where org_id = ${orgId} and deleted_at <= ${before}
        order by deleted_at limit ${limit} for update skip locked) old
      where g.org_id = ${orgId} and g.org_id = old.org_id and g.task_id = old.task_id returning g.org_id, g.task_id),
    events_gone as (
      delete from events e using gone g
      where e.org_id = ${orgId} and e.org_id = g.org_id and e.resource_id = g.task_id and e.resource_type = 'task')
    select 1 from gone`)
  return gone.length
}
