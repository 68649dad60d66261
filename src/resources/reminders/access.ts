import type { Context } from '../../kernel/context.ts'
import { forbidden, notFound } from '../../kernel/problem.ts'
import type { Static } from '../../kernel/schema.ts'
import { canEditTask, canReadTask, readableTask, requireEdit } from '../tasks/access.ts'
import { findReminder, type ReminderSeen } from './queries.ts'
import type { reminderCreate } from './schemas.ts'

type ReminderRequest = { ctx: Context; params: { reminder_id: string } }

/** Returns the reminder, locked in a write. Throws 404 unless the reminder and its task are visible to the caller. */
export async function readableReminder({ ctx, params }: ReminderRequest): Promise<ReminderSeen> {
  const found = await findReminder(ctx, params.reminder_id)
  if (!found || !canReadTask(ctx, found.task)) throw notFound()
  return found
}

/** Returns the locked reminder. Throws 403 for a reminder of the assignee unless the caller may edit the task. */
export async function changeableReminder(call: ReminderRequest): Promise<ReminderSeen> {
  const found = await readableReminder(call)
  if (found.recipient === 'assignee' && !canEditTask(call.ctx, found.task))
    throw forbidden('Only users who can edit the task can update or delete a reminder for its assignee.')
  return found
}

/**
 * Returns the task, locked so that its due date and number of reminders do not change. Throws 403 for a reminder of the
 * assignee unless the caller may edit the task.
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
