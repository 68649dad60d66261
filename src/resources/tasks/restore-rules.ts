import type { TaskKept } from './deleted-rows.ts'

/** A task and what it waits for. */
export interface Waiting {
  task: string
  dependency: string
}

/** What a restored task did not get back. */
export const lostFields = [
  'parent',
  'sub_tasks',
  'dependencies',
  'dependents',
  'team_id',
  'sprint_id',
  'milestone_id',
  'goal_id',
  'section_id',
  'stop_id',
] as const
export interface Lost {
  task_id: string
  field: (typeof lostFields)[number]
  id: string
}

const places = ['team_id', 'sprint_id', 'milestone_id', 'goal_id'] as const

/** The places that a deleted task was in and that it can't come back into. */
export const placesLost = (task: TaskKept): Lost[] => [
  ...places
    .filter((field) => task[field] !== null && task.fitting[field] === null)
    .map((field) => ({ task_id: task.task_id, field, id: task[field]! })),
  ...task.sections
    .filter((id) => !task.fitting.sections.includes(id))
    .map((id) => ({ task_id: task.task_id, field: 'section_id' as const, id })),
  ...task.stops
    .filter((id) => !task.fitting.stops.includes(id))
    .map((id) => ({ task_id: task.task_id, field: 'stop_id' as const, id })),
]

/**
 * Of tasks that were deleted together, the first and those below it that are to come back: what is below one that stays
 * deleted stays with it.
 */
export function comingBack(
  first: TaskKept,
  others: readonly TaskKept[],
  mayCome: (task: TaskKept) => boolean,
): TaskKept[] {
  const back = [first]
  // Those that are found on the way are walked too.
  for (const { task_id } of back)
    back.push(...others.filter((one) => one.parent_task_id === task_id && mayCome(one)))
  return back
}

/**
 * Which of the wanted dependencies can be given back one after the other without a circle, given what is awaited so far.
 */
export function withoutCircles(
  awaited: ReadonlyMap<string, readonly string[]>,
  wanted: readonly Waiting[],
): Waiting[] {
  const edges = new Map([...awaited].map(([task, dependencies]) => [task, [...dependencies]]))
  const leadsTo = (from: string, to: string): boolean => {
    const seen = new Set([from])
    for (const id of seen) {
      if (id === to) return true
      for (const next of edges.get(id) ?? []) seen.add(next)
    }
    return false
  }
  return wanted.filter(({ task, dependency }) => {
    if (leadsTo(dependency, task)) return false
    edges.set(task, [...(edges.get(task) ?? []), dependency])
    return true
  })
}
