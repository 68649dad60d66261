import { effect, signal, untracked } from '@preact/signals'
import { goWith, here } from '../../address.ts'
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
  /** Last known position of the current task in its group. */
  #place: { id: string; key: string | null; place: number; row: number } | undefined

  constructor(rows: TaskRows) {
    this.#rows = rows
    this.#stops = [
      effect(() => this.#arrive()),
      effect(() => this.#stay()),
      effect(() => this.#followOpen()),
      setOrder({ known: rows.known, total: rows.total, moveTo: this.moveTo, marked: this.selection.marked }),
    ]
  }

  /** The row that the keys went to may not be read yet: which task it is, is known when it is. */
  #arrive(): void {
    const at = this.row.value === undefined ? undefined : this.#rows.at(this.row.value)
    if (!this.#waiting || at?.kind !== 'task' || at.id === undefined) return
    this.#waiting = false
    this.selection.moveTo(at.id)
    if (here.peek().query.has('task')) goWith({ task: at.id }, { replace: true })
  }

  /** Keeps the position when the current task leaves its group, so that the next row becomes current. */
  #stay(): void {
    const id = this.selection.cursor.value
    const found = id === undefined ? undefined : this.#rows.find(id)
    const left = this.#place
    if (id === undefined || this.#waiting) return
    if (found && (left?.id !== id || left.key === found.stretch.key)) {
      const row = this.#rows.rowOf(id) ?? left?.row ?? 0
      this.#place = { id, key: found.stretch.key, place: found.place, row }
    } else if (left?.id === id && here.peek().query.get('task') !== id) untracked(() => this.#fill(left))
  }

  #fill(left: { key: string | null; place: number; row: number }): void {
    const row = this.#next(left)
    if (!this.#goFrom(row, 1)) this.#goFrom(row - 1, -1)
  }

  /** Returns the row at the former position of a task. */
  #next = ({ key, place, row }: { key: string | null; place: number; row: number }): number =>
    this.#rows.rowAt(key, place) ?? row

  /** A task that was opened from elsewhere (a link, the palette) is the one that the keys go on from. */
  #followOpen(): void {
    const open = here.value.query.get('task')
    if (open !== null && open !== this.selection.cursor.peek()) this.moveTo(open)
  }

  /** Goes to the next row that is a task. */
  #goFrom(start: number, by: number): boolean {
    let index = start
    while (this.#rows.at(index)?.kind === 'head') index += by
    if (index < 0 || this.#rows.at(index)?.kind !== 'task') return false
    this.#place = undefined
    this.#waiting = true
    this.row.value = undefined
    this.row.value = index
    this.#rows.see(Math.max(0, index - 10), index + 10)
    return true
  }

  /** Goes so many rows on, over heads; from nowhere to the first. */
  step(by: number): void {
    const id = this.selection.cursor.peek()
    const left = this.#place
    const isAway = left !== undefined && left.id === id && this.#rows.find(id)?.stretch.key !== left.key
    if (isAway) return void this.#goFrom(this.#next(left) + Math.min(by, 0), Math.sign(by))
    const now = (id === undefined ? undefined : this.#rows.rowOf(id)) ?? this.row.peek() ?? -1
    this.#goFrom(now + by, Math.sign(by))
  }

  toFirst = (): void => void this.#goFrom(0, 1)
  toLast = (): void => void this.#goFrom(this.#rows.count.peek() - 1, -1)

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
