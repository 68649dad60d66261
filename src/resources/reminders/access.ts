import type { Context } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import type { Static } from '../../kernel/schema.ts'
import { canEditTask, canReadTask, readableTask, requireEdit } from '../tasks/access.ts'
import { findReminder, type ReminderSeen } from './rows.ts'
import type { reminderCreate } from './schemas.ts'

type ById = { ctx: Context; params: { reminder_id: string } }

/** The reminder, locked on writes; 404 unless the caller can read its task, and it is the caller's or the assignee's. */
export async function readableReminder({ ctx, params }: ById): Promise<ReminderSeen> {
  const found = await findReminder(ctx, params.reminder_id)
  if (!found || !canReadTask(ctx, found.task)) throw notFound()
  return found
}

/** The reminder to be changed: one's own, or one for the assignee of a task that the caller may change; else 403. */
export async function changeableReminder(call: ById): Promise<ReminderSeen> {
  const found = await readableReminder(call)
  if (found.recipient === 'assignee' && !canEditTask(call.ctx, found.task))
    throw forbidden('Only those who may change the task may change a reminder for its assignee.')
  return found
}

/**
 * The task to be reminded of, locked, so that its due date stays and the reminders of it are counted rightly. Who may read
 * it may; 403 for one for the assignee unless the caller may change the task.
 */
export async function remindableTask(call: {
  ctx: Context
  params: { task_id: string }
  body: Static<typeof reminderCreate>
}): ReturnType<typeof readableTask> {
  const task = await readableTask(call)
  if (call.body.for === 'assignee') requireEdit(call.ctx, task)
  return task
}
