import type { Task } from '@svc/sdk'
import { addDays } from '../../components/util/dates.ts'

/** First and last day of a bar. */
export interface Span {
  from: string
  to: string
}

type Dates = Pick<Task, 'start_date' | 'due_date'>

/** Bar of which a drag or a key moves both ends, or one. */
export type BarPart = 'whole' | 'start' | 'end'

export function findSpan({ start_date, due_date }: Dates): Span | undefined {
  const from = start_date ?? due_date
  const to = due_date ?? start_date
  if (from === null || to === null) return undefined
  return from <= to ? { from, to } : { from: to, to: from }
}

/** Returns the dates after a move by days. A missing end is set once its bar is resized there. */
export function moveDates(task: Dates, part: BarPart, days: number): Dates {
  const { start_date, due_date } = task
  const span = findSpan(task)
  if (!span) return task
  if (part === 'whole')
    return {
      start_date: start_date === null ? null : addDays(start_date, days),
      due_date: due_date === null ? null : addDays(due_date, days),
    }
  if (part === 'start') {
    const start = addDays(span.from, days)
    return { start_date: start < span.to ? start : span.to, due_date: due_date ?? span.to }
  }
  const end = addDays(span.to, days)
  return { start_date, due_date: end > span.from ? end : span.from }
}

/** Completed and archived tasks block no others, whatever their dates are. */
export const isOpenBlocker = ({ status }: Pick<Task, 'status'>): boolean =>
  status !== 'completed' && status !== 'archived'

/** Returns whether a task starts before another one that it waits for is due. */
export function isLateBlocker(blocker: Pick<Task, 'start_date' | 'due_date' | 'status'>, task: Dates): boolean {
  const [first, second] = [findSpan(blocker), findSpan(task)]
  return isOpenBlocker(blocker) && first !== undefined && second !== undefined && first.to > second.from
}
