import { effect, signal } from '@preact/signals'
import { here } from '../../address.ts'
import { createSelection } from '../../parts/selection.ts'
import { setOrder } from '../../parts/task-order.ts'
import type { TaskRows } from './rows.ts'

/** Where in the list the keys stand, as a row; which task that is, is the matter of its selection. */
export class Cursor {
  readonly selection = createSelection()
  readonly row = signal<number | undefined>()
  readonly #rows: TaskRows
  readonly #stops: (() => void)[]
  /** Where marking began. */
  #anchor: string | undefined
  /** The keys have gone to a row whose task is not known yet. */
  #waiting = false

  constructor(rows: TaskRows) {
    this.#rows = rows
    this.#stops = [
      effect(() => this.#arrive()),
      effect(() => this.#followOpen()),
      setOrder({ known: rows.known, total: rows.total, moveTo: this.moveTo }),
    ]
  }

  /** The row that the keys went to may not be read yet: which task it is, is known when it is. */
  #arrive(): void {
    const at = this.row.value === undefined ? undefined : this.#rows.at(this.row.value)
    if (!this.#waiting || at?.kind !== 'task' || at.id === undefined) return
    this.#waiting = false
    this.selection.moveTo(at.id)
  }

  /** A task that was opened from elsewhere (a link, the palette) is the one that the keys go on from. */
  #followOpen(): void {
    const open = here.value.query.get('task')
    if (open !== null && open !== this.selection.cursor.peek()) this.moveTo(open)
  }

  /** Goes to the next row that is a task. */
  #goFrom(start: number, by: number): void {
    let index = start
    while (this.#rows.at(index)?.kind === 'head') index += by
    if (index < 0 || this.#rows.at(index)?.kind !== 'task') return
    this.#waiting = true
    this.row.value = undefined
    this.row.value = index
    this.#rows.see(Math.max(0, index - 10), index + 10)
  }

  /** Goes so many rows on, over heads; from nowhere to the first. */
  step(by: number): void {
    const id = this.selection.cursor.peek()
    const now = (id === undefined ? undefined : this.#rows.rowOf(id)) ?? this.row.peek() ?? -1
    this.#goFrom(now + by, Math.sign(by))
  }

  toFirst = (): void => this.#goFrom(0, 1)
  toLast = (): void => this.#goFrom(this.#rows.count.peek() - 1, -1)

  moveTo = (id: string): void => {
    this.#waiting = false
    this.selection.moveTo(id)
    this.row.value = this.#rows.rowOf(id)
  }

  toggle = (id: string): void => {
    this.#anchor = id
    this.selection.toggle(id)
  }

  /** Marks from where marking began to a task. */
  markTo = (id: string): void => {
    const ids = this.#rows.known()
    const from = ids.indexOf(this.#anchor ?? this.selection.cursor.peek() ?? id)
    const to = ids.indexOf(id)
    this.selection.mark(ids.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1))
    this.moveTo(id)
  }

  leave = (): void => this.#stops.forEach((stop) => stop())
}
