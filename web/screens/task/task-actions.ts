import { signal } from '@preact/signals'
import type { Task, TaskStatus } from '@svc/sdk'
import { data } from '../../data/current.ts'
import { task as messages } from '../../messages/task.ts'
import { toast } from '../../ui/toast.tsx'

/** The tasks that were deleted in this tab, with their titles: those can be brought back from where they were. */
const deleted = signal<ReadonlyMap<string, string>>(new Map())

export const wasDeletedHere = (id: string): boolean => deleted.value.has(id)

const about = (id: string) => ({ kind: 'tasks' as const, id })

const restoring = (id: string, title: string) => ({
  call: 'tasks.restore',
  args: [id],
  // After the deletion, though that is not answered yet.
  queue: `tasks ${id}`,
  said: messages.restored(title),
})

/** Deletes a task, and offers to bring it back. */
export function remove(task: Task): void {
  const { task_id: id, title } = task
  deleted.value = new Map([...deleted.value, [id, title]])
  data().write({
    call: 'tasks.delete',
    args: [id],
    about: about(id),
    shown: { ...about(id), gone: true },
    said: messages.deleted(title),
    undo: restoring(id, title),
  })
  toast({ text: messages.deleted(title), action: { label: messages.restore, run: () => restore(id) } })
}

export function restore(id: string): void {
  const title = deleted.value.get(id) ?? id
  const { answer } = data().write(restoring(id, title))
  answer.then(
    () => {
      deleted.value = new Map([...deleted.value].filter(([one]) => one !== id))
      return data().read('tasks', id)
    },
    () => undefined,
  )
}

const done: TaskStatus = 'completed'
const open: TaskStatus = 'not_started'

export const isDone = (task: Pick<Task, 'status'>): boolean => task.status === done

/** Completes a task, or opens it again. */
export function tick(task: Task): void {
  const status = isDone(task) ? open : done
  const said = status === done ? messages.markDone(task.title) : messages.reopened(task.title)
  data().change('tasks', task.task_id, { status }, said)
}

/** The address under which a task is known everywhere: short, and without what it was opened from. */
export const shortAddress = (id: string): string => `${location.origin}/t/${id}`

export async function copyLink(id: string): Promise<void> {
  await navigator.clipboard?.writeText(shortAddress(id))
  toast({ text: messages.copied })
}
