import { addDays, toInstant, toLocalDate } from '../../../core/time-zones.ts'

const MAX_BURNDOWN_DAYS = 366

/** A value that a task had until a moment. */
export interface FormerValue {
  value: string | null
  left_at: number
}

/** History of a task in a sprint. Times are Unix milliseconds; former values are ordered. */
export interface TaskHistory {
  created_at: number
  status: string
  sprint_id: string | null
  statuses: FormerValue[]
  sprints: FormerValue[]
}

export interface BurndownSprint {
  sprint_id: string
  start_date: string
  end_date: string
  completed_at: string | null
}

interface BurndownDay {
  day: string
  remaining: number
  completed: number
  added: number
  removed: number
}

interface Boundary {
  day: string
  /** Start and end of the day as Unix milliseconds. */
  start: number
  end: number
}

/** Returns the days from the start of the sprint to its end, its completion or now, whichever comes first. */
function listDays({ start_date, end_date, completed_at }: BurndownSprint, zone: string, now: number): Boundary[] {
  const closed = completed_at === null ? now : Date.parse(completed_at)
  const reached = toLocalDate(closed, zone)
  const last = reached < end_date ? reached : end_date
  const earliest = addDays(last, 1 - MAX_BURNDOWN_DAYS)
  const days: Boundary[] = []
  for (let day = start_date > earliest ? start_date : earliest; day <= last; day = addDays(day, 1)) {
    const end = toInstant(addDays(day, 1), '00:00:00', zone)
    // Completing a sprint may move its open tasks, so its last day ends before that.
    days.push({
      day,
      start: toInstant(day, '00:00:00', zone),
      end: completed_at === null ? end : Math.min(end, closed),
    })
  }
  return days
}
const findValueBefore = (former: readonly FormerValue[], current: string | null, moment: number): string | null => {
  const found = former.find(({ left_at }) => left_at >= moment)
  return found ? found.value : current
}

type TaskState = 'open' | 'completed' | 'outside'

function findStateBefore(task: TaskHistory, sprintId: string, moment: number): TaskState {
  if (task.created_at >= moment) return 'outside'
  if (findValueBefore(task.sprints, task.sprint_id, moment) !== sprintId) return 'outside'
  const status = findValueBefore(task.statuses, task.status, moment)
  if (status === 'archived') return 'outside'
  return status === 'completed' ? 'completed' : 'open'
}

/** Counts the tasks of a sprint for each of its days in a time zone. Archived tasks count as removed. */
export function computeBurndown(
  sprint: BurndownSprint,
  tasks: readonly TaskHistory[],
  zone: string,
  now: number,
): BurndownDay[] {
  const days = listDays(sprint, zone, now)
  const rows = days.map(({ day }) => ({ day, remaining: 0, completed: 0, added: 0, removed: 0 }))
  for (const task of tasks) {
    let before = findStateBefore(task, sprint.sprint_id, days[0]?.start ?? now)
    days.forEach(({ end }, index) => {
      const after = findStateBefore(task, sprint.sprint_id, end)
      countTask(rows[index]!, before, after)
      before = after
    })
  }
  return rows
}

function countTask(row: BurndownDay, before: TaskState, after: TaskState): void {
  if (after === 'open') row.remaining += 1
  if (after === 'completed') row.completed += 1
  if (before === 'outside' && after !== 'outside') row.added += 1
  if (before !== 'outside' && after === 'outside') row.removed += 1
}
