import { timeAfter } from '../../kernel/sql.ts'
import { sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import type { TaskKept } from './deleted-rows.ts'
import { touchedIf } from './queries.ts'
import { readAlike } from './rows.ts'
import type { Waiting } from './restore-rules.ts'
import { gramsColumn, searchContent } from './search.ts'

/** A task as it comes back. */
export interface Back extends Pick<
  TaskKept,
  'task_id' | 'parent_task_id' | 'team_id' | 'sprint_id' | 'milestone_id' | 'goal_id'
> {
  sub_tasks: string[]
  dependencies: string[]
}

/** Makes deleted tasks live again, with what they come back with; their versions rise. */
export async function reviveTasks(ctx: Context, orgId: string, back: readonly Back[]): Promise<void> {
  const ids = back.map((one) => one.task_id)
  await ctx.db.query(sql`
    update tasks t set deleted_at = null, updated_by = ${ctx.user.username}, updated_at = ${timeAfter(ctx.now, 't.updated_at')},
      version = t.version + 1, parent_task_id = b.parent_task_id, team_id = b.team_id, sprint_id = b.sprint_id,
      milestone_id = b.milestone_id, goal_id = b.goal_id, sub_tasks = b.sub_tasks, dependencies = b.dependencies
    from jsonb_to_recordset(${JSON.stringify(back)}::jsonb) as b(task_id text, parent_task_id text, team_id text,
      sprint_id text, milestone_id text, goal_id text, sub_tasks text[], dependencies text[])
    where t.org_id = ${orgId} and t.task_id = b.task_id`)
  await ctx.db.query(sql`
    delete from task_sections l using tasks t left join projects p on p.org_id = t.org_id and p.project_id = t.project_id
    where l.org_id = ${orgId} and l.task_id = any(${ids}::text[]) and t.org_id = l.org_id and t.task_id = l.task_id
      and l.scope_type = 'team' and (l.scope_id in (t.team_id, p.team_id)) is not true`)
  await ctx.db.query(sql`
    delete from task_deletions where org_id = ${orgId} and task_id = any(${ids}::text[])`)
}

/** Has search find tasks again. */
export async function searchAgain(ctx: Context, orgId: string, tasks: readonly TaskKept[]): Promise<void> {
  const contents = tasks.map(searchContent)
  await ctx.db.query(sql`
    insert into task_search (org_id, task_id, content, grams)
    select ${orgId}, b.task_id, b.content, b.grams::integer[]
    from unnest(${tasks.map((one) => one.task_id)}::text[], ${contents}::text[], ${contents.map(gramsColumn)}::text[])
      as b(task_id, content, grams)`)
}

/** Puts a task back into its place among its parent's subtasks, whose version rises when all who read it see the task. */
export async function rejoinParent(
  ctx: Context,
  { org_id, task_id, parent_task_id, place }: TaskKept,
): Promise<void> {
  const before = place === null ? sql`cardinality(t.sub_tasks)` : sql`${place}::integer - 1`
  await ctx.db.query(sql`
    update tasks t set sub_tasks = t.sub_tasks[:${before}] || ${task_id}::text || t.sub_tasks[${before} + 1:],
      ${touchedIf(ctx, readAlike)}
    from tasks o where t.org_id = ${org_id} and t.task_id = ${parent_task_id} and o.org_id = t.org_id
      and o.task_id = ${task_id}`)
}

/** Gives tasks their parents back; versions rise of those whose readers see the parent. */
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

/**
 * Has tasks wait for others again. The version of one that is live rises when all who read it see one of those that it
 * waits for; one that is deleted comes back with it.
 */
export async function rejoinDependents(
  ctx: Context,
  orgId: string,
  waiting: readonly Waiting[],
): Promise<void> {
  if (waiting.length === 0) return
  const [tasks, dependencies] = [waiting.map((one) => one.task), waiting.map((one) => one.dependency)]
  await ctx.db.query(sql`
    update tasks t set dependencies = t.dependencies || again.ids, ${touchedIf(ctx, sql`again.open`)}
    from (select t.task_id, array_agg(o.task_id order by o.task_id) as ids,
        bool_or(t.deleted_at is null and ${readAlike}) as open
      from unnest(${tasks}::text[], ${dependencies}::text[]) as b(task, dependency)
        join tasks t on t.org_id = ${orgId} and t.task_id = b.task
        join tasks o on o.org_id = ${orgId} and o.task_id = b.dependency
      where o.task_id <> all(t.dependencies) group by t.task_id) again
    where t.org_id = ${orgId} and t.task_id = again.task_id`)
}

/** Notes with deleted tasks that these would wait for them, should they be restored too. */
export async function noteDependents(
  ctx: Context,
  orgId: string,
  waiting: readonly Waiting[],
): Promise<void> {
  if (waiting.length === 0) return
  const [tasks, dependencies] = [waiting.map((one) => one.task), waiting.map((one) => one.dependency)]
  await ctx.db.query(sql`
    update task_deletions d set dependents = d.dependents || b.tasks
    from (select dependency, array_agg(task) as tasks
      from unnest(${tasks}::text[], ${dependencies}::text[]) as u(task, dependency) group by dependency) b
    where d.org_id = ${orgId} and d.task_id = b.dependency`)
}
