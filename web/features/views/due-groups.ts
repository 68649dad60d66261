import { addDays, getToday } from '../../components/util/dates.ts'

/** Last day of each group of due dates, counted from today, in their order. */
const LAST_DAYS = { past: -1, today: 0, tomorrow: 1, soon: 7, later: undefined } as const

export type DueGroup = keyof typeof LAST_DAYS

export const dueGroups = Object.keys(LAST_DAYS) as DueGroup[]

interface DueFilter {
  due_after?: string[]
  due_before?: string[]
  undated?: string[]
}

/** Narrows the filters of a list to the due dates of a group. */
export function narrowToDueGroup(key: string | null, filter: DueFilter): DueFilter {
  if (key === null) return { ...filter, undated: ['true'] }
  const index = dueGroups.indexOf(key as DueGroup)
  const [previous, last] = [LAST_DAYS[dueGroups[index - 1]!], LAST_DAYS[dueGroups[index]!]]
  const bounds = (days: number | undefined, limits: string[] = []) =>
    days === undefined ? limits : [...limits, addDays(getToday(), days)].sort()
  const after = bounds(previous === undefined ? undefined : previous + 1, filter.due_after)
  const before = bounds(last, filter.due_before)
  return {
    ...filter,
    ...(after.length > 0 && { due_after: after.slice(-1) }),
    ...(before.length > 0 && { due_before: before.slice(0, 1) }),
  }
}

/** Adds up counts by day to those of the groups. */
export function countByDueGroup(
  days: readonly { key: string | null; count: number }[],
): { key: string | null; count: number }[] {
  const counts = new Map<string | null, number>()
  for (const { key, count } of days) {
    const group = key === null ? null : findDueGroup(key)
    counts.set(group, (counts.get(group) ?? 0) + count)
  }
  return [...counts].map(([key, count]) => ({ key, count }))
}

function findDueGroup(day: string): DueGroup {
  const isWithin = (days: number | undefined) => days === undefined || day <= addDays(getToday(), days)
  return dueGroups.find((id) => isWithin(LAST_DAYS[id]))!
}

/** Returns the due date of a new task in a group; undefined for a group of several days. */
export const findDueDate = (key: string): string | undefined =>
  key === 'today' || key === 'tomorrow' ? addDays(getToday(), LAST_DAYS[key]) : undefined
