import { effect, signal, untracked } from '@preact/signals'
import { getStore } from '../../store/current-store.ts'
import type { TaskSelection } from '../tasks/selection.ts'
import { getEmptyValueGroup, listGroupChoices } from '../views/groups.tsx'
import { buildGroupQuery, type ViewQuery } from '../views/view-query.ts'
import { viewState } from '../views/view-state.ts'

interface ShownTasks {
  query: ViewQuery
  /** Returns the group of each loaded task that is shown. */
  listPlaces: () => Places
}

export interface Moved {
  ids: readonly string[]
  /** Group of the list that all of them are in now; undefined if there is none. */
  key: string | null | undefined
}

export type Places = ReadonlyMap<string, string | null>

/** Removes tasks from the selection that a change moved to another group or out of the list. */
export class MovedTasks {
  readonly moved = signal<Moved | undefined>()
  readonly #store = getStore()
  readonly #selection: TaskSelection
  readonly #shown: ShownTasks
  /** Groups in which the tasks were selected. */
  #places = new Map<string, string | null>()

  constructor(selection: TaskSelection, shown: ShownTasks) {
    this.#selection = selection
    this.#shown = shown
  }

  watch = (): (() => void) => effect(() => this.#update(this.#selection.selected.value, this.#shown.listPlaces()))
  forget = (): void => void (this.moved.value = undefined)

  #update(selected: ReadonlySet<string>, places: Places): void {
    const moved = this.moved.value
    if (moved && selected.size === 0) return this.#restore(moved, places)
    if (moved) this.forget()
    for (const id of this.#places.keys()) if (!selected.has(id)) this.#places.delete(id)
    const left = [...this.#places.keys()].filter((id) => this.#hasLeft(id, places))
    for (const id of selected) if (!this.#places.has(id) && places.has(id)) this.#places.set(id, places.get(id)!)
    if (left.length === 0) return
    // Selected tasks that were never loaded were changed with the others.
    const isAll = left.length === this.#places.size
    const ids = isAll ? [...selected] : left
    untracked(() => {
      if (isAll) this.moved.value = this.#findGroup(ids)
      this.#selection.deselect(ids)
    })
  }

  /** Returns whether a task left its group. It may be missing while pages are read again, and be in several groups. */
  #hasLeft(id: string, places: Places): boolean {
    const before = this.#places.get(id)!
    if (places.get(id) === before) return false
    const matches = this.#matches(before, id)
    // If only the server knows, the group in which it is shown decides.
    return matches === false || (matches === undefined && places.has(id))
  }

  #matches = (key: string | null, id: string): boolean | undefined =>
    this.#store.matches(buildGroupQuery(this.#shown.query, viewState.peek().container, key), id)

  #findGroup(all: readonly string[]): Moved | undefined {
    const ids = all.filter((id) => this.#store.row('tasks', id).peek() !== null)
    if (ids.length === 0) return undefined
    const { group } = this.#shown.query
    const choices = group ? listGroupChoices(group, viewState.peek().container).map(({ id }) => id) : []
    const keys = group && getEmptyValueGroup(group) ? [...choices, null] : choices
    return { ids, key: keys.find((key) => ids.every((id) => this.#matches(key, id) === true)) }
  }

  /** Selects the tasks again when they are back, after an undo. */
  #restore({ ids }: Moved, places: Places): void {
    const known = ids.filter((id) => this.#places.has(id))
    if (known.length === 0 || !known.every((id) => places.has(id) && places.get(id) === this.#places.get(id))) return
    this.forget()
    untracked(() => this.#selection.select(ids))
  }
}
