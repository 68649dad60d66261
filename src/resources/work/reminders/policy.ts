import type { Call, Context } from '../../../core/context.ts'
import { forbidden, notFound } from '../../../core/errors.ts'
import type { Static } from '../../../core/schema.ts'
import { canEditTask, canReadTask, loadReadableTask, requireTaskEditor } from '../tasks/policy.ts'
import { findReminder, type ReminderWithTask } from './queries.ts'
import type { reminderCreateSchema } from './schema.ts'

type ReminderRequest = Call<{ reminder_id: string }>

/** Returns the reminder, locked in a write. Throws 404 unless the reminder and its task are visible to the caller. */
export async function loadReadableReminder({ ctx, params }: ReminderRequest): Promise<ReminderWithTask> {
  const found = await findReminder(ctx, params.reminder_id)
  if (!found || !canReadTask(ctx, found.task)) throw notFound()
  return found
}

/** Returns the locked reminder. Throws 403 for a reminder of the assignee unless the caller may edit the task. */
export async function loadReminderForUpdate(call: ReminderRequest): Promise<ReminderWithTask> {
  const found = await loadReadableReminder(call)
  if (found.recipient === 'assignee' && !canEditTask(call.ctx, found.task))
    throw forbidden('Only users who can edit the task can update or delete a reminder for its assignee.')
  return found
}

/** Locks the task, so that its due date and number of reminders do not change. */
export async function loadTaskForReminder(call: {
  ctx: Context
  params: { task_id: string }
  body: Static<typeof reminderCreateSchema>
}): ReturnType<typeof loadReadableTask> {
  const task = await loadReadableTask(call)
  if (call.body.for === 'assignee') requireTaskEditor(call.ctx, task)
  return task
}
