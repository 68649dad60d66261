import type { Task, TaskSummary } from '@svc/sdk'
import type { CommonFlags, Context } from '../context.ts'
import { toIsoDate } from '../input/days.ts'
import { openStatuses, priorities } from '../input/enums.ts'
import { printResult, printObject } from '../output/rows.ts'
import { isReadableTask, formatTaskLines } from '../output/tasks.ts'
import { findLabels } from '../session/labels.ts'
import { openSession, type Session } from '../session/session.ts'
import { takeNextTask } from './claims.ts'
import { changeTasks } from './edit.ts'

interface NextFlags extends CommonFlags {
  start?: boolean
  take?: string
}

const MAX_TASKS = 200

/** Prints the most urgent open task of the user that depends on no open task. */
export async function showNextTask(context: Context, flags: NextFlags): Promise<void> {
  const session = openSession(context, flags)
  if (flags.take !== undefined) return takeNextTask(context, session, flags.take, flags)
  const statuses = openStatuses.filter((status) => status !== 'blocked' && status !== 'on_hold')
  const filter = { assignee: ['me'], status: [...statuses] }
  const mine = await session.svc.tasks
    .list({ filter, sort_by: 'due_date', limit: MAX_TASKS }, { signal: context.signal })
    .toArray({ max: MAX_TASKS })
  const found = await findUnblocked(
    session,
    mine.filter(isReadableTask).toSorted(byUrgency(toIsoDate(new Date()))),
    context.signal,
  )
  if (!found) return printResult(context, { task: null }, 'No task to do next', flags)
  if (flags.start && found.status !== 'in_progress')
    return changeTasks(context, session, [found.task_id], () => ({ status: 'in_progress' }), 'Started', flags)
  const labels = flags.json === undefined ? await findLabels(session, found, context.signal) : new Map()
  printObject(context, found, formatTaskLines(found, labels), flags)
}

/** Compares tasks: overdue or due today by date, then in progress, then by priority, then by due date. */
function byUrgency(today: string) {
  const order = ({ due_date, status, priority }: TaskSummary): (string | number)[] => [
    due_date !== null && due_date <= today ? due_date : '9',
    status === 'in_progress' ? 0 : 1,
    priorities.indexOf(priority),
    due_date ?? '9',
  ]
  return (one: TaskSummary, other: TaskSummary): number => {
    const [mine, others] = [order(one), order(other)]
    const at = mine.findIndex((part, index) => part !== others[index])
    return at < 0 ? 0 : mine[at]! < others[at]! ? -1 : 1
  }
}

/** Finds the first task whose dependencies are all completed. */
async function findUnblocked(session: Session, tasks: TaskSummary[], signal: AbortSignal): Promise<Task | undefined> {
  const doneById = new Map<string, boolean>()
  const isDone = async (id: string): Promise<boolean> => {
    const done = doneById.get(id) ?? (await session.svc.tasks.read(id, { signal })).status === 'completed'
    doneById.set(id, done)
    return done
  }
  for (const task of tasks) {
    const done = await Promise.all(task.dependencies.map(isDone))
    if (done.every(Boolean)) return task
  }
  return undefined
}
