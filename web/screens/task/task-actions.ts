import { signal } from '@preact/signals'
import type { Task, TaskStatus } from '@svc/sdk'
import { data } from '../../data/current.ts'
import { task as messages } from '../../messages/task.ts'
import { deleteTasks, restoreTasks } from '../../parts/task-deletion.ts'
import { closeTask } from '../../address.ts'
import { focusedRegion, focusList } from '../../ui/focus.ts'
import { copy } from '../../ui/copy.ts'

/** The tasks that were deleted in this tab, with their titles: those can be brought back from where they were. */
const deleted = signal<ReadonlyMap<string, string>>(new Map())

export const wasDeletedHere = (id: string): boolean => deleted.value.has(id)

/** Closes the panel, and moves the focus back to the list if the panel has it. */
export function closePanel(): void {
  const isFocused = focusedRegion() === 'panel'
  closeTask()
  if (isFocused) focusList()
}

/** Deletes a task, and offers to bring it back. */
export function remove({ task_id, title }: Task): void {
  deleted.value = new Map([...deleted.value, [task_id, title]])
  deleteTasks([task_id])
}

export const restore = (id: string): void =>
  restoreTasks([{ task_id: id, title: deleted.value.get(id) ?? id }])

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

export const copyLink = (id: string): Promise<void> => copy(shortAddress(id), messages.copied)
