import type { Static } from '../../../core/schema.ts'
import { conflict, invalid } from '../../../core/errors.ts'
import { addDays, toInstant, isTimeZone } from '../../../core/time-zones.ts'
import { DEFAULT_REMINDER_TIME, type reminderUpdateSchema } from './schema.ts'

export const MAX_PENDING_REMINDERS = 20

/** Maximum delay after which a reminder that was moved into the past is still sent. */
const MAX_MOVED_DELAY_MS = 24 * 3600 * 1000

/** Time of a reminder: absolute, or days before the due date at a local time. */
export type ReminderTime =
  | { at: string; days_before: null; time_of_day: null; time_zone: null }
  | { at: null; days_before: number; time_of_day: string; time_zone: string }

export const isSameReminderTime = (one: ReminderTime, other: ReminderTime): boolean =>
  one.at === other.at &&
  one.days_before === other.days_before &&
  one.time_of_day === other.time_of_day &&
  one.time_zone === other.time_zone

export const isClosedTaskStatus = (status: string): boolean => status === 'completed' || status === 'archived'

export function requireOpenTask({ status }: { status: string }): void {
  if (isClosedTaskStatus(status)) throw conflict(`The task is ${status}. Reminders require an open task.`)
}

const MIN_TIME_MS = Date.parse('0001-01-02T00:00:00.000Z')
const MAX_TIME_MS = Date.parse('9999-12-31T00:00:00.000Z')

/** Returns the time of a reminder; null while the task has no due date. */
export function computeReminderTime(when: ReminderTime, dueDate: string | null): string | null {
  if (when.at !== null) return when.at
  if (dueDate === null) return null
  const time = toInstant(addDays(dueDate, -when.days_before), when.time_of_day, when.time_zone)
  // Clamps reminders of the first and last representable due dates.
  return new Date(Math.min(Math.max(time, MIN_TIME_MS), MAX_TIME_MS)).toISOString()
}

export type ReminderTimeInput = Pick<Static<typeof reminderUpdateSchema>, 'at' | 'before_due'>

export const usesDefaultTimeZone = ({ before_due }: ReminderTimeInput, stored: ReminderTime | null): boolean =>
  before_due != null && before_due.time_zone == null && stored?.time_zone == null

/** Returns null if the body has no time. Throws 422 for both times or without `days` for a new reminder. */
export function mergeReminderTime(
  { at, before_due }: ReminderTimeInput,
  stored: ReminderTime | null,
  defaultZone: string,
): ReminderTime | null {
  if (at != null && before_due != null)
    throw invalid(['body', 'before_due'], 'Send either at or before_due; omit the other or set it to null.')
  if (at != null)
    return { at: new Date(at.toUpperCase()).toISOString(), days_before: null, time_of_day: null, time_zone: null }
  if (before_due == null) return null
  const days_before = before_due.days ?? stored?.days_before
  if (days_before == null) throw invalid(['body', 'before_due', 'days'], 'is required', 'missing')
  const time_zone = before_due.time_zone ?? stored?.time_zone ?? defaultZone
  if (!isTimeZone(time_zone))
    throw invalid(['body', 'before_due', 'time_zone'], 'must be an IANA time zone, for example Europe/Berlin or UTC')
  return {
    at: null,
    days_before,
    time_of_day: before_due.time ?? stored?.time_of_day ?? DEFAULT_REMINDER_TIME,
    time_zone,
  }
}

export function requireFutureReminder(when: ReminderTime, dueDate: string | null, now: string): string | null {
  const time = computeReminderTime(when, dueDate)
  if (time === null || Date.parse(time) > Date.parse(now)) return time
  if (when.at !== null) throw invalid(['body', 'at'], `${time} is in the past; it is ${now}. Send a future time.`)
  throw invalid(
    ['body', 'before_due'],
    `With the due date ${dueDate}, the reminder would be at ${time}, which is in the past.`,
  )
}

interface ReminderCheck {
  when: ReminderTime
  /** Time as computed before. */
  fires_at: string | null
  due_date: string | null
  /** True if the task is open and its recipient can read it. */
  called_for: boolean
}

export type ReminderOutcome = { status: 'pending' | 'sent' | 'lapsed'; fires_at: string | null }

/** Sends a reminder however late, unless a new due date moved it over 24 hours back. */
export function determineReminderOutcome(
  { when, fires_at, due_date, called_for }: ReminderCheck,
  nowMs: number,
): ReminderOutcome {
  const time = computeReminderTime(when, due_date)
  if (time === null || Date.parse(time) > nowMs) return { status: 'pending', fires_at: time }
  const wasMoved = fires_at === null || Date.parse(fires_at) !== Date.parse(time)
  const isTooLate = wasMoved && nowMs - Date.parse(time) > MAX_MOVED_DELAY_MS
  return { status: called_for && !isTooLate ? 'sent' : 'lapsed', fires_at: time }
}
