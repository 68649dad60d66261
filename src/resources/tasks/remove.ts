import type { Context } from '../../kernel/context.ts'
import { canDeleteTask, canReadTask } from './access.ts'
import { deleteTasks, dropSubtasks, setParent } from './queries.ts'
import { findTasks, type TaskSeen } from './rows.ts'

/** Deletes a task with the subtasks below it that the caller may delete; the others are freed from their parent. */
export async function removeTask(ctx: Context, task: TaskSeen): Promise<void> {
  const doomed: TaskSeen[] = [task]
  const freed: string[] = []
  for (let level = [task]; level.length > 0;) {
    const below = await findTasks(
      ctx,
      [task.org_id],
      level.flatMap((parent) => parent.sub_tasks),
      true,
    )
    level = below.filter((child) => canReadTask(ctx, child) && canDeleteTask(ctx, child))
    doomed.push(...level)
    freed.push(...below.filter((child) => !level.includes(child)).map((child) => child.task_id))
  }
  await setParent(ctx, task.org_id, freed, null)
  if (task.parent_task_id !== null) await dropSubtasks(ctx, task.org_id, task.parent_task_id, [task.task_id])
  await deleteTasks(
    ctx,
    task.org_id,
    doomed.map((one) => one.task_id),
  )
  for (const one of doomed) emitDeleted(ctx, one)
}

/** Says that a task is there no longer. */
export const emitDeleted = (ctx: Context, task: TaskSeen): void =>
  ctx.emit({
    org_id: task.org_id,
    type: 'task.deleted',
    resource_type: 'task',
    resource_id: task.task_id,
    project_id: task.project_id,
    before: { title: task.title, status: task.status },
    after: null,
  })
