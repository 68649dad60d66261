import type { Context } from '../../../core/context.ts'
import { defineOperation } from '../../../http/operation.ts'
import { conflict, forbidden, notFound } from '../../../core/errors.ts'
import * as s from '../../../core/schema.ts'
import { canDeleteTask, canReadTask } from './policy.ts'
import {
  isLiveOrRestorable,
  findTaskWithDeletedSubtasks,
  lockTaskForRestore,
  type RestorableTask,
} from './queries/deleted.ts'
import { taskDependencyAdded, taskRestored, taskSubtaskAdded } from './events.ts'
import { taskParams } from './operations.ts'
import { respondWithTask } from './presenter.ts'
import { restoreTaskTree, type RestoreResult } from './commands/restore.ts'
import { lostReferenceFields } from './rules.ts'
import { findTask } from './queries/rows.ts'
import { taskSchema } from './schema.ts'

const restoredSchema = s.namedObject(
  'TaskRestoration',
  {
    sub_tasks: s.array(s.text(), 'IDs of the descendants that were restored with the task.'),
    dependents: s.array(s.text(), 'IDs of the tasks that depend on a restored task again.'),
    missing: s.array(
      s.namedObject('TaskLost', {
        task_id: s.text('ID of the restored task: this task or one of its descendants.'),
        field: s.stringEnum(s.namedEnum('TaskLostField', lostReferenceFields), 'Field that had the reference.'),
        id: s.text('ID that was not restored.'),
      }),
      {
        description:
          'References that were not restored, because the other resource is deleted or completed, belongs to another ' +
          'project or team, or the link would form a cycle.',
      },
    ),
  },
  { description: 'Result of the restoration, as far as the caller can read it.' },
)

const taskRestoredSchema = s.namedObject('TaskRestored', { ...taskSchema.properties, restored: restoredSchema })

const emptyResult: RestoreResult = { sub_tasks: [], dependents: [], missing: [] }

/** Returns the task, live or deleted. Throws 404 if the caller cannot see it, 403 if they may not delete it. */
export async function loadRestorableTask({ ctx, params }: { ctx: Context; params: { task_id: string } }) {
  lockTaskForRestore(ctx, params.task_id)
  const found = await findTaskWithDeletedSubtasks(ctx, params.task_id)
  const task = found.find((one) => one.task_id === params.task_id)
  if (!task || !isLiveOrRestorable(ctx, task)) throw notFound()
  // Readers of a deleted project receive 409 instead of 404.
  const visibleTask = { ...task, project_deleted: task.deleted_at === null && task.project_deleted }
  if (!canReadTask(ctx, visibleTask)) throw notFound()
  if (canDeleteTask(ctx, visibleTask))
    return { task, others: found.filter((one) => one !== task), version: task.version }
  if (task.deleted_at !== null) throw notFound()
  throw forbidden('Only its creator, owners and editors of its project, and organization admins can restore this task.')
}

/** Restores a deleted task; does nothing for a live one. Throws 409 if its project is deleted. */
export async function restoreDeletedTask(
  ctx: Context,
  task: RestorableTask,
  others: RestorableTask[],
): Promise<RestoreResult> {
  if (task.deleted_at === null) return emptyResult
  if (task.project_deleted) throw conflict(`Project ${task.project_id} is deleted, so its tasks cannot be restored.`)
  return restoreTaskTree(ctx, task, others)
}

export const restoreTaskOperation = defineOperation({
  id: 'tasks.restore',
  method: 'POST',
  path: '/v1/tasks/{task_id}/restore',
  summary: 'Restore a task',
  description:
    'Restores a deleted task, together with descendants deleted with it that the caller may delete, its place in ' +
    'containers and the dependencies of other tasks, as far as they still exist; `restored` lists the result. A task that ' +
    'is not deleted does not change. Find deleted tasks with `filter[deleted]=true`; they can be restored for a limited ' +
    'time, by default 30 days. `If-Match` accepts the ETag of the deletion. Requires: permission to delete the task.',
  scope: 'tasks:write',
  params: taskParams,
  reply: { status: 200, schema: taskRestoredSchema },
  emits: { ...taskRestored, ...taskSubtaskAdded, ...taskDependencyAdded },
  problems: { 409: 'The project of the task is deleted.' },
  authorize: loadRestorableTask,
  async handle({ ctx, target: { task, others } }) {
    const restoredSchema = await restoreDeletedTask(ctx, task, others)
    return respondWithTask(ctx, (await findTask(ctx, task.task_id))!, { restored: restoredSchema })
  },
})
