import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { columnsOf } from '../../kernel/sql.ts'
import { judgedColumns, seenBy, type TaskJudged } from '../tasks/rows.ts'
import type { When } from './rules.ts'
import type { reminderAims, reminderStatuses } from './schemas.ts'

export type ReminderRow = When & {
  org_id: string
  reminder_id: string
  task_id: string
  user_id: string
  created_by: string
  recipient: (typeof reminderAims)[number]
  note: string | null
  status: (typeof reminderStatuses)[number]
  fires_at: string | null
  ended_at: string | null
  version: number
  created_at: string
  updated_at: string
}

/** Fields of the task that a reminder includes. */
export interface OfTask {
  task_title: string
  due_date: string | null
}

/** A reminder, its task and the caller's access to the task. */
export type ReminderSeen = ReminderRow & OfTask & { task: TaskJudged }

export const reminderColumns = columnsOf([
  'org_id',
  'reminder_id',
  'task_id',
  'user_id',
  'created_by',
  'recipient',
  'at',
  'days_before',
  'time_of_day',
  'time_zone',
  'note',
  'status',
  'fires_at',
  'ended_at',
  'version',
  'created_at',
  'updated_at',
])

export const taskShown: Sql = sql`t.title as task_title, t.due_date`

/** Builds the condition that reminder `r` of a visible task is visible to the caller. */
export const shownTo = (ctx: Context): Sql =>
  sql`(r.user_id = ${ctx.user.user_id} or r.recipient = 'assignee')`

/** Finds a reminder of a live task, locked in a write together with the task; does not check access to the task. */
export async function findReminder(ctx: Context, id: string): Promise<ReminderSeen | undefined> {
  const { orgIds } = ctx.caller
  const isReminder = sql`${sql.among('r.org_id', orgIds)} and r.reminder_id = ${id}`
  // Same lock order as an update of the due date: first the task, then its reminders.
  if (ctx.locking) {
    ctx.later(
      ctx.db.query(sql`
        select from tasks t join task_reminders r on r.org_id = t.org_id and r.task_id = t.task_id
        where ${isReminder} for no key update of t`),
    )
    ctx.later(
      ctx.db.query(sql`
        select from task_reminders r where ${sql.among('r.org_id', orgIds)} and r.reminder_id = ${id} for no key update`),
    )
  }
  const [row] = await ctx.db.lookUp(sql<ReminderSeen>`
    select (select to_jsonb(j) from (select ${judgedColumns}) j) as task, ${taskShown}, ${reminderColumns('r')}
    from ${seenBy(ctx.user.user_id)} join task_reminders r on r.org_id = t.org_id and r.task_id = t.task_id
    where ${isReminder} and t.deleted_at is null and ${shownTo(ctx)}`)
  return row
}
