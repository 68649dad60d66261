import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import type { Filters } from '../../kernel/lists/filter.ts'
import { invalidParameter } from '../../kernel/problem.ts'
import type { Reach } from '../projects/access.ts'
import { seenBy, seenTaskColumns, type TaskSeen } from './rows.ts'

/** Returns the time before which deleted tasks can no longer be restored. */
export const keptSince = (millis: number, days: number): string =>
  new Date(millis - days * 24 * 60 * 60 * 1000).toISOString()

const retentionCutoff = ({ millis, services }: Context) => keptSince(millis, services.config.deletedTaskDays)

/** Returns whether a task is live or can be restored. */
export const isKept = (ctx: Context, { deleted_at }: { deleted_at: string | null }): boolean =>
  deleted_at === null || deleted_at > retentionCutoff(ctx)

/** Returns whether a list requests deleted tasks. Throws 400 with a search, which only finds live tasks. */
export function wantsDeleted(filters: Filters): boolean {
  if (filters.deleted === undefined) return false
  if (filters.search !== undefined)
    throw invalidParameter(
      'filter[search]',
      'filter[search] cannot be combined with filter[deleted]: omit one of them.',
    )
  return true
}

export const isLive = sql`t.deleted_at is null`

/** Returns the condition that task `t`, in a readable container, can be restored. Same rule as `canDeleteTask`. */
export const isRestorable = (ctx: Context, visibility: Reach): Sql =>
  visibility.admin
    ? sql`t.deleted_at > ${retentionCutoff(ctx)}::timestamptz`
    : sql`t.deleted_at > ${retentionCutoff(ctx)}::timestamptz
        and (t.created_by = ${ctx.user.username} or t.project_id = any(${visibility.editable}::text[]))`

/** Containers that a deleted task can return to; null for one that it had not or cannot return to. */
interface RestorableLinks {
  team_id: string | null
  sprint_id: string | null
  milestone_id: string | null
  goal_id: string | null
  sections: string[]
  stops: string[]
}

/** Task, deleted or not, with the links that its deletion removed and those that can be restored. */
export interface TaskKept extends TaskSeen {
  deleted_at: string | null
  with_task_id: string | null
  place: number | null
  dependents: string[]
  sections: string[]
  stops: string[]
  fitting: RestorableLinks
}

/** Excludes sprints that were completed since the deletion, and containers of other teams. */
const restorableColumn = sql`jsonb_build_object(
  'team_id', (select m.team_id from teams m where m.org_id = t.org_id and m.team_id = t.team_id and m.is_active),
  'sprint_id', (select s.sprint_id from sprints s where s.org_id = t.org_id and s.sprint_id = t.sprint_id and s.is_active
    and s.team_id in (t.team_id, p.team_id) and (s.completed_at is null or s.completed_at <= t.deleted_at)),
  'milestone_id', (select m.milestone_id from milestones m where m.org_id = t.org_id
    and m.milestone_id = t.milestone_id and m.is_active and m.team_id in (t.team_id, p.team_id)),
  'goal_id', (select g.goal_id from goals g where g.org_id = t.org_id and g.goal_id = t.goal_id and g.is_active
    and g.project_id = t.project_id),
  'sections', array(select l.section_id from task_sections l where l.org_id = t.org_id and l.task_id = t.task_id
    and (l.scope_type <> 'team' or l.scope_id in (t.team_id, p.team_id))),
  'stops', array(select f.stop_id from stop_tasks f where f.org_id = t.org_id and f.task_id = t.task_id)) as fitting`

const selectTasks = (ctx: Context, orgIds: readonly string[], condition: Sql): Promise<TaskKept[]> =>
  ctx.db.query(sql<TaskKept>`
    select ${seenTaskColumns}, t.deleted_at, d.with_task_id, d.place, coalesce(d.dependents, '{}') as dependents,
      coalesce(d.sections, '{}') as sections, coalesce(d.stops, '{}') as stops, ${restorableColumn}
    from ${seenBy(ctx.user.user_id)} left join task_deletions d on d.org_id = t.org_id and d.task_id = t.task_id
    where ${sql.among('t.org_id', orgIds)} and ${condition} order by t.task_id`)

/** Finds tasks by id, including deleted ones, without checking access. */
export const findKept = (ctx: Context, orgId: string, ids: string[]): Promise<TaskKept[]> =>
  ids.length === 0 ? Promise.resolve([]) : selectTasks(ctx, [orgId], sql`t.task_id = any(${ids}::text[])`)

/** Returns the SELECT of the ids that are restored together: the task and the subtasks that were deleted with it. */
const selectRestoredIds = (orgIds: readonly string[], taskId: string): Sql => sql`
  select ${taskId}::text collate "C" union
  select d.task_id from task_deletions d join tasks k on k.org_id = d.org_id and k.task_id = d.task_id
    join tasks r on r.org_id = d.org_id and r.task_id = d.with_task_id and r.deleted_at = k.deleted_at
  where ${sql.among('d.org_id', orgIds)} and d.with_task_id = ${taskId}`

/** Finds a task, deleted or not, and the subtasks that were deleted with it. */
export const findWithTask = (ctx: Context, taskId: string): Promise<TaskKept[]> =>
  selectTasks(ctx, ctx.caller.orgIds, sql`t.task_id in (${selectRestoredIds(ctx.caller.orgIds, taskId)})`)

/** Locks everything that restoring a task can change, in the common order: organization links, containers, then tasks. */
export function lockToRestore(ctx: Context, taskId: string): void {
  const { orgIds } = ctx.caller
  const back = sql`select k.* from tasks k where ${sql.among('k.org_id', orgIds)}
    and k.task_id in (${selectRestoredIds(orgIds, taskId)})`
  const lockInContainer = (table: string, id: string) => sql`
    (select count(*) from (select from ${sql.raw(table)} h where ${sql.among('h.org_id', orgIds)}
      and h.${sql.raw(id)} in (select b.${sql.raw(id)} from (${back}) b) order by h.${sql.raw(id)} for share) held)`
  ctx.later(
    ctx.db.query(sql`
      select from organizations where org_id in (select b.org_id from (${back}) b) order by org_id for no key update`),
  )
  ctx.later(
    ctx.db.query(sql`
      select ${lockInContainer('projects', 'project_id')}, ${lockInContainer('teams', 'team_id')}, ${lockInContainer('goals', 'goal_id')},
        ${lockInContainer('milestones', 'milestone_id')}, ${lockInContainer('sprints', 'sprint_id')}`),
  )
  ctx.later(
    ctx.db.query(sql`
      select from tasks t where ${sql.among('t.org_id', orgIds)} and t.task_id in (
        select b.task_id from (${back}) b
        union all select b.parent_task_id from (${back}) b
        union all select unnest(b.sub_tasks) from (${back}) b
        union all select unnest(d.dependents) from task_deletions d join (${back}) b
          on b.org_id = d.org_id and b.task_id = d.task_id where ${sql.among('d.org_id', orgIds)})
      order by t.task_id for no key update`),
  )
}

/** Finds the direct and transitive dependencies of tasks, through live tasks only. */
export async function awaitedFrom(
  ctx: Context,
  orgId: string,
  taskIds: string[],
): Promise<Map<string, string[]>> {
  const rows = await ctx.db.query(sql<{ task_id: string; dependencies: string[] }>`
    with recursive down(task_id, dependencies) as (
      select t.task_id, t.dependencies from tasks t where t.org_id = ${orgId} and t.task_id = any(${taskIds}::text[])
      union
      select t.task_id, t.dependencies from down cross join lateral unnest(down.dependencies) as d(id)
        join tasks t on t.org_id = ${orgId} and t.task_id = d.id
          and (t.deleted_at is null or t.task_id = any(${taskIds}::text[])))
    select task_id, dependencies from down where dependencies <> '{}'`)
  return new Map(rows.map((row) => [row.task_id, row.dependencies]))
}

export async function ancestorsOf(ctx: Context, orgId: string, parentId: string | null): Promise<string[]> {
  if (parentId === null) return []
  const rows = await ctx.db.query(sql<{ id: string }>`
    with recursive up(id) as (
      select ${parentId}::text collate "C" union
      select t.parent_task_id from up join tasks t on t.org_id = ${orgId} and t.task_id = up.id)
    select id from up where id is not null`)
  return rows.map((row) => row.id)
}
