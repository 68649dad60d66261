import type { ReminderTaskFields, ReminderRow } from './queries.ts'
import { computeReminderTime } from './rules.ts'

/** Returns a `Reminder`; computes the time of a pending one from the current due date. */
export function presentReminder(row: ReminderRow & ReminderTaskFields) {
  const { days_before: days, time_of_day: time, time_zone } = row
  return {
    reminder_id: row.reminder_id,
    org_id: row.org_id,
    task_id: row.task_id,
    task_title: row.task_title,
    for: row.recipient,
    at: row.at,
    before_due: days === null ? null : { days, time, time_zone },
    note: row.note,
    status: row.status,
    fires_at: row.status === 'pending' ? computeReminderTime(row, row.due_date) : row.fires_at,
    ended_at: row.ended_at,
    due_date: row.due_date,
    created_by: row.created_by,
    created_at: row.created_at,
    updated_at: row.updated_at,
    version: row.version,
  }
}
