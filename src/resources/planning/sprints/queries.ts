import { sql, type Sql, buildAssignments } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { AuditColumns } from '../../../core/resource-fields.ts'
import { hasName, type NameQuery } from '../../../http/pagination/name-filter.ts'
import type { PageRequest, ListSpec } from '../../../http/pagination/pagination.ts'
import { toUniqueKey } from '../../../core/text.ts'
import { conflictOnDuplicate } from '../../../core/unique-violation.ts'
import { selectPageWithSummary } from '../../../http/pagination/page-with-summary.ts'
import { addDays } from '../../../core/time-zones.ts'
import { buildPreferredZoneSql, getLocalDate } from '../../../auth/time-zone.ts'
import type { OrgVisibility } from '../../work/projects/policy.ts'
import { buildVisibleTasksCondition } from '../../work/projects/queries/visibility.ts'
import { selectContainerCounts, type TaskCounts } from '../../work/tasks/queries/container-counts.ts'
import type { BurndownSprint, TaskHistory } from './burndown.ts'
import type { sprint } from './schema.ts'
import type { Static } from '../../../core/schema.ts'

export type SprintRow = Omit<
  Static<typeof sprint>,
  'duration_weeks' | 'duration_label' | 'task_count' | 'completed_count'
> &
  AuditColumns

export type SprintFields = Pick<
  SprintRow,
  'name' | 'description' | 'goal' | 'start_date' | 'end_date' | 'status' | 'completed_at' | 'completed_by'
>

const columns = sql`s.org_id, s.sprint_id, s.team_id, s.name, s.description, s.goal, s.start_date, s.end_date, s.status,
  s.completed_at, s.completed_by, s.is_active, s.version, s.created_by, s.updated_by, s.created_at, s.updated_at`

export const sprintSorts: ListSpec = {
  sorts: {
    start_date: [{ sql: 's.start_date', type: 'date' }],
    end_date: [{ sql: 's.end_date', type: 'date' }],
    name: [{ sql: 's.name_key', type: 'text' }],
    created_at: [{ sql: 's.created_at', type: 'timestamptz' }],
  },
  defaultOrder: [{ sql: 's.start_date', type: 'date', desc: true }],
  id: { sql: 's.sprint_id', type: 'text' },
  defaultLimit: 1000,
}

export interface SprintWithCounts extends SprintRow {
  counts: TaskCounts
}

const selectCounts = (ctx: Context, visibility: OrgVisibility): Sql =>
  sql`${selectContainerCounts(ctx, visibility, 'sprint_id', 's.sprint_id')} as counts`

export const listSprints = (
  ctx: Context,
  page: PageRequest,
  visibility: OrgVisibility,
  teamId: string,
  named: NameQuery,
) =>
  selectPageWithSummary<SprintWithCounts, { total: number }>(
    ctx,
    page,
    sql`select count(*) as total from sprints w
      where w.org_id = ${visibility.org_id} and w.team_id = ${teamId} and w.is_active and ${hasName('w.name', named, toUniqueKey)}`,
    ({ where, order, limit, columns: sorts }) => sql<SprintWithCounts>`
      select ${columns}, ${selectCounts(ctx, visibility)}, ${sorts} from sprints s
      where s.org_id = ${visibility.org_id} and s.team_id = ${teamId} and s.is_active
        and ${hasName('s.name', named, toUniqueKey)} and ${where} ${order} ${limit}`,
  )

export const findSprint = (ctx: Context, visibility: OrgVisibility, teamId: string, sprintId: string) =>
  ctx.db.queryRow(
    sql<SprintWithCounts>`select ${columns}, ${selectCounts(ctx, visibility)} from sprints s
      where s.org_id = ${visibility.org_id} and s.team_id = ${teamId} and s.is_active and s.sprint_id = ${sprintId}`,
    { plan: 'custom' },
  )

/** Finds today's sprint: the one that started last, then the one created last. */
export async function findCurrentSprint(
  ctx: Context,
  visibility: OrgVisibility,
  teamId: string,
): Promise<SprintWithCounts | undefined> {
  const utc = ctx.now.slice(0, 10)
  // The statement also reads the caller's time zone, so it selects a day more on each side: no zone is further from UTC.
  const rows = await ctx.db.query(
    sql<SprintWithCounts & { preferred: string | null }>`
      select ${columns}, ${selectCounts(ctx, visibility)}, ${buildPreferredZoneSql(ctx)} as preferred from sprints s
      where s.org_id = ${visibility.org_id} and s.team_id = ${teamId} and s.is_active and s.status = 'active'
        and s.start_date <= ${addDays(utc, 1)} and s.end_date >= ${addDays(utc, -1)}
      order by s.start_date desc, s.created_at desc, s.sprint_id desc`,
    { plan: 'custom' },
  )
  const today = getLocalDate(ctx, rows[0]?.preferred)
  return rows.find(({ start_date, end_date }) => start_date <= today && end_date >= today)
}

export interface SprintHistory extends BurndownSprint {
  tasks: TaskHistory[]
  preferred: string | null
}

/** Selects a column with the former values of a task `t` as JSON, in their order. */
const selectFormerValues = (orgId: string, attribute: 'status' | 'sprint'): Sql => sql`
  (select coalesce(json_agg(json_build_object('value', h.value, 'left_at', extract(epoch from h.left_at) * 1000)
      order by h.left_at), '[]')
    from task_spans h where h.org_id = ${orgId} and h.task_id = t.task_id and h.what = ${attribute})`

/** Finds a sprint with the history of each task that is or was in it and that the caller can read. */
export async function findSprintHistory(
  ctx: Context,
  visibility: OrgVisibility,
  teamId: string,
  sprintId: string,
): Promise<SprintHistory | undefined> {
  const { org_id: orgId } = visibility
  return ctx.db.queryRow(
    sql<SprintHistory>`
      select s.sprint_id, s.start_date, s.end_date, s.completed_at, ${buildPreferredZoneSql(ctx)} as preferred,
        (select coalesce(json_agg(json_build_object('created_at', extract(epoch from t.created_at) * 1000,
            'status', t.status, 'sprint_id', t.sprint_id, 'statuses', ${selectFormerValues(orgId, 'status')},
            'sprints', ${selectFormerValues(orgId, 'sprint')})), '[]')
          from tasks t where t.org_id = ${orgId} and t.task_id in (
              select n.task_id from tasks n where n.org_id = ${orgId} and n.sprint_id = ${sprintId}
              union select p.task_id from task_spans p
                where p.org_id = ${orgId} and p.what = 'sprint' and p.value = ${sprintId})
            and t.deleted_at is null and ${buildVisibleTasksCondition(ctx, visibility)}) as tasks
      from sprints s
      where s.org_id = ${orgId} and s.team_id = ${teamId} and s.is_active and s.sprint_id = ${sprintId}`,
    { plan: 'custom' },
  )
}

/** Counts the tasks of a sprint for its event, including tasks that the caller cannot read. */
export const countSprintTasks = async (ctx: Context, sprint: SprintRow) =>
  (await ctx.db.queryRow(sql<TaskCounts>`
    select count(*)::int as total, count(*) filter (where status = 'completed')::int as completed
    from tasks where org_id = ${sprint.org_id} and sprint_id = ${sprint.sprint_id} and deleted_at is null`))!

/** Locks sprints of a team in the order of their ids, and returns those that exist. */
export async function lockSprints(
  ctx: Context,
  team: Pick<SprintRow, 'org_id' | 'team_id'>,
  ids: readonly string[],
): Promise<Map<string, SprintRow>> {
  const found = await ctx.db.query(sql<SprintRow>`
    select ${columns} from sprints s
    where s.org_id = ${team.org_id} and s.team_id = ${team.team_id} and s.sprint_id = any(${ids}::text[])
      and s.is_active
    order by s.sprint_id for no key update`)
  return new Map(found.map((sprint) => [sprint.sprint_id, sprint]))
}

const nameTaken = 'The team already has a sprint with this name. Choose another name.'
const withNameKey = (fields: Partial<SprintFields>) => ({
  ...fields,
  ...(fields.name !== undefined && { name_key: toUniqueKey(fields.name) }),
})

/** Throws 409 when another sprint of the team has the name. */
export async function insertSprint(
  ctx: Context,
  team: Pick<SprintRow, 'org_id' | 'team_id'>,
  fields: SprintFields,
): Promise<SprintRow> {
  const values = {
    ...withNameKey(fields),
    team_id: team.team_id,
    sprint_id: ctx.newId('SP'),
    created_by: ctx.user.username,
    updated_by: ctx.user.username,
    created_at: ctx.now,
    updated_at: ctx.now,
  }
  const names = sql.join(Object.keys(values).map((name) => sql.raw(name)))
  const inserted = ctx.db.query(sql<SprintRow>`insert into sprints as s (org_id, ${names})
      values (${team.org_id}, ${sql.join(Object.values(values))}) returning ${columns}`)
  return (await conflictOnDuplicate('sprints_name', nameTaken, inserted))[0]!
}

async function saveColumns(ctx: Context, sprint: SprintRow, fields: Record<string, unknown>): Promise<SprintRow> {
  const changed = { ...fields, updated_by: ctx.user.username, updated_at: ctx.now }
  const updated = ctx.db.query(
    sql<SprintRow>`update sprints s set ${buildAssignments(changed)}, version = version + 1
      where s.org_id = ${sprint.org_id} and s.sprint_id = ${sprint.sprint_id} returning ${columns}`,
    { plan: 'custom' },
  )
  return (await conflictOnDuplicate('sprints_name', nameTaken, updated))[0]!
}

export const saveSprint = (ctx: Context, sprint: SprintRow, fields: Partial<SprintFields>) =>
  saveColumns(ctx, sprint, fields.name === sprint.name ? fields : withNameKey(fields))

/** Marks a sprint as deleted. Its name can be used again. */
export const markSprintDeleted = (ctx: Context, sprint: SprintRow, reason: string | null) =>
  saveColumns(ctx, sprint, { is_active: false, deleted_at: ctx.now, delete_reason: reason })
