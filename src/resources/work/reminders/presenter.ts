import { pickProperties } from '../../../core/resource-fields.ts'
import type { ReminderTaskFields, ReminderRow } from './queries.ts'
import { computeReminderTime } from './rules.ts'
import { reminderSchema } from './schema.ts'

/** Computes the time of a pending one from the current due date. */
export function presentReminder(row: ReminderRow & ReminderTaskFields) {
  const { days_before: days, time_of_day: time, time_zone } = row
  return pickProperties(reminderSchema, {
    ...row,
    for: row.recipient,
    before_due: days === null ? null : { days, time, time_zone },
    fires_at: row.status === 'pending' ? computeReminderTime(row, row.due_date) : row.fires_at,
  })
}
