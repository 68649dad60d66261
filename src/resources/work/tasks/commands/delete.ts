import { sql, buildUpdatedAt } from '../../../../db/sql.ts'
import type { Context, RowWithUpdatedAt } from '../../../../core/context.ts'
import { canDeleteTask, canReadTask } from '../policy.ts'
import { emitLinkEvents } from './links.ts'
import { setParentTask, buildVersionBump } from '../queries/locks.ts'
import { findTasks, readerSubsetCondition, type TaskWithAccess } from '../queries/rows.ts'

interface UnlinkedTask extends RowWithUpdatedAt {
  task_id: string
  project_id: string | null
}

/** Deletes a task with the descendants that the caller may delete; other subtasks lose their parent. */
export async function deleteTask(ctx: Context, task: TaskWithAccess): Promise<void> {
  const deleted: TaskWithAccess[] = [task]
  const orphaned: TaskWithAccess[] = []
  for (let level = [task]; level.length > 0;) {
    const children = await findTasks(
      ctx,
      [task.org_id],
      level.flatMap((parent) => parent.sub_tasks),
      true,
    )
    level = children.filter((child) => canReadTask(ctx, child) && canDeleteTask(ctx, child))
    deleted.push(...level)
    orphaned.push(...children.filter((child) => !level.includes(child)))
  }
  const ids = orphaned.map((child) => child.task_id)
  await setParentTask(ctx, task.org_id, ids, null)
  for (const parent of deleted) {
    const removed = ids.filter((_, i) => orphaned[i]!.parent_task_id === parent.task_id)
    emitLinkEvents(ctx, parent, 'subtask', { added: [], removed }, 'task.deleted')
  }
  await markTasksDeleted(ctx, task, deleted, 'task.deleted')
  for (const one of deleted) emitTaskDeleted(ctx, one)
}

/**
 * Marks tasks as deleted and removes them from their parent and from dependencies, with an event for each link. The version
 * of a linked task rises only if all its readers can read a deleted task.
 */
export async function markTasksDeleted(
  ctx: Context,
  task: TaskWithAccess,
  all: readonly TaskWithAccess[],
  cause: string,
): Promise<void> {
  const { org_id } = task
  const taskIds = all.map((one) => one.task_id)
  await recordDeletion(ctx, task, taskIds)
  await ctx.db.query(sql`
    update tasks set deleted_at = ${ctx.now}, updated_by = ${ctx.user.username}, updated_at = ${buildUpdatedAt(ctx.now, 'updated_at')},
      version = version + 1
    where org_id = ${org_id} and task_id = any(${taskIds}::text[])`)
  await removeFromParent(ctx, task, cause)
  const dependents = await ctx.db.query(sql<UnlinkedTask & { removed: string[] }>`
    update tasks t set dependencies = array(select d from unnest(t.dependencies) with ordinality as u(d, n)
        where d <> all(${taskIds}::text[]) order by n), ${buildVersionBump(ctx, sql`waiting.is_readable_for_all`)}
    from (select t.task_id, array(select d from unnest(t.dependencies) with ordinality as u(d, n)
          where d = any(${taskIds}::text[]) order by n) as removed, exists (select from tasks o where o.org_id = t.org_id and o.task_id = any(${taskIds}::text[])
          and o.task_id = any(t.dependencies) and ${readerSubsetCondition}) as is_readable_for_all
        from tasks t where t.org_id = ${org_id} and t.dependencies && ${taskIds}::text[] and t.dependencies <> '{}'
          and t.deleted_at is null) waiting
    where t.org_id = ${org_id} and t.task_id = waiting.task_id
    returning t.task_id, t.project_id, t.updated_at, waiting.removed`)
  ctx.advanceTimePast(dependents, 0)
  for (const one of dependents)
    emitLinkEvents(ctx, { ...one, org_id }, 'dependency', { added: [], removed: one.removed }, cause)
  await ctx.db.query(sql`
    delete from task_search where org_id = ${org_id} and task_id = any(${taskIds}::text[])`)
}

/** Records the containers, position and dependents of tasks to delete, so that they can be restored. */
const recordDeletion = (ctx: Context, { org_id, task_id }: TaskWithAccess, taskIds: string[]): Promise<unknown> =>
  ctx.db.query(sql`
    with waiting as materialized (
      select w.task_id, w.dependencies from tasks w where w.org_id = ${org_id} and w.dependencies && ${taskIds}::text[]
        and w.dependencies <> '{}' and w.deleted_at is null and w.task_id <> all(${taskIds}::text[]))
    insert into task_deletions (org_id, task_id, with_task_id, place, dependents, sections, stops)
    select t.org_id, t.task_id, ${task_id},
      (select array_position(p.sub_tasks, t.task_id) from tasks p
        where p.org_id = t.org_id and p.task_id = t.parent_task_id),
      array(select w.task_id from waiting w where t.task_id = any(w.dependencies) order by w.task_id),
      array(select l.section_id from task_sections l where l.org_id = t.org_id and l.task_id = t.task_id
        and l.scope_type <> 'user'),
      array(select f.stop_id from stop_tasks f where f.org_id = t.org_id and f.task_id = t.task_id)
    from tasks t where t.org_id = ${org_id} and t.task_id = any(${taskIds}::text[])`)

/** Removes a task from its parent. The parent's version rises only if all its readers can read the task. */
async function removeFromParent(ctx: Context, { org_id, task_id, parent_task_id }: TaskWithAccess, cause: string) {
  if (parent_task_id === null) return
  const parents = await ctx.db.query(sql<UnlinkedTask>`
    update tasks t set sub_tasks = array(select s from unnest(t.sub_tasks) with ordinality as u(s, n)
        where s <> ${task_id} order by n), ${buildVersionBump(ctx, sql`left_by.is_readable_for_all`)}
    from (select exists (select from tasks t join tasks o on o.org_id = t.org_id and o.task_id = ${task_id}
      where t.org_id = ${org_id} and t.task_id = ${parent_task_id} and ${readerSubsetCondition}) as is_readable_for_all) left_by
    where t.org_id = ${org_id} and t.task_id = ${parent_task_id} and t.deleted_at is null
    returning t.task_id, t.project_id, t.updated_at`)
  ctx.advanceTimePast(parents, 0)
  for (const parent of parents)
    emitLinkEvents(ctx, { ...parent, org_id }, 'subtask', { added: [], removed: [task_id] }, cause)
}

export const emitTaskDeleted = (ctx: Context, task: TaskWithAccess): void =>
  ctx.emit({
    org_id: task.org_id,
    type: 'task.deleted',
    resource_type: 'task',
    resource_id: task.task_id,
    project_id: task.project_id,
    before: { title: task.title, status: task.status },
    after: null,
  })
