import { computed, signal, type ReadonlySignal } from '@preact/signals'

/** Which tasks of a list a person works on: the one that the keys stand on, and those marked. */
export interface Selection {
  /** The task under the keys. */
  cursor: ReadonlySignal<string | undefined>
  /** The tasks marked with `x` or a click, in no order. */
  marked: ReadonlySignal<ReadonlySet<string>>
  /** Those that a command acts on: the marked ones, or else the one under the keys. */
  targets: ReadonlySignal<readonly string[]>
  moveTo(id: string | undefined): void
  toggle(id: string): void
  mark(ids: readonly string[]): void
  clear(): void
}

export function createSelection(): Selection {
  const cursor = signal<string | undefined>()
  const marked = signal<ReadonlySet<string>>(new Set())
  return {
    cursor,
    marked,
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
    mark: (ids) => (marked.value = new Set([...marked.value, ...ids])),
    clear: () => (marked.value = new Set()),
  }
}
