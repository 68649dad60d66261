import { sql, type Sql } from '../../db/sql.ts'
import { isDate, isDateTime, restorePlus } from '../../kernel/values/dates.ts'
import { isUuid } from '../../kernel/values/ids.ts'
import { invalid } from '../../kernel/problem.ts'
import { likeLiteral } from '../../kernel/text.ts'

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
export function boundOf(name: 'from' | 'to', given: string): string {
  if (isDate(given)) return name === 'from' ? `${given}T00:00:00.000Z` : `${given}T23:59:59.999Z`
  const value = restorePlus(given)
  if (!isDateTime(value)) throw invalid(['query', name], `${name} is a date-time or YYYY-MM-DD.`, 'format')
  return new Date(value).toISOString()
}

/** The conditions on an event `e` that the filters stand for; what is unknown matches nothing. */
export function conditionsOf(filters: AuditFilters): Sql[] {
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

/** A username can look like an id, so that then both are meant. They are ASCII, which "C" folds alike everywhere. */
function byActor(actor: string): Sql {
  const byName = sql`lower(e.actor_username collate "C") = ${actor.toLowerCase()}`
  return isUuid(actor) ? sql`(e.actor_user_id = ${actor}::uuid or ${byName})` : byName
}
