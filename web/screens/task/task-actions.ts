import { signal } from '@preact/signals'
import type { Task, TaskStatus } from '@svc/sdk'
import { data } from '../../data/current.ts'
import { task as messages } from '../../messages/task.ts'
import { deleteTasks, restoreTasks } from '../../parts/task-deletion.ts'
import { closeTask } from '../../address.ts'
import { focusedRegion, focusList } from '../../ui/focus.ts'
import { copy } from '../../ui/copy.ts'

/** Titles by id of the tasks deleted in this tab, which the panel offers to restore. */
const deletedTitles = signal<ReadonlyMap<string, string>>(new Map())

export const wasDeletedHere = (id: string): boolean => deletedTitles.value.has(id)

/** Closes the panel and moves the focus to the list if the panel has it. */
export function closePanel(): void {
  const isFocused = focusedRegion() === 'panel'
  closeTask()
  if (isFocused) focusList()
}

export function remove({ task_id, title }: Task): void {
  deletedTitles.value = new Map([...deletedTitles.value, [task_id, title]])
  deleteTasks([task_id])
}

export const restore = (id: string): void =>
  restoreTasks([{ task_id: id, title: deletedTitles.value.get(id) ?? id }])

const DONE: TaskStatus = 'completed'
const OPEN: TaskStatus = 'not_started'

export const isDone = (task: Pick<Task, 'status'>): boolean => task.status === DONE

/** Toggles a task between completed and not started. */
export function tick(task: Task): void {
  const status = isDone(task) ? OPEN : DONE
  const label = status === DONE ? messages.markDone(task.title) : messages.reopened(task.title)
  data().change('tasks', task.task_id, { status }, label)
}

/** Returns the permanent URL of a task, without the list that it was opened from. */
export const shortAddress = (id: string): string => `${location.origin}/t/${id}`

export const copyLink = (id: string): Promise<void> => copy(shortAddress(id), messages.copied)
