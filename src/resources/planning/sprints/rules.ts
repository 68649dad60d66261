import { isDate } from '../../../core/dates.ts'
import { invalid } from '../../../core/errors.ts'
import type { SprintFields, SprintRow } from './queries.ts'
import type { SprintCreate, SprintUpdate } from './schema.ts'

const DAY_MS = 86_400_000
const toMillis = (date: string) => Date.parse(`${date}T00:00:00Z`)

/** Returns the last day of a sprint. Throws 422 after the year 9999. */
function computeEndDate(start: string, weeks: number): string {
  const end = new Date(toMillis(start) + (7 * weeks - 1) * DAY_MS).toISOString().slice(0, 10)
  if (!isDate(end))
    throw invalid(['body', 'duration_weeks'], 'The sprint would end after the year 9999. Send a smaller value.')
  return end
}

/** Returns the length in weeks, or `null` when it is not a whole number of weeks. */
export function computeDurationWeeks(start: string, end: string): number | null {
  const days = (toMillis(end) - toMillis(start)) / DAY_MS + 1
  return days % 7 === 0 ? days / 7 : null
}

export const formatDurationLabel = (weeks: number | null): string =>
  weeks === null || weeks > 4 ? 'Custom' : weeks === 1 ? '1 week' : `${weeks} weeks`

type SprintEnd = Pick<SprintUpdate, 'end_date' | 'duration_weeks'>

/** Returns the first and last day. Throws 422 unless exactly one of `end_date` and `duration_weeks` sets a valid end. */
function resolveDates(start: string, { end_date, duration_weeks }: SprintEnd, storedEnd?: string) {
  if (end_date != null && duration_weeks != null)
    throw invalid(['body', 'duration_weeks'], 'Send either end_date or duration_weeks, not both.')
  const end = duration_weeks != null ? computeEndDate(start, duration_weeks) : (end_date ?? storedEnd)
  if (end === undefined) throw invalid(['body', 'end_date'], 'Send either end_date or duration_weeks.', 'missing')
  if (end < start)
    throw invalid(
      ['body', end_date == null ? 'start_date' : 'end_date'],
      `The sprint would end (${end}) before it starts (${start}).`,
      'date_order',
    )
  return { start_date: start, end_date: end }
}

export const sprintEditableFields = [
  'name',
  'description',
  'goal',
  'start_date',
  'end_date',
  'status',
  'completed_at',
  'completed_by',
] as const satisfies (keyof SprintFields)[]

export const newSprint = (body: SprintCreate): SprintFields => ({
  name: body.name,
  description: body.description ?? null,
  goal: body.goal ?? null,
  ...resolveDates(body.start_date, body),
  status: 'active',
  completed_at: null,
  completed_by: null,
})

export const buildSprintStatusFields = (status: SprintRow['status'], by: { username: string; now: string }) => ({
  status,
  completed_at: status === 'completed' ? by.now : null,
  completed_by: status === 'completed' ? by.username : null,
})

export function applySprintUpdate(
  stored: SprintRow,
  body: SprintUpdate,
  by: { username: string; now: string },
): SprintFields {
  const { status, completed_at, completed_by } = stored
  const statusUnchanged = body.status == null || body.status === status
  return {
    name: body.name ?? stored.name,
    description: body.description === undefined ? stored.description : body.description,
    goal: body.goal === undefined ? stored.goal : body.goal,
    ...resolveDates(body.start_date ?? stored.start_date, body, stored.end_date),
    ...(statusUnchanged ? { status, completed_at, completed_by } : buildSprintStatusFields(body.status!, by)),
  }
}
