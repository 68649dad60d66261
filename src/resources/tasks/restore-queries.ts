import { timeAfter } from '../../kernel/sql.ts'
import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import type { TaskKept } from './deleted.ts'
import { touchedIf } from './queries.ts'
import { readAlike } from './rows.ts'
import type { Waiting } from './rules.ts'
import { gramsColumn, searchContent } from './search.ts'

export interface Back extends Pick<
  TaskKept,
  'task_id' | 'parent_task_id' | 'team_id' | 'sprint_id' | 'milestone_id' | 'goal_id'
> {
  sub_tasks: string[]
  dependencies: string[]
}

/** Restores deleted tasks with their new values, and removes them from sections of teams they left. */
export async function reviveTasks(ctx: Context, orgId: string, rows: readonly Back[]): Promise<void> {
  const ids = rows.map((one) => one.task_id)
  await ctx.db.query(sql`
    update tasks t set deleted_at = null, updated_by = ${ctx.user.username}, updated_at = ${timeAfter(ctx.now, 't.updated_at')},
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

export async function searchAgain(ctx: Context, orgId: string, tasks: readonly TaskKept[]): Promise<void> {
  const contents = tasks.map(searchContent)
  await ctx.db.query(sql`
    insert into task_search (org_id, task_id, content, grams)
    select ${orgId}, b.task_id, b.content, b.grams::integer[]
    from unnest(${tasks.map((one) => one.task_id)}::text[], ${contents}::text[], ${contents.map(gramsColumn)}::text[])
      as b(task_id, content, grams)`)
}

/** Restores the position among the parent's subtasks. Its version rises only if all its readers can read the task. */
export async function rejoinParent(
  ctx: Context,
  { org_id, task_id, parent_task_id, place }: TaskKept,
): Promise<void> {
  const index = place === null ? sql`cardinality(t.sub_tasks)` : sql`${place}::integer - 1`
  await ctx.db.query(sql`
    update tasks t set sub_tasks = t.sub_tasks[:${index}] || ${task_id}::text || t.sub_tasks[${index} + 1:],
      ${touchedIf(ctx, readAlike)}
    from tasks o where t.org_id = ${org_id} and t.task_id = ${parent_task_id} and o.org_id = t.org_id
      and o.task_id = ${task_id}`)
}

/** Restores the parent of tasks; raises the version of those whose readers can all read the parent. */
export async function rejoinChildren(
  ctx: Context,
  orgId: string,
  links: readonly { child: string; parent: string }[],
): Promise<void> {
  if (links.length === 0) return
  const [children, parents] = [links.map((link) => link.child), links.map((link) => link.parent)]
  await ctx.db.query(sql`
    update tasks t set parent_task_id = o.task_id, ${touchedIf(ctx, readAlike)}
    from unnest(${children}::text[], ${parents}::text[]) as b(child, parent)
      join tasks o on o.org_id = ${orgId} and o.task_id = b.parent
    where t.org_id = ${orgId} and t.task_id = b.child`)
}

/** Restores dependencies. The version of a live dependent rises only if all its readers can read a restored task. */
export async function rejoinDependents(
  ctx: Context,
  orgId: string,
  dependencies: readonly Waiting[],
): Promise<void> {
  if (dependencies.length === 0) return
  const [tasks, dependencyIds] = [
    dependencies.map((one) => one.task),
    dependencies.map((one) => one.dependency),
  ]
  await ctx.db.query(sql`
    update tasks t set dependencies = t.dependencies || again.ids, ${touchedIf(ctx, sql`again.open`)}
    from (select t.task_id, array_agg(o.task_id order by o.task_id) as ids,
        bool_or(t.deleted_at is null and ${readAlike}) as open
      from unnest(${tasks}::text[], ${dependencyIds}::text[]) as b(task, dependency)
        join tasks t on t.org_id = ${orgId} and t.task_id = b.task
        join tasks o on o.org_id = ${orgId} and o.task_id = b.dependency
      where o.task_id <> all(t.dependencies) group by t.task_id) again
    where t.org_id = ${orgId} and t.task_id = again.task_id`)
}

/** Records dependencies of restored tasks on deleted ones, for the restoration of the latter. */
export async function noteDependents(
  ctx: Context,
  orgId: string,
  dependencies: readonly Waiting[],
): Promise<void> {
  if (dependencies.length === 0) return
  const [tasks, dependencyIds] = [
    dependencies.map((one) => one.task),
    dependencies.map((one) => one.dependency),
  ]
  await ctx.db.query(sql`
    update task_deletions d set dependents = d.dependents || b.tasks
    from (select dependency, array_agg(task) as tasks
      from unnest(${tasks}::text[], ${dependencyIds}::text[]) as u(task, dependency) group by dependency) b
    where d.org_id = ${orgId} and d.task_id = b.dependency`)
}
