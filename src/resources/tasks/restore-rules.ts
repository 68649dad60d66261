import type { TaskKept } from './deleted.ts'

/** Dependency of a task on another. */
export interface Waiting {
  task: string
  dependency: string
}

/** Fields whose references can be lost in a restoration. */
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

const containerFields = ['team_id', 'sprint_id', 'milestone_id', 'goal_id'] as const

/** Returns the containers that a deleted task cannot return to. */
export const placesLost = (task: TaskKept): Lost[] => [
  ...containerFields
    .filter((field) => task[field] !== null && task.fitting[field] === null)
    .map((field) => ({ task_id: task.task_id, field, id: task[field]! })),
  ...task.sections
    .filter((id) => !task.fitting.sections.includes(id))
    .map((id) => ({ task_id: task.task_id, field: 'section_id' as const, id })),
  ...task.stops
    .filter((id) => !task.fitting.stops.includes(id))
    .map((id) => ({ task_id: task.task_id, field: 'stop_id' as const, id })),
]

/** Returns the first task and its descendants to restore; descendants of a task that stays deleted stay deleted. */
export function comingBack(
  first: TaskKept,
  others: readonly TaskKept[],
  canRestore: (task: TaskKept) => boolean,
): TaskKept[] {
  const restored = [first]
  // The loop also visits the tasks that it adds.
  for (const { task_id } of restored)
    restored.push(...others.filter((task) => task.parent_task_id === task_id && canRestore(task)))
  return restored
}

/** Returns the dependencies that can be added, one after another, to the existing ones without forming a cycle. */
export function withoutCircles(
  existing: ReadonlyMap<string, readonly string[]>,
  candidates: readonly Waiting[],
): Waiting[] {
  const edges = new Map([...existing].map(([task, dependencies]) => [task, [...dependencies]]))
  const leadsTo = (from: string, to: string): boolean => {
    const visited = new Set([from])
    for (const id of visited) {
      if (id === to) return true
      for (const next of edges.get(id) ?? []) visited.add(next)
    }
    return false
  }
  return candidates.filter(({ task, dependency }) => {
    if (leadsTo(dependency, task)) return false
    edges.set(task, [...(edges.get(task) ?? []), dependency])
    return true
  })
}
