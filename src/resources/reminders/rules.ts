import type { Static } from '../../kernel/schema.ts'
import { conflict, invalid } from '../../kernel/problem.ts'
import { addDays, instantOf, isTimeZone } from '../../kernel/values/zones.ts'
import { usualTime, type reminderUpdate } from './schemas.ts'

/** How many reminders of one task that are still to come a person may have. */
export const mostPending = 20

const hour = 3600 * 1000
/** How long after its moment a reminder that was moved there is still sent. */
const moveGrace = 24 * hour

/** When a reminder is due: at a moment, or so many days before a due date at a time of day in a zone. */
export type When =
  | { at: string; days_before: null; time_of_day: null; time_zone: null }
  | { at: null; days_before: number; time_of_day: string; time_zone: string }

/** Whether two reminders are due in the same way. */
export const isSameWhen = (one: When, other: When): boolean =>
  one.at === other.at &&
  one.days_before === other.days_before &&
  one.time_of_day === other.time_of_day &&
  one.time_zone === other.time_zone

/** Whether nothing is left to be done of a task with this status. */
export const isDone = (status: string): boolean => status === 'completed' || status === 'archived'

/** 409 for a task of which nobody is reminded. */
export function requireOpen({ status }: { status: string }): void {
  if (isDone(status)) throw conflict(`The task is ${status}, and nobody is reminded of such a task.`)
}

const earliest = Date.parse('0001-01-02T00:00:00.000Z')
const latest = Date.parse('9999-12-31T00:00:00.000Z')

/** The moment at which a reminder of a task with this due date is due; null for one that waits for a due date. */
export function firesAt(when: When, dueDate: string | null): string | null {
  if (when.at !== null) return when.at
  if (dueDate === null) return null
  const millis = instantOf(addDays(dueDate, -when.days_before), when.time_of_day, when.time_zone)
  // A due date may be the first day or the last that there is.
  return new Date(Math.min(Math.max(millis, earliest), latest)).toISOString()
}

/** What of a `When` a body says. */
export type Said = Pick<Static<typeof reminderUpdate>, 'at' | 'before_due'>

/** Whether a body leaves it to the preferences of its sender in which zone a reminder is. */
export const leavesZone = ({ before_due }: Said, was: When | null): boolean =>
  before_due != null && before_due.time_zone == null && was?.time_zone == null

/**
 * What a reminder is to be due at, by what is said and what it was; null where nothing is said. What is left out of
 * `before_due` stays as it was, and is asked for of one that is new. 422 for both ways at once.
 */
export function whenOf({ at, before_due }: Said, was: When | null, usualZone: string): When | null {
  if (at != null && before_due != null)
    throw invalid(['body', 'before_due'], 'Send at or before_due, and leave the other out or null.')
  if (at != null)
    return {
      at: new Date(at.toUpperCase()).toISOString(),
      days_before: null,
      time_of_day: null,
      time_zone: null,
    }
  if (before_due == null) return null
  const days_before = before_due.days ?? was?.days_before
  if (days_before == null) throw invalid(['body', 'before_due', 'days'], 'is required', 'missing')
  const time_zone = before_due.time_zone ?? was?.time_zone ?? usualZone
  if (!isTimeZone(time_zone))
    throw invalid(
      ['body', 'before_due', 'time_zone'],
      'is no name of the time zone database, such as Europe/Berlin or UTC',
    )
  return { at: null, days_before, time_of_day: before_due.time ?? was?.time_of_day ?? usualTime, time_zone }
}

/** 422 for a reminder whose moment is not to come any more; gives the moment. */
export function requireToCome(when: When, dueDate: string | null, now: string): string | null {
  const moment = firesAt(when, dueDate)
  if (moment === null || Date.parse(moment) > Date.parse(now)) return moment
  if (when.at !== null) throw invalid(['body', 'at'], `${moment} has passed: it is ${now}.`)
  throw invalid(
    ['body', 'before_due'],
    `The task is due on ${dueDate}, so that this would be ${moment}, which has passed.`,
  )
}

/** What the job finds of a reminder that it looks at. */
export interface Looked {
  when: When
  /** The moment as it was last worked out. */
  fires_at: string | null
  due_date: string | null
  /** Whether there is anybody to be reminded, who may know of the task, and anything left to be done. */
  called_for: boolean
}

export type Outcome = { status: 'pending' | 'sent' | 'lapsed'; fires_at: string | null }

/**
 * What becomes of a reminder that is looked at now. However late the service comes to it, it is sent; but one whose moment
 * was moved, with the due date, to over a day ago was for a day that is over.
 */
export function outcomeOf({ when, fires_at, due_date, called_for }: Looked, millis: number): Outcome {
  const moment = firesAt(when, due_date)
  if (moment === null || Date.parse(moment) > millis) return { status: 'pending', fires_at: moment }
  const moved = fires_at === null || Date.parse(fires_at) !== Date.parse(moment)
  const over = moved && millis - Date.parse(moment) > moveGrace
  return { status: called_for && !over ? 'sent' : 'lapsed', fires_at: moment }
}
