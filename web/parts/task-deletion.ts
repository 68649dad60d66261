import type { Task } from '@svc/sdk'
import { data } from '../data/current.ts'
import type { Inverse } from '../data/data.ts'
import { text } from '../messages/tasks.ts'
import { toast } from '../ui/toast.tsx'
import { changeable } from './task-changes.ts'

type Deletable = Pick<Task, 'task_id' | 'title'>

const deleting = ({ task_id, title }: Deletable): Inverse => ({
  call: 'tasks.delete',
  args: [task_id],
  about: { kind: 'tasks', id: task_id },
  shown: { kind: 'tasks', id: task_id, gone: true },
  said: text.deleted(title),
})

/** About no row: there is none to be read before it has come back. It goes out after the deletion all the same. */
const restoring = ({ task_id, title }: Deletable): Inverse => ({
  call: 'tasks.restore',
  args: [task_id],
  queue: `tasks ${task_id}`,
  said: text.restored(title),
})

/** Deletes tasks, one after the other. Undone, each comes back; together they come back from what says so in passing. */
export function deleteTasks(ids: readonly string[]): void {
  const tasks = changeable(ids)
  if (tasks.length === 0) return
  for (const task of tasks) data().write({ ...deleting(task), undo: restoring(task) })
  const [first] = tasks as [Task]
  toast({
    text: tasks.length === 1 ? text.deleted(first.title) : text.deletedMany(tasks.length),
    action: { label: text.restore, run: () => restoreTasks(tasks) },
  })
}

/** Brings deleted tasks back to where they were, one after the other. */
export function restoreTasks(tasks: readonly Deletable[]): void {
  for (const task of tasks) {
    const { answer } = data().write({ ...restoring(task), undo: deleting(task) })
    answer.then(
      () => data().read('tasks', task.task_id),
      () => undefined,
    )
  }
}
