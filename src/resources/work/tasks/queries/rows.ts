import type { QueryOptions } from '../../../../db/database.ts'
import { sql, type Sql, listColumns, inList } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import type { ProjectRole } from '../../projects/queries/find.ts'
import { taskAttributeNames, type TaskAttributeValues } from '../attributes.ts'
import { claimColumn, joinClaim, type TaskClaim } from './claims.ts'
import { buildExternalRefsColumn, type TaskExternalRef } from './external.ts'

export type TaskRow = TaskAttributeValues

/** Task with the columns that determine the caller's access. */
export interface TaskWithAccess extends TaskRow {
  project_visibility: 'public' | 'private' | null
  project_deleted: boolean
  project_team_id: string | null
  /** True if a section of the project may mean a status. */
  project_has_status_sections: boolean
  project_prefix: string | null
  my_role: ProjectRole | null
  my_team_role: 'owner' | 'member' | null
  claim: TaskClaim | null
  external_refs: TaskExternalRef[]
}

/** Columns that determine a user's access to a task. */
export type TaskAccess = Pick<
  TaskWithAccess,
  | 'org_id'
  | 'task_id'
  | 'project_id'
  | 'team_id'
  | 'created_by'
  | 'assignee'
  | 'restricted'
  | 'restricted_to_user_ids'
  | 'project_visibility'
  | 'project_deleted'
  | 'my_role'
  | 'my_team_role'
>

/** Returns the columns of `TaskRow` for a table alias. */
export const buildTaskColumns = listColumns(taskAttributeNames)

const allTaskColumns = buildTaskColumns('t')
const userAccessColumns = sql`p.visibility as project_visibility, p.deleted_at is not null as project_deleted,
  p.team_id as project_team_id, p.prefix as project_prefix,
  coalesce(p.has_status_sections, false) as project_has_status_sections,
  pm.project_role as my_role, tm.team_role as my_team_role`

/** Columns of `TaskAccess`, selected from `joinTasksWithAccess`. */
export const taskAccessColumns = sql`t.org_id, t.task_id, t.project_id, t.team_id, t.created_by, t.assignee, t.restricted,
  t.restricted_to_user_ids, ${userAccessColumns}`

const taskWithAccessColumns = sql`${allTaskColumns}, ${userAccessColumns}, ${claimColumn}`

/** Returns the columns of `TaskWithAccess`, selected from `joinTasksWithAccess` and `joinClaim`. */
export const buildTaskWithAccessColumns = (orgIds: readonly string[]): Sql =>
  sql`${taskWithAccessColumns}, ${buildExternalRefsColumn(sql.orgIn('x.org_id', orgIds))}`

/** The same for an organization that another row of the query determines. */
export const joinedTaskWithAccessColumns = sql`${taskWithAccessColumns}, ${buildExternalRefsColumn(sql`true`)}`

/**
 * Joins the project `p` of a row and the memberships of a user in its project (`pm`) and team (`tm`). `org` is the
 * organization as an expression, if no condition on the row determines it.
 */
export const joinUserAccess = (alias: string, user: string | Sql, org: Sql = sql.raw(`${alias}.org_id`)): Sql => {
  const row = sql.raw(alias)
  return sql`
    left join projects p on p.org_id = ${org} and p.project_id = ${row}.project_id
    left join project_members pm on pm.org_id = ${org} and pm.project_id = ${row}.project_id
      and pm.user_id = ${user} and pm.is_active
    left join team_members tm on tm.org_id = ${org} and tm.team_id = ${row}.team_id
      and tm.user_id = ${user} and tm.is_active`
}

/** Condition that active member `m` can read task `t`, over the joins of `joinUserAccess`. Same rule as `canReadTask`. */
export const memberReadCondition = sql`(m.is_active and m.deleted_at is null and t.deleted_at is null and p.deleted_at is null
  and (m.role in ('owner', 'admin') or (
    case when t.project_id is not null then pm.user_id is not null or (p.visibility = 'public' and m.role = 'member')
      when t.team_id is not null then tm.user_id is not null or m.role = 'member'
      else m.username in (t.created_by, t.assignee) end
    and (not t.restricted or m.user_id = any(t.restricted_to_user_ids) or coalesce(pm.project_role = 'owner', false)))))`

/** Returns the FROM item of tasks `t` with the access of a user, whose id is a value or a column. */
export const joinTasksWithAccess = (user: string | Sql): Sql => sql`tasks t ${joinUserAccess('t', user)}`

const selectTasksWithAccess = (ctx: Context, orgIds: readonly string[], condition: Sql) => sql<TaskWithAccess>`
  select ${buildTaskWithAccessColumns(orgIds)} from ${joinTasksWithAccess(ctx.user.user_id)} ${joinClaim}
  where ${sql.orgIn('t.org_id', orgIds)} and ${condition} and t.deleted_at is null`

/** Locks tasks, ordered by id to avoid deadlocks. */
const lockTasks = (ctx: Context, orgIds: readonly string[], taskIds: readonly string[]): void =>
  ctx.ignoreRejection(
    ctx.db.queryByKey(sql`
      select from tasks where ${sql.orgIn('org_id', orgIds)} and ${inList('task_id', taskIds)} and deleted_at is null
      order by task_id for no key update`),
  )

/** Finds a live task in the caller's organizations, locked on writes, without checking access. */
export async function findTask(ctx: Context, taskId: string): Promise<TaskWithAccess | undefined> {
  const { orgIds } = ctx.caller
  // Locked by a separate statement: after a wait, one that locks and joins would join the project that the task had before.
  if (ctx.inTransaction) lockTasks(ctx, orgIds, [taskId])
  return (await ctx.db.queryByKey(selectTasksWithAccess(ctx, orgIds, sql`t.task_id = ${taskId}`)))[0]
}

/**
 * Finds a live task of an organization by a condition that matches at most one, without checking access. A condition that
 * depends on the request needs a custom plan.
 */
export async function findTaskBy(
  ctx: Context,
  orgId: string,
  condition: Sql,
  how?: QueryOptions,
): Promise<TaskWithAccess | undefined> {
  const statement = selectTasksWithAccess(ctx, [orgId], condition)
  return (await (how ? ctx.db.query(statement, how) : ctx.db.queryByKey(statement)))[0]
}

/** Finds live tasks by id, optionally locked, without checking access. */
export async function findTasks(
  ctx: Context,
  orgIds: readonly string[],
  taskIds: readonly string[],
  lock: boolean,
): Promise<TaskWithAccess[]> {
  if (taskIds.length === 0) return []
  if (lock) lockTasks(ctx, orgIds, taskIds)
  const found = await ctx.db.queryByKey(selectTasksWithAccess(ctx, orgIds, inList('t.task_id', taskIds)))
  if (lock) ctx.advanceTimePast(found)
  return found
}

/** Finds the access to tasks by id, also to deleted ones, all of them locked, without checking it. */
export async function findTaskAccess(ctx: Context, orgId: string, taskIds: readonly string[]): Promise<TaskAccess[]> {
  if (taskIds.length === 0) return []
  ctx.ignoreRejection(
    ctx.db.query(sql`
      select from tasks where org_id = ${orgId} and task_id = any(${taskIds}::text[])
      order by task_id for no key update`),
  )
  return ctx.db.query(sql<TaskAccess>`
    select ${taskAccessColumns} from ${joinTasksWithAccess(ctx.user.user_id)}
    where t.org_id = ${orgId} and t.task_id = any(${taskIds}::text[])`)
}

/** Condition that all readers of task `t` can also read task `o`. Same rule as `isReaderSubset`. */
export const readerSubsetCondition = sql`coalesce((t.project_id = o.project_id or (t.project_id is null and o.project_id is null
    and (t.team_id = o.team_id or (t.team_id is null and o.team_id is null and t.created_by in (o.created_by, o.assignee)
      and (t.assignee is null or t.assignee in (o.created_by, o.assignee))))))
  and (not o.restricted or (t.restricted and t.restricted_to_user_ids <@ o.restricted_to_user_ids)), false)`

/** A project, a team, or a resource of one (not a task), with the columns that decide whether a user can see its id. */
export interface ResourceAccess {
  org_id: string
  id: string
  project_id: string | null
  visibility: 'public' | 'private' | null
  project_deleted: boolean
  my_role: ProjectRole | null
  is_team_member: boolean
}

const inProject = (table: string, id: string, org: Sql) =>
  sql`${sql.raw(`select org_id, ${id} as id, project_id, null as team_id from ${table}`)} where org_id = ${org}`
const inTeam = (table: string, id: string, org: Sql) =>
  sql`${sql.raw(`select org_id, ${id} as id, null as project_id, team_id from ${table}`)} where org_id = ${org}`

/** Selects such resources `h` of an organization as `ResourceAccess` for a user, whose id is a value or a column. */
export const selectResourceAccess = (user: string | Sql, org: Sql): Sql => sql`
  select h.org_id, h.id, h.project_id, p.visibility, p.deleted_at is not null as project_deleted,
    pm.project_role as my_role, tm.team_role is not null as is_team_member
  from (${inProject('projects', 'project_id', org)} union all ${inProject('goals', 'goal_id', org)}
    union all ${inProject('stops', 'stop_id', org)}
    union all ${inTeam('teams', 'team_id', org)} union all ${inTeam('sprints', 'sprint_id', org)}
    union all ${inTeam('milestones', 'milestone_id', org)}
    union all select org_id, section_id, case scope_type when 'project' then scope_id end,
      case scope_type when 'team' then scope_id end from sections
      where org_id = ${org} and scope_type <> 'user') h
  ${joinUserAccess('h', user, org)}`

/** Condition that event `e` is not a personal reminder, which only its owner may see. */
export const notPersonalReminderCondition = sql`(e.type <> 'task.reminder_due' or e.after->>'user_id' is null)`
