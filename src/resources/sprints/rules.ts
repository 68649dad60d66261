/** What holds for sprints whoever asks: no database and no clock here. */
import { isDate } from '../../kernel/values/dates.ts'
import { invalid } from '../../kernel/problem.ts'
import type { SprintRow } from './rows.ts'
import type { SprintCreate, SprintUpdate } from './schemas.ts'

const day = 86_400_000
const millisOf = (date: string) => Date.parse(`${date}T00:00:00Z`)

/** The last day of a sprint of so many weeks; 422 beyond the last date there is. */
function endOf(start: string, weeks: number): string {
  const end = new Date(millisOf(start) + (7 * weeks - 1) * day).toISOString().slice(0, 10)
  if (!isDate(end)) throw invalid(['body', 'duration_weeks'], 'The sprint would end after the year 9999.')
  return end
}

/** Whole weeks from the first to the last day, null where there is a rest. */
export function weeksOf(start: string, end: string): number | null {
  const days = (millisOf(end) - millisOf(start)) / day + 1
  return days % 7 === 0 ? days / 7 : null
}

/** The length in words for what is usual, `Custom` for the rest. */
export const labelOf = (weeks: number | null): string =>
  weeks === null || weeks > 4 ? 'Custom' : weeks === 1 ? '1 week' : `${weeks} weeks`

type Ending = Pick<SprintUpdate, 'end_date' | 'duration_weeks'>

/** First and last day: 422 for two ways to say the end, and for an end before the start. */
function datesOf(start: string, { end_date, duration_weeks }: Ending, storedEnd?: string) {
  if (end_date != null && duration_weeks != null)
    throw invalid(['body', 'duration_weeks'], 'Send end_date or duration_weeks, not both.')
  const end = duration_weeks != null ? endOf(start, duration_weeks) : (end_date ?? storedEnd)
  if (end === undefined) throw invalid(['body', 'end_date'], 'Send end_date or duration_weeks.', 'missing')
  if (end < start)
    throw invalid(
      ['body', end_date == null ? 'start_date' : 'end_date'],
      `The sprint would end (${end}) before it starts (${start}).`,
      'date_order',
    )
  return { start_date: start, end_date: end }
}

/** What a change of a sprint can set. */
export const attributes = [
  'name',
  'description',
  'goal',
  'start_date',
  'end_date',
  'status',
  'completed_at',
  'completed_by',
] as const
export type Attributes = Pick<SprintRow, (typeof attributes)[number]>

/** A new sprint as its body wants it. */
export const newSprint = (body: SprintCreate): Attributes => ({
  name: body.name,
  description: body.description ?? null,
  goal: body.goal ?? null,
  ...datesOf(body.start_date, body),
  status: 'active',
  completed_at: null,
  completed_by: null,
})

/** What completing a sprint, or taking that back, sets. */
export const statusOf = (status: SprintRow['status'], by: { username: string; now: string }) => ({
  status,
  completed_at: status === 'completed' ? by.now : null,
  completed_by: status === 'completed' ? by.username : null,
})

/** The sprint as a partial update wants it: null clears what may be empty and leaves the rest as it is. */
export function wantedSprint(
  stored: SprintRow,
  body: SprintUpdate,
  by: { username: string; now: string },
): Attributes {
  const { status, completed_at, completed_by } = stored
  const kept = body.status == null || body.status === status
  return {
    name: body.name ?? stored.name,
    description: body.description === undefined ? stored.description : body.description,
    goal: body.goal === undefined ? stored.goal : body.goal,
    ...datesOf(body.start_date ?? stored.start_date, body, stored.end_date),
    ...(kept ? { status, completed_at, completed_by } : statusOf(body.status!, by)),
  }
}
