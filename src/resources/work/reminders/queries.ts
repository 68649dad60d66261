import { sql, type Sql, and } from '../../../db/sql.ts'
import type { Context } from '../../../core/context.ts'
import type { FilterSpecs, Filters } from '../../../http/pagination/filters.ts'
import { selectPage, type PageRequest, type ListSpec } from '../../../http/pagination/pagination.ts'
import { conflict } from '../../../core/errors.ts'
import type { OrgVisibility } from '../projects/policy.ts'
import { buildVisibleTasksCondition } from '../projects/queries/visibility.ts'
import { taskAccessColumns, joinTasksWithAccess, type TaskAccess, type TaskWithAccess } from '../tasks/queries/rows.ts'
import { MAX_PENDING_REMINDERS, type ReminderTime } from './rules.ts'
import { reminderStatuses, type reminderRecipients } from './schema.ts'

export type ReminderRow = ReminderTime & {
  org_id: string
  reminder_id: string
  task_id: string
  user_id: string
  created_by: string
  recipient: (typeof reminderRecipients)[number]
  note: string | null
  status: (typeof reminderStatuses)[number]
  fires_at: string | null
  ended_at: string | null
  version: number
  created_at: string
  updated_at: string
}

export interface ReminderTaskFields {
  task_title: string
  due_date: string | null
}

export type ReminderWithTask = ReminderRow & ReminderTaskFields & { task: TaskAccess }

export const reminderColumns = sql`r.org_id, r.reminder_id, r.task_id, r.user_id, r.created_by, r.recipient, r.at,
  r.days_before, r.time_of_day, r.time_zone, r.note, r.status, r.fires_at, r.ended_at, r.version, r.created_at,
  r.updated_at`

const reminderTaskColumns: Sql = sql`t.title as task_title, t.due_date`

const buildReminderVisibilityCondition = (ctx: Context): Sql =>
  sql`(r.user_id = ${ctx.user.user_id} or r.recipient = 'assignee')`

/** Finds a reminder of a live task, locked in a write together with the task; does not check access to the task. */
export async function findReminder(ctx: Context, id: string): Promise<ReminderWithTask | undefined> {
  const { orgIds } = ctx.caller
  const isReminder = sql`${sql.orgIn('r.org_id', orgIds)} and r.reminder_id = ${id}`
  // Same lock order as an update of the due date: first the task, then its reminders.
  if (ctx.inTransaction) {
    ctx.ignoreRejection(
      ctx.db.query(sql`
        select from tasks t join task_reminders r on r.org_id = t.org_id and r.task_id = t.task_id
        where ${isReminder} for no key update of t`),
    )
    ctx.ignoreRejection(
      ctx.db.query(sql`
        select from task_reminders r where ${sql.orgIn('r.org_id', orgIds)} and r.reminder_id = ${id} for no key update`),
    )
  }
  const [row] = await ctx.db.queryByKey(sql<ReminderWithTask>`
    select (select to_jsonb(j) from (select ${taskAccessColumns}) j) as task, ${reminderTaskColumns}, ${reminderColumns}
    from ${joinTasksWithAccess(ctx.user.user_id)} join task_reminders r on r.org_id = t.org_id and r.task_id = t.task_id
    where ${isReminder} and t.deleted_at is null and ${buildReminderVisibilityCondition(ctx)}`)
  return row
}

export const reminderSorts: ListSpec = {
  sorts: {
    fires_at: [{ sql: 'r.fires_at', type: 'timestamptz', nullable: true }],
    created_at: [{ sql: 'r.created_at', type: 'timestamptz' }],
  },
  defaultOrder: [{ sql: 'r.fires_at', type: 'timestamptz', nullable: true }],
  id: { sql: 'r.reminder_id', type: 'text' },
}

export const reminderFilters: FilterSpecs = {
  status: { kind: 'enum', values: reminderStatuses, description: 'Status of the reminder.' },
}

const buildFilter = ({ status }: Filters): Sql[] => (status ? [sql`r.status = any(${status}::text[])`] : [])

const selectReminders = (
  ctx: Context,
  page: PageRequest,
  conditions: Sql[],
): Promise<(ReminderRow & ReminderTaskFields)[]> =>
  selectPage(
    ctx,
    page,
    ({ where, order, limit, columns }) => sql<ReminderRow & ReminderTaskFields>`
      select ${reminderColumns}, ${reminderTaskColumns}, ${columns}
      from task_reminders r join tasks t on t.org_id = r.org_id and t.task_id = r.task_id
      where ${and(conditions)} and ${where} ${order} ${limit}`,
  )

export const selectTaskReminderPage = (ctx: Context, page: PageRequest, filters: Filters, task: TaskWithAccess) =>
  selectReminders(ctx, page, [
    sql`r.org_id = ${task.org_id} and r.task_id = ${task.task_id}`,
    buildReminderVisibilityCondition(ctx),
    ...buildFilter(filters),
  ])

export const selectOwnReminderPage = (ctx: Context, page: PageRequest, filters: Filters, visibility: OrgVisibility) =>
  selectReminders(ctx, page, [
    sql`r.org_id = ${visibility.org_id} and r.user_id = ${ctx.user.user_id} and t.deleted_at is null`,
    buildVisibleTasksCondition(ctx, visibility),
    ...buildFilter(filters),
  ])

export async function requirePendingReminderQuota(
  ctx: Context,
  row: { org_id: string; task_id: string; user_id: string },
) {
  const [found] = await ctx.db.query(sql<{ pending: number }>`
    select count(*)::int as pending from task_reminders
    where org_id = ${row.org_id} and task_id = ${row.task_id} and user_id = ${row.user_id} and status = 'pending'`)
  if (found!.pending >= MAX_PENDING_REMINDERS)
    throw conflict(
      `The task has ${MAX_PENDING_REMINDERS} pending reminders of this user, which is the maximum. Delete one first.`,
    )
}

export const insertReminder = (ctx: Context, row: ReminderRow): void =>
  ctx.ignoreRejection(
    ctx.db.query(sql`
      insert into task_reminders (org_id, reminder_id, task_id, user_id, created_by, recipient, at, days_before,
        time_of_day, time_zone, note, fires_at, look_at, created_at, updated_at)
      values (${row.org_id}, ${row.reminder_id}, ${row.task_id}, ${row.user_id}, ${row.created_by}, ${row.recipient},
        ${row.at}, ${row.days_before}, ${row.time_of_day}, ${row.time_zone}, ${row.note}, ${row.fires_at},
        ${row.fires_at}, ${row.created_at}, ${row.updated_at})`),
  )

/** Saves a reminder. `look_at` schedules the next check of a pending one. */
export const saveReminder = (ctx: Context, row: ReminderRow): void =>
  ctx.ignoreRejection(
    ctx.db.query(sql`
      update task_reminders set at = ${row.at}, days_before = ${row.days_before}, time_of_day = ${row.time_of_day},
        time_zone = ${row.time_zone}, note = ${row.note}, status = ${row.status}, fires_at = ${row.fires_at},
        look_at = ${row.status === 'pending' ? row.fires_at : null}, ended_at = ${row.ended_at},
        version = ${row.version}, updated_at = ${row.updated_at}
      where org_id = ${row.org_id} and reminder_id = ${row.reminder_id}`),
  )

export const deleteReminder = (ctx: Context, { org_id, reminder_id }: ReminderRow): void =>
  ctx.ignoreRejection(
    ctx.db.query(sql`
      delete from task_reminders where org_id = ${org_id} and reminder_id = ${reminder_id}`),
  )
