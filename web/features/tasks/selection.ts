import { computed, signal, type ReadonlySignal } from '@preact/signals'

export interface TaskSelection {
  current: ReadonlySignal<string | undefined>
  selected: ReadonlySignal<ReadonlySet<string>>
  /** Tasks that a command acts on: the selected ones, else the current one. */
  targets: ReadonlySignal<readonly string[]>
  moveTo(id: string | undefined): void
  toggle(id: string): void
  select(ids: readonly string[]): void
  deselect(ids: readonly string[]): void
  clear(): void
}

export function createSelection(): TaskSelection {
  const cursor = signal<string | undefined>()
  const marked = signal<ReadonlySet<string>>(new Set())
  return {
    current: cursor,
    selected: marked,
    targets: computed(() => {
      if (marked.value.size > 0) return [...marked.value]
      return cursor.value === undefined ? [] : [cursor.value]
    }),
    moveTo: (id) => (cursor.value = id),
    toggle(id) {
      const next = new Set(marked.value)
      if (!next.delete(id)) next.add(id)
      marked.value = next
    },
    select: (ids) => (marked.value = new Set([...marked.value, ...ids])),
    deselect(ids) {
      const gone = new Set(ids)
      marked.value = new Set([...marked.value].filter((id) => !gone.has(id)))
    },
    clear: () => (marked.value = new Set()),
  }
}
