import { sumOverOrgs } from '../../../../db/citus/per-org.ts'
import { sql, type Sql, orgEquals } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import type { Dependencies } from '../../../../core/dependencies.ts'
import type { OrgVisibility } from '../policy.ts'
import { buildProjectIdCondition } from './visibility.ts'

/**
 * Builds the condition "task `t` is restricted to users including the caller", in a form that its GIN index supports.
 */
export const buildNamesCallerCondition = (ctx: Context): Sql => sql`
  t.restricted and t.restricted_to_user_ids @> array[${ctx.user.user_id}]::uuid[]`

/** Builds the condition that the caller can read all restricted tasks of a project, passed as an expression. */
export const buildReadsRestrictedCondition = (visibility: OrgVisibility, project: Sql): Sql =>
  visibility.isOrgAdmin ? sql`true` : sql`${project} = any(${visibility.ownedProjectIds}::text[])`

/** Selects restricted tasks that name the caller in projects they do not own; these are counted one by one. */
const selectNamedTasks = (ctx: Context, visibility: OrgVisibility): Sql => sql`
  union all
  select t.project_id, coalesce(t.goal_id, ''), 1, (t.status = 'completed')::int, (t.task_type = 'bug')::int,
    top.is_top, top.is_top * (t.status = 'completed')::int
  from tasks t cross join lateral (select (t.parent_task_id is null and not t.is_subtask)::int as is_top) top
  where t.org_id = ${visibility.org_id} and ${buildNamesCallerCondition(ctx)} and t.deleted_at is null and t.project_id is not null
    and ${buildProjectIdCondition(visibility.projects, sql`t.project_id`)} and not ${buildReadsRestrictedCondition(visibility, sql`t.project_id`)}`

/**
 * Selects counts of the tasks that the caller can read, by project or goal as `id`: `total`, `completed`, `bugs`, and
 * `tops` and `tops_completed` for top-level tasks. `''` stands for no goal; ids without tasks have no row.
 */
export const selectTaskCounts = (
  ctx: Context,
  visibility: OrgVisibility,
  by: 'project_id' | 'goal_id',
  project?: string,
): Sql => sql`
  (select n.${sql.raw(by)} as id, sum(n.total) as total, sum(n.completed) as completed, sum(n.bugs) as bugs,
      sum(n.tops) as tops, sum(n.tops_completed) as tops_completed
    from (select c.project_id, c.goal_id, c.total, c.completed, c.bugs, c.tops, c.tops_completed from task_counts c
      where c.org_id = ${visibility.org_id} and ${buildProjectIdCondition(visibility.projects, sql`c.project_id`)}
        ${visibility.isOrgAdmin ? sql`` : sql`and (not c.restricted or ${buildReadsRestrictedCondition(visibility, sql`c.project_id`)})`}
      ${visibility.isOrgAdmin ? sql`` : selectNamedTasks(ctx, visibility)}) n
    ${project === undefined ? sql`` : sql`where n.project_id = ${project}`}
    group by n.${sql.raw(by)})`

const isSameCounter = sql`c.org_id = x.org_id and c.project_id = x.project_id and c.goal_id = x.goal_id
  and c.restricted = x.restricted`

const sumChanged = (orgId?: string): Sql => sql`
  with changed as (
    select distinct org_id, project_id, goal_id, restricted from task_counts
    where ${orgEquals('org_id', orgId)} and added),
  gone as (
    delete from task_counts c using changed x where ${orgEquals('c.org_id', orgId)} and ${isSameCounter} returning c.*)
  insert into task_counts (org_id, project_id, goal_id, restricted, total, completed, bugs, tops, tops_completed, added)
  select org_id, project_id, goal_id, restricted, sum(total), sum(completed), sum(bugs), sum(tops),
    sum(tops_completed), false
  from gone group by org_id, project_id, goal_id, restricted
  having sum(total) <> 0 or sum(completed) <> 0 or sum(bugs) <> 0 or sum(tops) <> 0 or sum(tops_completed) <> 0`

/** Replaces count rows by their sums. Safe to run concurrently: each run adds up only the rows it deleted itself. */
export const compactTaskCounts = ({ database }: Pick<Dependencies, 'database'>): Promise<unknown> =>
  sumOverOrgs(
    database,
    sql<{ org_id: string }>`select distinct org_id from task_counts where added`,
    async (orgId) => (await database.db.query(sumChanged(orgId))).length,
  )
