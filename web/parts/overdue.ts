import type { Task } from '@svc/sdk'
import { today } from '../ui/time.ts'

/** Returns whether the day on which a task is due has passed where the user is, and it is neither completed nor archived. */
export const isOverdue = ({ due_date, status }: Pick<Task, 'due_date' | 'status'>): boolean =>
  due_date !== null && due_date < today() && status !== 'completed' && status !== 'archived'
