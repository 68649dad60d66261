import { signal, type ReadonlySignal } from '@preact/signals'

interface TaskOrder {
  listIds(): readonly string[]
  total: ReadonlySignal<number | undefined>
  /** Makes a task current. `row` tells which of its rows, if it has several. */
  moveTo(id: string, row?: Element): void
  /** Selected tasks: Escape in the list clears the selection before it closes the panel. */
  selected?: ReadonlySignal<ReadonlySet<string>>
}

const current = signal<TaskOrder | undefined>()

export const taskOrder: ReadonlySignal<TaskOrder | undefined> = current

export function setTaskOrder(order: TaskOrder): () => void {
  current.value = order
  return () => {
    if (current.peek() === order) current.value = undefined
  }
}

export function findNeighborTask(id: string, by: number): string | undefined {
  const ids = current.value?.listIds() ?? []
  const index = ids.indexOf(id)
  return index < 0 ? undefined : ids[index + by]
}
