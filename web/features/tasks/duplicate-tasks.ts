import type { Task } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { listMenuTexts } from '../../messages/list-menus.ts'
import { listTexts } from '../../messages/tasks.ts'
import { buildProvisionalTask } from './provisional-task.ts'
import { getLoadedTasks, showUndoToast } from './task-mutations.ts'

const isClosed = ({ status }: Task): boolean => status === 'completed' || status === 'archived'

function duplicateTask(task: Task): void {
  const id = getStore().createTemporaryId()
  const { key: _key, number: _number, version: _version, created_at: _at, created_by: _by, ...values } = task
  const links = { sub_tasks: [], dependencies: [], external_refs: [], claim: null, is_subtask: false }
  const row = { ...values, ...links, ...(isClosed(task) && { status: 'not_started' as const }) }
  const label = listMenuTexts.duplicated(task.title)
  const ref = { kind: 'tasks', id } as const
  const { response } = getStore().mutate({
    method: 'tasks.duplicate',
    args: [task.task_id, { subtasks: task.sub_tasks?.length !== 0 }],
    rows: ref,
    queue: `tasks ${task.task_id}`,
    optimisticPatches: { type: 'create', ...ref, row: buildProvisionalTask(row as never, id) },
    label,
    inverse: {
      method: 'tasks.delete',
      args: [id],
      rows: ref,
      optimisticPatches: { type: 'delete', ...ref },
      label: listTexts.deleted(task.title),
    },
  })
  response.catch(() => undefined)
}

/** Copies tasks with their subtasks in one undo step. */
export function duplicateTasks(ids: readonly string[]): void {
  const tasks = getLoadedTasks(ids)
  if (tasks.length === 0) return
  const label =
    tasks.length === 1 ? listMenuTexts.duplicated(tasks[0]!.title) : listMenuTexts.duplicatedMany(tasks.length)
  getStore().together(label, () => tasks.forEach(duplicateTask))
  showUndoToast(label)
}
