import type { Section, Task } from '@svc/sdk'

/** Where a task lies among the person's own lanes. */
export interface Place {
  lane: string
  position: number
}

export interface Lane {
  id: string
  name: string
  tasks: readonly Task[]
}

export interface Plan {
  /** Past their day, and not yet put into a lane other than the first. */
  overdue: readonly Task[]
  lanes: readonly Lane[]
}

/** Without a place a task comes after those that have one, the soonest due first. */
function inOrder(places: ReadonlyMap<string, Place>): (one: Task, other: Task) => number {
  const key = ({ task_id, due_date, title }: Task): [number, string, string] => [
    places.get(task_id)?.position ?? Infinity,
    due_date ?? '9999',
    title,
  ]
  return (one, other) => {
    const [a, b] = [key(one), key(other)]
    const at = a.findIndex((value, i) => value !== b[i])
    return at < 0 ? 0 : a[at]! < b[at]! ? -1 : 1
  }
}

/**
 * The person's day: their tasks in the lanes into which they have put them. What is in none lies in the first. What is overdue
 * comes before everything, until it is put into one of the other lanes: then it is planned.
 */
export function planOf(
  tasks: readonly Task[],
  sections: readonly Pick<Section, 'section_id' | 'name'>[],
  places: ReadonlyMap<string, Place>,
  today: string,
): Plan {
  const first = sections[0]?.section_id
  const laneOf = ({ task_id }: Task) => {
    const lane = places.get(task_id)?.lane
    return sections.some(({ section_id }) => section_id === lane) ? lane : first
  }
  const isOverdue = (task: Task) => task.due_date !== null && task.due_date < today && laneOf(task) === first
  const sorted = [...tasks].sort(inOrder(places))
  return {
    overdue: sorted.filter(isOverdue).sort((a, b) => (a.due_date! < b.due_date! ? -1 : 1)),
    lanes: sections.map(({ section_id: id, name }) => ({
      id,
      name,
      tasks: sorted.filter((task) => laneOf(task) === id && !isOverdue(task)),
    })),
  }
}

/** Returns the task before which to insert at an index; undefined means the end. */
export function neighbourAt(
  tasks: readonly Task[],
  index: number,
  places: ReadonlyMap<string, Place>,
): { before: string } | undefined {
  const id = tasks[index]?.task_id
  return id !== undefined && places.has(id) ? { before: id } : undefined
}

/** Returns the task after a position; undefined at the end of its lane. */
export function neighbourOf(
  { lane, position }: Place,
  places: ReadonlyMap<string, Place>,
): { before: string } | undefined {
  const behind = [...places].filter(([, place]) => place.lane === lane && place.position > position)
  const [next] = behind.sort(([, a], [, b]) => a.position - b.position)
  return next && { before: next[0] }
}

/** The number that puts a task between the one before `index` and the one at it; undefined puts it at the end. */
export function positionAt(
  tasks: readonly Task[],
  index: number,
  places: ReadonlyMap<string, Place>,
): number | undefined {
  const at = (i: number) => places.get(tasks[i]?.task_id ?? '')?.position
  const after = at(index)
  if (after === undefined) return undefined
  const before = at(index - 1)
  return before === undefined ? after - 1 : (before + after) / 2
}
