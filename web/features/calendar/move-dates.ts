import type { Task } from '@svc/sdk'
import { calendarTexts as messages } from '../../messages/calendar.ts'
import { addDays, countDaysBetween, formatDay } from '../../components/util/dates.ts'
import { listEditableTasks, updateTasksInGroups, showUndoToast } from '../tasks/task-mutations.ts'

const toText = (day: string | null): string => (day === null ? messages.noDate : formatDay(day))

/** Sets the due dates of tasks as one step; returns its label, or undefined if nothing changed. */
function setDueDates(ids: readonly string[], change: (task: Task) => string | null): string | undefined {
  return updateTasksInGroups(
    listEditableTasks(ids),
    (task) => ({ due_date: change(task) }),
    messages.dueDate,
    ({ due_date }) => toText(due_date ?? null),
  )
}

/** Moves due dates by days. A task without a due date gets `start`. */
export const shiftDueDates = (ids: readonly string[], days: number, start: string): string | undefined =>
  setDueDates(ids, ({ due_date }) => (due_date === null ? start : addDays(due_date, days)))

/** Moves a dragged task to a day, others that are selected by as many days, and offers to undo it. */
export function dropOnDay(dragged: Task, ids: readonly string[], day: string | null): void {
  const from = dragged.due_date
  const days = from === null || day === null ? undefined : countDaysBetween(from, day)
  const label = setDueDates(ids, ({ due_date }) =>
    days === undefined || due_date === null ? day : addDays(due_date, days),
  )
  if (label !== undefined) showUndoToast(label)
}
