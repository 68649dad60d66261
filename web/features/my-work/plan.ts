import type { Section, Task } from '@svc/sdk'
import { laneNames } from '../../messages/my-work.ts'

export interface LanePosition {
  lane: string
  position: number
}

export interface PlanLane {
  id: string
  name: string
  tasks: readonly Task[]
}

export interface WorkPlan {
  /** Overdue tasks that are in the first lane or in none. */
  overdue: readonly Task[]
  /** Tasks due today that are in the first lane or in none. */
  today: readonly Task[]
  lanes: readonly PlanLane[]
}

function compareTasks(positions: ReadonlyMap<string, LanePosition>): (left: Task, right: Task) => number {
  const toSortKey = ({ task_id, due_date, title }: Task): [number, string, string] => [
    positions.get(task_id)?.position ?? Infinity,
    due_date ?? '9999',
    title,
  ]
  return (left, right) => {
    const [a, b] = [toSortKey(left), toSortKey(right)]
    const difference = a.findIndex((value, i) => value !== b[i])
    return difference < 0 ? 0 : a[difference]! < b[difference]! ? -1 : 1
  }
}

/** Returns all columns of a plan: those of days, then the lanes. */
export const listPlanColumns = ({ overdue, today, lanes }: WorkPlan): (readonly Task[])[] => [
  overdue,
  today,
  ...lanes.map(({ tasks }) => tasks),
]

/** Groups tasks by lane; those in none are in the first. Due ones are apart until moved to a later lane. */
export function buildPlan(
  tasks: readonly Task[],
  sections: readonly Pick<Section, 'section_id' | 'name'>[],
  positions: ReadonlyMap<string, LanePosition>,
  today: string,
): WorkPlan {
  const firstLane = sections[0]?.section_id
  const findLane = ({ task_id }: Task) => {
    const lane = positions.get(task_id)?.lane
    return sections.some(({ section_id }) => section_id === lane) ? lane : firstLane
  }
  const isDue = (task: Task) => task.due_date !== null && task.due_date <= today && findLane(task) === firstLane
  const sorted = [...tasks].sort(compareTasks(positions))
  const due = sorted.filter(isDue)
  return {
    overdue: due.filter(({ due_date }) => due_date! < today).sort((a, b) => (a.due_date! < b.due_date! ? -1 : 1)),
    today: due.filter(({ due_date }) => due_date === today),
    lanes: sections.map(({ section_id: id, name }) => ({
      id,
      name: laneNames[name] ?? name,
      tasks: sorted.filter((task) => findLane(task) === id && !isDue(task)),
    })),
  }
}

/** Returns the task before which to insert at an index; undefined means the end. */
export function findNeighborAtIndex(
  tasks: readonly Task[],
  index: number,
  positions: ReadonlyMap<string, LanePosition>,
): { before: string } | undefined {
  const id = tasks[index]?.task_id
  return id !== undefined && positions.has(id) ? { before: id } : undefined
}

export function findNextInLane(
  { lane, position }: LanePosition,
  positions: ReadonlyMap<string, LanePosition>,
): { before: string } | undefined {
  const following = [...positions].filter(([, other]) => other.lane === lane && other.position > position)
  const [next] = following.sort(([, a], [, b]) => a.position - b.position)
  return next && { before: next[0] }
}

export function estimateLanePosition(
  tasks: readonly Task[],
  index: number,
  positions: ReadonlyMap<string, LanePosition>,
): number | undefined {
  const getPosition = (i: number) => positions.get(tasks[i]?.task_id ?? '')?.position
  const after = getPosition(index)
  if (after === undefined) return undefined
  const before = getPosition(index - 1)
  return before === undefined ? after - 1 : (before + after) / 2
}
