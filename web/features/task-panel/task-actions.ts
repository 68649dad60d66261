import { signal } from '@preact/signals'
import type { Task, TaskStatus } from '@svc/sdk'
import { getStore } from '../../store/current-store.ts'
import { taskTexts as messages } from '../../messages/task.ts'
import { deleteTasks, restoreTasks } from '../tasks/task-deletion.ts'
import { closeTask } from '../../location.ts'
import { getFocusedRegion, focusList } from '../../components/util/focus.ts'
import { copyToClipboard } from '../../components/util/clipboard.ts'

const deletedTitles = signal<ReadonlyMap<string, string>>(new Map())

export const isDeletedInTab = (id: string): boolean => deletedTitles.value.has(id)

/** Closes the panel and moves the focus to the list if the panel has it. */
export function closeTaskPanel(): void {
  const isFocused = getFocusedRegion() === 'panel'
  closeTask()
  if (isFocused) focusList()
}

export function deleteTask({ task_id, title }: Task): void {
  deletedTitles.value = new Map([...deletedTitles.value, [task_id, title]])
  deleteTasks([task_id])
}

export const restoreTask = (id: string): void =>
  restoreTasks([{ task_id: id, title: deletedTitles.value.get(id) ?? id }])

const DONE: TaskStatus = 'completed'
const OPEN: TaskStatus = 'not_started'

export const isTaskCompleted = (task: Pick<Task, 'status'>): boolean => task.status === DONE

export function toggleTaskCompleted(task: Task): void {
  const status = isTaskCompleted(task) ? OPEN : DONE
  const label = status === DONE ? messages.markDone(task.title) : messages.reopened(task.title)
  getStore().update('tasks', task.task_id, { status }, label)
}

const buildShortTaskUrl = ({ org_id, task_id, key }: Pick<Task, 'org_id' | 'task_id' | 'key'>): string =>
  `${location.origin}${key ? `/o/${org_id}/t/${key}` : `/t/${task_id}`}`

export const copyTaskLink = (task: Task): Promise<void> => copyToClipboard(buildShortTaskUrl(task), messages.copied)
