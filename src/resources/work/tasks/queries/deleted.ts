import { sql, type Sql, buildUpdatedAt } from '../../../../db/sql.ts'
import type { Context } from '../../../../core/context.ts'
import type { Filters } from '../../../../http/pagination/filters.ts'
import { invalidParameter } from '../../../../core/errors.ts'
import type { OrgVisibility } from '../../projects/policy.ts'
import { joinClaim } from './claims.ts'
import { buildVersionBump } from './locks.ts'
import { readerSubsetCondition, joinTasksWithAccess, buildTaskWithAccessColumns, type TaskWithAccess } from './rows.ts'
import { toGramsArray, buildSearchContent } from './search.ts'

/** Returns the time before which deleted tasks can no longer be restored. */
export const computeRetentionCutoff = (millis: number, days: number): string =>
  new Date(millis - days * 24 * 60 * 60 * 1000).toISOString()

const retentionCutoff = ({ millis, services }: Context) =>
  computeRetentionCutoff(millis, services.config.deletedTaskDays)

/** Returns whether a task is live or can be restored. */
export const isLiveOrRestorable = (ctx: Context, { deleted_at }: { deleted_at: string | null }): boolean =>
  deleted_at === null || deleted_at > retentionCutoff(ctx)

/** Returns whether a list requests deleted tasks. Throws 400 with a search, which only finds live tasks. */
export function requestsDeletedTasks(filters: Filters): boolean {
  if (filters.deleted === undefined) return false
  if (filters.search !== undefined)
    throw invalidParameter(
      'filter[search]',
      'filter[search] cannot be combined with filter[deleted]: omit one of them.',
    )
  return true
}

export const liveTaskCondition = sql`t.deleted_at is null`

/** Returns the condition that task `t`, in a readable container, can be restored. Same rule as `canDeleteTask`. */
export const buildRestorableCondition = (ctx: Context, visibility: OrgVisibility): Sql =>
  visibility.isOrgAdmin
    ? sql`t.deleted_at > ${retentionCutoff(ctx)}::timestamptz`
    : sql`t.deleted_at > ${retentionCutoff(ctx)}::timestamptz
        and (t.created_by = ${ctx.user.username} or t.project_id = any(${visibility.editableProjectIds}::text[]))`

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
export interface RestorableTask extends TaskWithAccess {
  deleted_at: string | null
  with_task_id: string | null
  place: number | null
  dependents: string[]
  sections: string[]
  stops: string[]
  restorable: RestorableLinks
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
  'stops', array(select f.stop_id from stop_tasks f where f.org_id = t.org_id and f.task_id = t.task_id)) as restorable`

const selectTasks = (ctx: Context, orgIds: readonly string[], condition: Sql) =>
  ctx.db.query(sql<RestorableTask>`
    select ${buildTaskWithAccessColumns(orgIds)}, t.deleted_at, d.with_task_id, d.place, coalesce(d.dependents, '{}') as dependents,
      coalesce(d.sections, '{}') as sections, coalesce(d.stops, '{}') as stops, ${restorableColumn}
    from ${joinTasksWithAccess(ctx.user.user_id)} ${joinClaim}
      left join task_deletions d on d.org_id = t.org_id and d.task_id = t.task_id
    where ${sql.orgIn('t.org_id', orgIds)} and ${condition} order by t.task_id`)

/** Finds tasks by id, including deleted ones, without checking access. */
export const findTasksIncludingDeleted = (ctx: Context, orgId: string, ids: string[]): Promise<RestorableTask[]> =>
  ids.length === 0 ? Promise.resolve([]) : selectTasks(ctx, [orgId], sql`t.task_id = any(${ids}::text[])`)

/** Returns the SELECT of the ids that are restored together: the task and the subtasks that were deleted with it. */
const selectRestoredIds = (orgIds: readonly string[], taskId: string): Sql => sql`
  select ${taskId}::text collate "C" union
  select d.task_id from task_deletions d join tasks k on k.org_id = d.org_id and k.task_id = d.task_id
    join tasks r on r.org_id = d.org_id and r.task_id = d.with_task_id and r.deleted_at = k.deleted_at
  where ${sql.orgIn('d.org_id', orgIds)} and d.with_task_id = ${taskId}`

/** Finds a task, deleted or not, and the subtasks that were deleted with it. */
export const findTaskWithDeletedSubtasks = (ctx: Context, taskId: string): Promise<RestorableTask[]> =>
  selectTasks(ctx, ctx.caller.orgIds, sql`t.task_id in (${selectRestoredIds(ctx.caller.orgIds, taskId)})`)

/** Locks everything that restoring a task can change, in the common order: organization links, containers, then tasks. */
export function lockTaskForRestore(ctx: Context, taskId: string): void {
  const { orgIds } = ctx.caller
  const back = sql`select k.* from tasks k where ${sql.orgIn('k.org_id', orgIds)}
    and k.task_id in (${selectRestoredIds(orgIds, taskId)})`
  const lockInContainer = (table: string, id: string) => sql`
    (select count(*) from (select from ${sql.raw(table)} h where ${sql.orgIn('h.org_id', orgIds)}
      and h.${sql.raw(id)} in (select b.${sql.raw(id)} from (${back}) b) order by h.${sql.raw(id)} for share) held)`
  ctx.ignoreRejection(
    ctx.db.query(sql`
      select from organizations where org_id in (select b.org_id from (${back}) b) order by org_id for no key update`),
  )
  ctx.ignoreRejection(
    ctx.db.query(sql`
      select ${lockInContainer('projects', 'project_id')}, ${lockInContainer('teams', 'team_id')}, ${lockInContainer('goals', 'goal_id')},
        ${lockInContainer('milestones', 'milestone_id')}, ${lockInContainer('sprints', 'sprint_id')}`),
  )
  ctx.ignoreRejection(
    ctx.db.query(sql`
      select from tasks t where ${sql.orgIn('t.org_id', orgIds)} and t.task_id in (
        select b.task_id from (${back}) b
        union all select b.parent_task_id from (${back}) b
        union all select unnest(b.sub_tasks) from (${back}) b
        union all select unnest(d.dependents) from task_deletions d join (${back}) b
          on b.org_id = d.org_id and b.task_id = d.task_id where ${sql.orgIn('d.org_id', orgIds)})
      order by t.task_id for no key update`),
  )
}

/** Finds the direct and transitive dependencies of tasks, through live tasks only. */
export async function findTransitiveDependencies(
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

export async function findAncestorIds(ctx: Context, orgId: string, parentId: string | null): Promise<string[]> {
  if (parentId === null) return []
  const rows = await ctx.db.query(sql<{ id: string }>`
    with recursive up(id) as (
      select ${parentId}::text collate "C" union
      select t.parent_task_id from up join tasks t on t.org_id = ${orgId} and t.task_id = up.id)
    select id from up where id is not null`)
  return rows.map((row) => row.id)
}

export interface RestoredTaskRow extends Pick<
  RestorableTask,
  'task_id' | 'parent_task_id' | 'team_id' | 'sprint_id' | 'milestone_id' | 'goal_id'
> {
  sub_tasks: string[]
  dependencies: string[]
}

/** Restores deleted tasks with their new values, and removes them from sections of teams they left. */
export async function undeleteTasks(ctx: Context, orgId: string, rows: readonly RestoredTaskRow[]): Promise<void> {
  const ids = rows.map((one) => one.task_id)
  await ctx.db.query(sql`
    update tasks t set deleted_at = null, updated_by = ${ctx.user.username}, updated_at = ${buildUpdatedAt(ctx.now, 't.updated_at')},
      version = t.version + 1, parent_task_id = b.parent_task_id, team_id = b.team_id, sprint_id = b.sprint_id,
      milestone_id = b.milestone_id, goal_id = b.goal_id, sub_tasks = b.sub_tasks, dependencies = b.dependencies
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as b(task_id text, parent_task_id text, team_id text,
      sprint_id text, milestone_id text, goal_id text, sub_tasks text[], dependencies text[])
    where t.org_id = ${orgId} and t.task_id = b.task_id`)
  await ctx.db.query(sql`
    delete from task_sections l using tasks t left join projects p on p.org_id = t.org_id and p.project_id = t.project_id
    where l.org_id = ${orgId} and l.task_id = any(${ids}::text[]) and t.org_id = l.org_id and t.task_id = l.task_id
      and l.scope_type = 'team' and (l.scope_id in (t.team_id, p.team_id)) is not true`)
  await ctx.db.query(sql`
    delete from task_deletions where org_id = ${orgId} and task_id = any(${ids}::text[])`)
}

export async function insertTaskSearch(ctx: Context, orgId: string, tasks: readonly RestorableTask[]): Promise<void> {
  const contents = tasks.map(buildSearchContent)
  await ctx.db.query(sql`
    insert into task_search (org_id, task_id, content, grams)
    select ${orgId}, b.task_id, b.content, b.grams::integer[]
    from unnest(${tasks.map((one) => one.task_id)}::text[], ${contents}::text[], ${contents.map(toGramsArray)}::text[])
      as b(task_id, content, grams)`)
}

/** Restores the position among the parent's subtasks. Its version rises only if all its readers can read the task. */
export async function restoreParentLink(ctx: Context, { org_id, task_id, parent_task_id, place }: RestorableTask) {
  const index = place === null ? sql`cardinality(t.sub_tasks)` : sql`${place}::integer - 1`
  await ctx.db.query(sql`
    update tasks t set sub_tasks = t.sub_tasks[:${index}] || ${task_id}::text || t.sub_tasks[${index} + 1:],
      ${buildVersionBump(ctx, readerSubsetCondition)}
    from tasks o where t.org_id = ${org_id} and t.task_id = ${parent_task_id} and o.org_id = t.org_id
      and o.task_id = ${task_id}`)
}

/** Restores the parent of tasks; raises the version of those whose readers can all read the parent. */
export async function restoreChildLinks(
  ctx: Context,
  orgId: string,
  links: readonly { child: string; parent: string }[],
): Promise<void> {
  if (links.length === 0) return
  const [children, parents] = [links.map((link) => link.child), links.map((link) => link.parent)]
  await ctx.db.query(sql`
    update tasks t set parent_task_id = o.task_id, ${buildVersionBump(ctx, readerSubsetCondition)}
    from unnest(${children}::text[], ${parents}::text[]) as b(child, parent)
      join tasks o on o.org_id = ${orgId} and o.task_id = b.parent
    where t.org_id = ${orgId} and t.task_id = b.child`)
}

export interface TaskDependency {
  task: string
  dependency: string
}

/** Restores dependencies. The version of a live dependent rises only if all its readers can read a restored task. */
export async function restoreDependentLinks(ctx: Context, orgId: string, dependencies: readonly TaskDependency[]) {
  if (dependencies.length === 0) return
  const [tasks, dependencyIds] = [dependencies.map((one) => one.task), dependencies.map((one) => one.dependency)]
  await ctx.db.query(sql`
    update tasks t set dependencies = t.dependencies || again.ids, ${buildVersionBump(ctx, sql`again.open`)}
    from (select t.task_id, array_agg(o.task_id order by o.task_id) as ids,
        bool_or(t.deleted_at is null and ${readerSubsetCondition}) as open
      from unnest(${tasks}::text[], ${dependencyIds}::text[]) as b(task, dependency)
        join tasks t on t.org_id = ${orgId} and t.task_id = b.task
        join tasks o on o.org_id = ${orgId} and o.task_id = b.dependency
      where o.task_id <> all(t.dependencies) group by t.task_id) again
    where t.org_id = ${orgId} and t.task_id = again.task_id`)
}

/** Records dependencies of restored tasks on deleted ones, for the restoration of the latter. */
export async function recordDependents(ctx: Context, orgId: string, dependencies: readonly TaskDependency[]) {
  if (dependencies.length === 0) return
  const [tasks, dependencyIds] = [dependencies.map((one) => one.task), dependencies.map((one) => one.dependency)]
  await ctx.db.query(sql`
    update task_deletions d set dependents = d.dependents || b.tasks
    from (select dependency, array_agg(task) as tasks
      from unnest(${tasks}::text[], ${dependencyIds}::text[]) as u(task, dependency) group by dependency) b
    where d.org_id = ${orgId} and d.task_id = b.dependency`)
}
