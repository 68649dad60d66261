import { signal } from '@preact/signals'

/** Optimistic position of a moved card, until the lists include the move. */
interface PendingPosition {
  cell: string
  /** Id of the next card; null means the end, undefined the position by sort order. */
  before: string | null | undefined
}

/** Moved cards that the lists of a board do not include yet. */
export class PendingCards {
  readonly #positions = signal<ReadonlyMap<string, PendingPosition>>(new Map())

  /** Returns the cards of a cell, with those that were moved into it and without those that were moved out. */
  arrange(cell: string, loadedIds: readonly (string | undefined)[]): string[] {
    const positions = this.#positions.value
    const isInCell = (id: string | undefined) => id !== undefined && (positions.get(id)?.cell ?? cell) === cell
    const ids = loadedIds.filter((id) => isInCell(id)) as string[]
    for (const [id, { cell: to, before }] of positions) {
      const from = ids.indexOf(id)
      if (to !== cell || (from >= 0 && before === undefined)) continue
      if (from >= 0) ids.splice(from, 1)
      const index = before == null ? -1 : ids.indexOf(before)
      if (before === undefined) ids.unshift(id)
      else ids.splice(index < 0 ? ids.length : index, 0, id)
    }
    return ids
  }

  /** Shows cards in a cell until the lists include the move. The returned function undoes it. */
  show(ids: readonly string[], cell: string, before: string | null | undefined): () => void {
    const shown = new Map(ids.map((id): [string, PendingPosition] => [id, { cell, before }]))
    const others = [...this.#positions.value].filter(([id]) => !shown.has(id))
    // The latest moves come last: their neighbors must already be in position.
    this.#positions.value = new Map([...others, ...shown])
    return () => {
      this.#positions.value = new Map([...this.#positions.value].filter(([id, pending]) => shown.get(id) !== pending))
    }
  }
}
