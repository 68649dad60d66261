import type { Context } from '../../kernel/context.ts'
import { operation } from '../../kernel/operation.ts'
import { conflict, forbidden, notFound } from '../../kernel/problem.ts'
import { list, object, oneOf, text, words } from '../../kernel/schema.ts'
import { canDeleteTask, canReadTask } from './access.ts'
import { isKept } from './deleted.ts'
import { findWithTask, lockToRestore, type TaskKept } from './deleted-rows.ts'
import { taskDependencyAdded, taskRestored, taskSubtaskAdded } from './events.ts'
import { taskParams } from './operations.ts'
import { taskAnswer } from './present.ts'
import { restoreTasks, type Restored } from './restore.ts'
import { lostFields } from './restore-rules.ts'
import { findTask } from './rows.ts'
import { task } from './schemas.ts'

const restored = object(
  {
    sub_tasks: list(text(), { description: 'The tasks below it that went with it and are back too.' }),
    dependents: list(text(), { description: 'The tasks that wait again, for it or for one of those.' }),
    missing: list(
      object(
        {
          task_id: text({ description: 'The task that is back without it: this one, or one below it.' }),
          field: oneOf(words('TaskLostField', lostFields), { description: 'Where it was named.' }),
          id: text({ description: 'What it was.' }),
        },
        { title: 'TaskLost' },
      ),
      {
        description:
          'What did not come back: what is deleted or completed by now, belongs elsewhere, or would close a circle.',
      },
    ),
  },
  { title: 'TaskRestoration', description: 'As far as the caller may read it.' },
)

const taskRestoredOut = object({ ...task.properties, restored }, { title: 'TaskRestored' })

const nothing: Restored = { sub_tasks: [], dependents: [], missing: [] }

/** The task, deleted or not: 404 where the caller may not know of it, 403 where it sees it and may not delete it. */
async function restorableTask({ ctx, params }: { ctx: Context; params: { task_id: string } }) {
  lockToRestore(ctx, params.task_id)
  const found = await findWithTask(ctx, params.task_id)
  const task = found.find((one) => one.task_id === params.task_id)
  if (!task || !isKept(ctx, task)) throw notFound()
  // That its project is gone is told to those who could see it there.
  const placed = { ...task, project_deleted: task.deleted_at === null && task.project_deleted }
  if (!canReadTask(ctx, placed)) throw notFound()
  if (canDeleteTask(ctx, placed))
    return { task, others: found.filter((one) => one !== task), version: task.version }
  if (task.deleted_at !== null) throw notFound()
  throw forbidden('You may not restore this task.')
}

/** Restores a task that is deleted; one that is not has lost nothing. 409 when its project is deleted. */
async function restore(ctx: Context, task: TaskKept, others: TaskKept[]): Promise<Restored> {
  if (task.deleted_at === null) return nothing
  if (task.project_deleted)
    throw conflict(`The project ${task.project_id} is deleted, and its tasks with it.`)
  return restoreTasks(ctx, task, others)
}

export const restoreTask = operation({
  id: 'tasks.restore',
  method: 'POST',
  path: '/v1/tasks/{task_id}/restore',
  summary: 'Bring a deleted task back',
  description:
    'For those who may delete it: find it with `filter[deleted]=true`. The subtasks that went with it and that you may ' +
    'delete come back too, other tasks wait for it again, and it is where it was as far as that is still there: ' +
    '`restored` says what is back and what is not. A task that is not deleted stays as it is. `If-Match` takes the ETag ' +
    'of the answer to the deletion. A task is gone for good some time after its deletion, by default 30 days.',
  scope: 'tasks:write',
  params: taskParams,
  reply: { status: 200, schema: taskRestoredOut },
  emits: { ...taskRestored, ...taskSubtaskAdded, ...taskDependencyAdded },
  problems: { 409: 'its project is deleted' },
  access: restorableTask,
  async handle({ ctx, target: { task, others } }) {
    const restored = await restore(ctx, task, others)
    return taskAnswer(ctx, (await findTask(ctx, task.task_id))!, { restored })
  },
})
