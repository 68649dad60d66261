import type { Task } from '@svc/sdk'
import { getToday } from '../../components/util/dates.ts'
import { isFinished } from './open-statuses.ts'

/** Returns whether a task is overdue in the user's time zone, and neither completed nor archived. */
export const isOverdue = ({ due_date, status }: Pick<Task, 'due_date' | 'status'>): boolean =>
  due_date !== null && due_date < getToday() && !isFinished(status)
