import { sql, type Sql, and, escapeLike } from '../../../db/sql.ts'
import type { Db } from '../../../db/database.ts'
import type { Context } from '../../../core/context.ts'
import { selectPage, type PageRequest } from '../../../http/pagination/pagination.ts'
import { invalid } from '../../../core/errors.ts'
import { isDate, isDateTime, restorePlusSigns } from '../../../core/dates.ts'
import { isUuid } from '../../../core/ids.ts'
import { FORMER_READERS_KEY } from '../../work/tasks/policy.ts'
import { notPersonalReminderCondition } from '../../work/tasks/queries/rows.ts'
import { auditEventSchema } from './schema.ts'
import type { Static } from '../../../core/schema.ts'

export type AuditRow = Static<typeof auditEventSchema>

/** Columns of the audit log, in the order of the CSV export. */
export const auditColumns = Object.keys(auditEventSchema.properties) as (keyof AuditRow)[]

const buildColumns = (expressions: Partial<Record<keyof AuditRow, string>>) =>
  sql.raw(auditColumns.map((name) => (expressions[name] ? `${expressions[name]} as ${name}` : `e.${name}`)).join(', '))

const before = `(e.before - '${FORMER_READERS_KEY}')`
const auditColumnsSql = buildColumns({ action: 'e.type', before })
const auditTextColumnsSql = buildColumns({ action: 'e.type', before: `${before}::text`, after: 'e.after::text' })

export interface AuditFilters {
  resource_type?: string
  resource_id?: string
  project_id?: string
  action?: string
  actor?: string
  from?: string
  to?: string
}

/** Returns one end of the time range; a date includes the whole day. Throws 422 for other formats. */
function parseBound(name: 'from' | 'to', input: string): string {
  if (isDate(input)) return name === 'from' ? `${input}T00:00:00.000Z` : `${input}T23:59:59.999Z`
  const value = restorePlusSigns(input)
  if (!isDateTime(value)) throw invalid(['query', name], `${name} is a date-time or YYYY-MM-DD.`, 'format')
  return new Date(value).toISOString()
}

/** Builds the conditions on an event `e` for the filters. Unknown values match nothing. */
function buildConditions(filters: AuditFilters): Sql[] {
  const { resource_type, resource_id, project_id, action, actor, from, to } = filters
  const conditions: Sql[] = []
  if (resource_type !== undefined) conditions.push(sql`e.resource_type = ${resource_type}`)
  if (resource_id !== undefined) conditions.push(sql`e.resource_id = ${resource_id}`)
  if (project_id !== undefined)
    conditions.push(sql`(e.project_id = ${project_id} or e.from_project_id = ${project_id})`)
  if (action?.endsWith('.')) conditions.push(sql`e.type like ${`${escapeLike(action)}%`}`)
  else if (action !== undefined) conditions.push(sql`e.type = ${action}`)
  if (actor !== undefined) conditions.push(matchesActor(actor))
  if (from !== undefined) conditions.push(sql`e.created_at >= ${parseBound('from', from)}::timestamptz`)
  if (to !== undefined) conditions.push(sql`e.created_at <= ${parseBound('to', to)}::timestamptz`)
  return conditions
}

/** Compares both, since a username may look like an ID. Usernames are ASCII, which "C" lowercases everywhere alike. */
function matchesActor(actor: string): Sql {
  const byName = sql`lower(e.actor_username collate "C") = ${actor.toLowerCase()}`
  return isUuid(actor) ? sql`(e.actor_user_id = ${actor}::uuid or ${byName})` : byName
}

/** Matches events within the retention of the organization. Older ones are hidden immediately and deleted later. */
const matchesAudit = (ctx: Context, orgId: string, filters: AuditFilters) => sql`
  e.org_id = ${orgId} and e.created_at > coalesce((
    select ${ctx.now}::timestamptz - s.audit_retention_days * interval '24 hours'
    from organization_settings s where s.org_id = ${orgId}), '-infinity')
  and ${notPersonalReminderCondition} and ${and(buildConditions(filters))}`

/** Lists audit events with a custom plan, since the selectivity of filters differs by orders of magnitude. */
export const listAuditEvents = (ctx: Context, orgId: string, filters: AuditFilters, page: PageRequest) =>
  selectPage<AuditRow>(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<AuditRow>`
      select ${auditColumnsSql}, ${columns} from events e
      where ${matchesAudit(ctx, orgId, filters)} and ${where} ${order} ${limit}`,
    { plan: 'custom' },
  )

type AuditTextRow = Omit<AuditRow, 'before' | 'after'> & { before: string | null; after: string | null }

export const listAuditEventsForExport = (ctx: Context, orgId: string, filters: AuditFilters, limit: number) =>
  ctx.db.query(
    sql<AuditTextRow>`
      select ${auditTextColumnsSql} from events e
      where ${matchesAudit(ctx, orgId, filters)} order by e.created_at desc, e.event_id desc limit ${limit}`,
    { plan: 'custom' },
  )

export const listAuditRetentions = (db: Db, now: string) =>
  db.query(sql<{ org_id: string; before: string }>`
    select org_id, ${now}::timestamptz - audit_retention_days * interval '24 hours' as before
    from organization_settings where audit_retention_days is not null`)

/** Deletes up to `limit` expired events that do not belong to tasks. Skips rows that another process has locked. */
export async function deleteExpiredEvents(db: Db, orgId: string, before: string, limit: number): Promise<number> {
  const deleted = await db.query(sql`
    delete from events e using (
      select org_id, event_id from events
      where org_id = ${orgId} and created_at <= ${before} and resource_type <> 'task'
      order by created_at limit ${limit} for update skip locked) old
    where e.org_id = ${orgId} and e.org_id = old.org_id and e.event_id = old.event_id returning 1`)
  return deleted.length
}

/** Deletes events of up to `limit` purged tasks. Returns the number of tasks. */
export async function deleteEventsOfPurgedTasks(db: Db, orgId: string, before: string, limit: number): Promise<number> {
  const deleted = await db.query(sql`
    with gone as (
      delete from tasks_gone g using (
        select org_id, task_id from tasks_gone where org_id = ${orgId} and deleted_at <= ${before}
        order by deleted_at limit ${limit} for update skip locked) old
      where g.org_id = ${orgId} and g.org_id = old.org_id and g.task_id = old.task_id returning g.org_id, g.task_id),
    events_gone as (
      delete from events e using gone g
      where e.org_id = ${orgId} and e.org_id = g.org_id and e.resource_id = g.task_id and e.resource_type = 'task')
    select 1 from gone`)
  return deleted.length
}
