import { sql, type Sql } from '../../db/sql.ts'
import type { Context } from '../../kernel/context.ts'
import { columnsOf } from '../../kernel/sql.ts'
import { judgedColumns, seenBy, type TaskJudged } from '../tasks/rows.ts'
import type { When } from './rules.ts'
import type { reminderAims, reminderStatuses } from './schemas.ts'

/** A reminder as it is stored. */
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

/** What of its task a reminder shows. */
export interface OfTask {
  task_title: string
  due_date: string | null
}

/** A reminder, its task, and what decides the caller's right on that. */
export type ReminderSeen = ReminderRow & OfTask & { task: TaskJudged }

/** The columns of `ReminderRow`, of the table by this alias. */
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

/** The columns of `OfTask`, of a task `t`. */
export const taskShown: Sql = sql`t.title as task_title, t.due_date`

/** The condition that the caller is one to whom reminder `r` of a task that it reads is shown. */
export const shownTo = (ctx: Context): Sql =>
  sql`(r.user_id = ${ctx.user.user_id} or r.recipient = 'assignee')`

/**
 * A reminder of a live task among the caller's organizations, locked on writes together with the task; the right to see
 * the task is not yet judged.
 */
export async function findReminder(ctx: Context, id: string): Promise<ReminderSeen | undefined> {
  const { orgIds } = ctx.caller
  const which = sql`${sql.among('r.org_id', orgIds)} and r.reminder_id = ${id}`
  // In the order in which a change of the due date has them: the task, and then its reminders.
  if (ctx.locking) {
    ctx.later(
      ctx.db.query(sql`
        select from tasks t join task_reminders r on r.org_id = t.org_id and r.task_id = t.task_id
        where ${which} for no key update of t`),
    )
    ctx.later(
      ctx.db.query(sql`
        select from task_reminders r where ${sql.among('r.org_id', orgIds)} and r.reminder_id = ${id} for no key update`),
    )
  }
  const [row] = await ctx.db.lookUp(sql<ReminderSeen>`
    select (select to_jsonb(j) from (select ${judgedColumns}) j) as task, ${taskShown}, ${reminderColumns('r')}
    from ${seenBy(ctx.user.user_id)} join task_reminders r on r.org_id = t.org_id and r.task_id = t.task_id
    where ${which} and t.deleted_at is null and ${shownTo(ctx)}`)
  return row
}
