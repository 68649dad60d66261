import type { Task } from '@svc/sdk'
import { today } from '../ui/time.ts'

/** Returns whether a task is overdue in the user's time zone, and neither completed nor archived. */
export const isOverdue = ({ due_date, status }: Pick<Task, 'due_date' | 'status'>): boolean =>
  due_date !== null && due_date < today() && status !== 'completed' && status !== 'archived'
