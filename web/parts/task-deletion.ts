import type { Task } from '@svc/sdk'
import { data } from '../data/current.ts'
import type { Inverse, Pending } from '../data/data.ts'
import { text } from '../messages/tasks.ts'
import { toast } from '../ui/toast.tsx'
import { followWrites } from './bulk.ts'
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

/** Deletes tasks in one undo step. */
export function deleteTasks(ids: readonly string[]): void {
  const tasks = changeable(ids)
  if (tasks.length === 0) return
  const [first] = tasks as [Task]
  const said = tasks.length === 1 ? text.deleted(first.title) : text.deletedMany(tasks.length)
  const writes = data().together(said, () =>
    tasks.map((task) => data().write({ ...deleting(task), undo: restoring(task) })),
  )
  follow(said, writes)
  toast({
    text: said,
    action: { label: text.restore, run: () => restoreTasks(tasks) },
  })
}

/** Restores deleted tasks to their positions, in one undo step. */
export function restoreTasks(tasks: readonly Deletable[]): void {
  const said = tasks.length === 1 ? text.restored(tasks[0]!.title) : text.restoredMany(tasks.length)
  const writes = data().together(said, () =>
    tasks.map((task) => {
      const written = data().write({ ...restoring(task), undo: deleting(task) })
      written.answer.then(
        () => data().read('tasks', task.task_id),
        () => undefined,
      )
      return written
    }),
  )
  follow(said, writes)
}

const follow = (said: string, writes: readonly Pending[]): void =>
  followWrites(
    said,
    writes.map(({ answer }) => ({ size: 1, answer })),
  )
