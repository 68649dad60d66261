import type { Task } from '@svc/sdk'
import { timelineTexts as messages } from '../../messages/timeline.ts'
import { getToday } from '../../components/util/dates.ts'
import { listEditableTasks, updateTasksInGroups } from '../tasks/task-mutations.ts'
import { findSpan, moveDates, type BarPart } from './spans.ts'
import { formatSpan } from './timeline-tasks.ts'

const buildPatch = (task: Task, part: BarPart, days: number) => {
  const next = findSpan(task) ? moveDates(task, part, days) : { start_date: null, due_date: getToday() }
  return {
    ...(next.start_date !== task.start_date && { start_date: next.start_date }),
    ...(next.due_date !== task.due_date && { due_date: next.due_date }),
  }
}

/** Moves bars, or one of their ends, by days. Returns the label of the step; changes no other task. */
export function shiftBars(ids: readonly string[], part: BarPart, days: number): string | undefined {
  const tasks = listEditableTasks(ids)
  const [only] = tasks
  return updateTasksInGroups(
    tasks,
    (task) => buildPatch(task, part, days),
    messages.dates,
    (patch) => formatSpan({ start_date: null, due_date: null, ...only, ...patch }),
  )
}
