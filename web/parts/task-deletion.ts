import type { Task } from '@svc/sdk'
import { data } from '../data/current.ts'
import type { Inverse, Pending } from '../data/data.ts'
import { text } from '../messages/tasks.ts'
import { toast } from '../ui/toast.tsx'
import { followWrites } from './bulk.ts'
import { changeable } from './task-changes.ts'

type Deletable = Pick<Task, 'task_id' | 'title'>

const buildDelete = ({ task_id, title }: Deletable): Inverse => ({
  call: 'tasks.delete',
  args: [task_id],
  about: { kind: 'tasks', id: task_id },
  shown: { kind: 'tasks', id: task_id, gone: true },
  said: text.deleted(title),
})

/** Has no row reference, since the task cannot be read until it is restored. Its queue keeps it after the deletion. */
const buildRestore = ({ task_id, title }: Deletable): Inverse => ({
  call: 'tasks.restore',
  args: [task_id],
  queue: `tasks ${task_id}`,
  said: text.restored(title),
})

export function deleteTasks(ids: readonly string[]): void {
  const tasks = changeable(ids)
  if (tasks.length === 0) return
  const [first] = tasks as [Task]
  const label = tasks.length === 1 ? text.deleted(first.title) : text.deletedMany(tasks.length)
  const writes = data().together(label, () =>
    tasks.map((task) => data().write({ ...buildDelete(task), undo: buildRestore(task) })),
  )
  trackProgress(label, writes)
  toast({
    text: label,
    action: { label: text.restore, run: () => restoreTasks(tasks) },
  })
}

/** Restores deleted tasks to their positions, in one undo step. */
export function restoreTasks(tasks: readonly Deletable[]): void {
  const label = tasks.length === 1 ? text.restored(tasks[0]!.title) : text.restoredMany(tasks.length)
  const writes = data().together(label, () =>
    tasks.map((task) => {
      const pending = data().write({ ...buildRestore(task), undo: buildDelete(task) })
      pending.answer.then(
        () => data().read('tasks', task.task_id),
        () => undefined,
      )
      return pending
    }),
  )
  trackProgress(label, writes)
}

const trackProgress = (label: string, writes: readonly Pending[]): void =>
  followWrites(
    label,
    writes.map(({ answer }) => ({ size: 1, answer })),
  )
