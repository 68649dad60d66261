import type { Task, TaskSummary } from '@svc/sdk'
import type { CommonFlags, Context } from '../context.ts'
import { isoDay } from '../input/days.ts'
import { openStatuses, priorities } from '../input/words.ts'
import { printDone, printOne } from '../output/rows.ts'
import { isWhole, linesOfTask } from '../output/tasks.ts'
import { findLabels } from '../session/labels.ts'
import { openSession, type Session } from '../session/session.ts'
import { changeTasks } from './edit.ts'

interface NextFlags extends CommonFlags {
  start?: boolean
}

/** As many of somebody's tasks are looked at. */
const lookedAt = 200

/** The task to do next: yours, waiting for nothing, what is overdue or due today first, then by priority. */
export async function next(context: Context, flags: NextFlags): Promise<void> {
  const session = openSession(context, flags)
  const waiting = openStatuses.filter((status) => status !== 'blocked' && status !== 'on_hold')
  const filter = { assignee: ['me'], status: [...waiting] }
  const mine = await session.svc.tasks
    .list({ filter, sort_by: 'due_date', limit: lookedAt }, { signal: context.signal })
    .toArray({ max: lookedAt })
  const found = await firstFree(
    session,
    mine.filter(isWhole).toSorted(byUrgency(isoDay(new Date()))),
    context.signal,
  )
  if (!found) return printDone(context, { task: null }, 'Nothing waits for you', flags)
  if (flags.start && found.status !== 'in_progress')
    return changeTasks(context, session, [found.task_id], () => ({ status: 'in_progress' }), 'Started', flags)
  const labels = flags.json === undefined ? await findLabels(session, found, context.signal) : new Map()
  printOne(context, found, linesOfTask(found, labels), flags)
}

/** Due days that have come first, the oldest first; then what is begun; then priority; then what is due soonest. */
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

/** The first that waits for no other task. */
async function firstFree(
  session: Session,
  tasks: TaskSummary[],
  signal: AbortSignal,
): Promise<Task | undefined> {
  const known = new Map<string, boolean>()
  const isDone = async (id: string): Promise<boolean> => {
    const done = known.get(id) ?? (await session.svc.tasks.read(id, { signal })).status === 'completed'
    known.set(id, done)
    return done
  }
  for (const task of tasks) {
    const done = await Promise.all(task.dependencies.map(isDone))
    if (done.every(Boolean)) return task
  }
  return undefined
}
