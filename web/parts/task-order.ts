import { signal, type ReadonlySignal } from '@preact/signals'

/** The tasks of the list or board that is on the screen, in its order: what “next” and “before” mean in an open task. */
export interface TaskOrder {
  /** The ids that were read, in order. */
  known(): readonly string[]
  total: ReadonlySignal<number | undefined>
  /** Has the keys of the list stand on a task. */
  moveTo(id: string): void
  /** Selected tasks: Escape in the list clears the selection before it closes the panel. */
  marked?: ReadonlySignal<ReadonlySet<string>>
}

const current = signal<TaskOrder | undefined>()

export const taskOrder: ReadonlySignal<TaskOrder | undefined> = current

/** Makes an order the one on the screen; what it gives takes that back. */
export function setOrder(order: TaskOrder): () => void {
  current.value = order
  return () => {
    if (current.peek() === order) current.value = undefined
  }
}

/** The task that stands so many places after another in the list on the screen. */
export function neighbourOf(id: string, by: number): string | undefined {
  const ids = current.value?.known() ?? []
  const place = ids.indexOf(id)
  return place < 0 ? undefined : ids[place + by]
}
