import { wherever } from '../../db/by-organization.ts'
import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { ofOrganization } from '../../kernel/sql.ts'
import type { Services } from '../../kernel/services/services.ts'
import type { Reach } from './access.ts'
import { within } from './task-visibility.ts'

/**
 * The condition "task `t` is restricted and names the caller". It is written so that the index of those who are named
 * finds these few tasks.
 */
export const namesCaller = (ctx: Context): Sql => sql`
  t.restricted and t.restricted_to_user_ids @> array[${ctx.user.user_id}]::uuid[]`

/** The condition that the caller reads every restricted task of the project, an expression. */
export const readsRestricted = (reach: Reach, project: Sql): Sql =>
  reach.admin ? sql`true` : sql`${project} = any(${reach.owned}::text[])`

/** What of the restricted tasks is counted one by one: those of other people's projects that name the caller. */
const named = (ctx: Context, reach: Reach): Sql => sql`
  union all
  select t.project_id, coalesce(t.goal_id, ''), 1, (t.status = 'completed')::int, (t.task_type = 'bug')::int,
    top.is_top, top.is_top * (t.status = 'completed')::int
  from tasks t cross join lateral (select (t.parent_task_id is null and not t.is_subtask)::int as is_top) top
  where t.org_id = ${reach.org_id} and ${namesCaller(ctx)} and t.deleted_at is null and t.project_id is not null
    and ${within(reach.projects, sql`t.project_id`)} and not ${readsRestricted(reach, sql`t.project_id`)}`

/**
 * Selects what is kept count of, of the tasks that the caller can read in projects, by project or by goal as `id`:
 * `total`, `completed` and `bugs`, and `tops` and `tops_completed` of those without a parent that do not say that they
 * are subtasks. `''` stands for no goal. Nothing is selected of what has no tasks.
 */
export const taskCounts = (
  ctx: Context,
  reach: Reach,
  by: 'project_id' | 'goal_id',
  project?: string,
): Sql => sql`
  (select n.${sql.raw(by)} as id, sum(n.total) as total, sum(n.completed) as completed, sum(n.bugs) as bugs,
      sum(n.tops) as tops, sum(n.tops_completed) as tops_completed
    from (select c.project_id, c.goal_id, c.total, c.completed, c.bugs, c.tops, c.tops_completed from task_counts c
      where c.org_id = ${reach.org_id} and ${within(reach.projects, sql`c.project_id`)}
        ${reach.admin ? sql`` : sql`and (not c.restricted or ${readsRestricted(reach, sql`c.project_id`)})`}
      ${reach.admin ? sql`` : named(ctx, reach)}) n
    ${project === undefined ? sql`` : sql`where n.project_id = ${project}`}
    group by n.${sql.raw(by)})`

/** The condition that row `c` is of the counts `x`. */
const sameCount = sql`c.org_id = x.org_id and c.project_id = x.project_id and c.goal_id = x.goal_id
  and c.restricted = x.restricted`

const summing = (orgId?: string): Sql => sql`
  with changed as (
    select distinct org_id, project_id, goal_id, restricted from task_counts
    where ${ofOrganization('org_id', orgId)} and added),
  gone as (
    delete from task_counts c using changed x where ${ofOrganization('c.org_id', orgId)} and ${sameCount} returning c.*)
  insert into task_counts (org_id, project_id, goal_id, restricted, total, completed, bugs, tops, tops_completed, added)
  select org_id, project_id, goal_id, restricted, sum(total), sum(completed), sum(bugs), sum(tops),
    sum(tops_completed), false
  from gone group by org_id, project_id, goal_id, restricted
  having sum(total) <> 0 or sum(completed) <> 0 or sum(bugs) <> 0 or sum(tops) <> 0 or sum(tops_completed) <> 0`

/**
 * Puts the sums of counts that changed in the place of their rows. Two who do so at once do not count anything twice:
 * each adds up what it has itself deleted.
 */
export const sumCounts = ({ database }: Pick<Services, 'database'>): Promise<unknown> =>
  wherever(
    database,
    sql<{ org_id: string }>`select distinct org_id from task_counts where added`,
    async (orgId) => (await database.db.query(summing(orgId))).length,
  )
