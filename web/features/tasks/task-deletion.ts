import type { Task } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import type { InverseMutation, PendingMutation } from '../../store/types.ts'
import { listTexts } from '../../messages/tasks.ts'
import { showToast } from '../../components/toast.tsx'
import { trackMutationProgress } from './bulk-progress.ts'
import { listEditableTasks } from './task-mutations.ts'

type Deletable = Pick<Task, 'task_id' | 'title'>

const buildDelete = ({ task_id, title }: Deletable): InverseMutation => ({
  method: 'tasks.delete',
  args: [task_id],
  rows: { kind: 'tasks', id: task_id },
  optimisticPatches: { type: 'delete', kind: 'tasks', id: task_id },
  label: listTexts.deleted(title),
})

/** Has no row reference, since the task cannot be read until it is restored. Its queue keeps it after the deletion. */
const buildRestore = ({ task_id, title }: Deletable): InverseMutation => ({
  method: 'tasks.restore',
  args: [task_id],
  queue: `tasks ${task_id}`,
  label: listTexts.restored(title),
})

export function deleteTasks(ids: readonly string[]): void {
  const tasks = listEditableTasks(ids)
  if (tasks.length === 0) return
  const [first] = tasks as [Task]
  const label = tasks.length === 1 ? listTexts.deleted(first.title) : listTexts.deletedMany(tasks.length)
  const writes = getStore().together(label, () =>
    tasks.map((task) => getStore().mutate({ ...buildDelete(task), inverse: buildRestore(task) })),
  )
  trackProgress(label, writes)
  showToast({
    text: label,
    action: { label: listTexts.restore, run: () => restoreTasks(tasks) },
  })
}

export function restoreTasks(tasks: readonly Deletable[]): void {
  const label = tasks.length === 1 ? listTexts.restored(tasks[0]!.title) : listTexts.restoredMany(tasks.length)
  const writes = getStore().together(label, () =>
    tasks.map((task) => {
      const pending = getStore().mutate({ ...buildRestore(task), inverse: buildDelete(task) })
      pending.response.then(
        () => getStore().read('tasks', task.task_id),
        () => undefined,
      )
      return pending
    }),
  )
  trackProgress(label, writes)
}

const trackProgress = (label: string, writes: readonly PendingMutation[]): void =>
  trackMutationProgress(
    label,
    writes.map(({ response }) => ({ size: 1, answer: response })),
  )
