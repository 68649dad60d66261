import { effect, signal, untracked } from '@preact/signals'
import { setQuery, currentLocation } from '../../location.ts'
import { createSelection } from '../tasks/selection.ts'
import { setTaskOrder } from '../tasks/task-order.ts'
import type { TaskRows } from './task-rows.ts'

export class ListCursor {
  readonly selection = createSelection()
  readonly row = signal<number | undefined>()
  readonly #rows: TaskRows
  readonly #disposers: (() => void)[]
  #anchor: string | undefined
  #isPending = false
  #lastPosition: { id: string; key: string | null; position: number; row: number } | undefined

  constructor(rows: TaskRows) {
    this.#rows = rows
    this.#disposers = [
      effect(() => this.#selectLoadedTask()),
      effect(() => this.#keepPosition()),
      effect(() => this.#followOpenTask()),
      setTaskOrder({
        listIds: rows.listLoadedIds,
        total: rows.total,
        moveTo: this.moveTo,
        selected: this.selection.selected,
      }),
    ]
  }

  #selectLoadedTask(): void {
    const at = this.row.value === undefined ? undefined : this.#rows.getRow(this.row.value)
    if (!this.#isPending || at?.kind !== 'task' || at.id === undefined) return
    this.#isPending = false
    this.#rows.setCurrent(at.id, this.row.value!)
    this.selection.moveTo(at.id)
    if (currentLocation.peek().query.has('task')) setQuery({ task: at.id }, { replace: true })
  }

  /** Keeps the position when the current task leaves its group, so that the next row becomes current. */
  #keepPosition(): void {
    const id = this.selection.current.value
    const found = id === undefined ? undefined : this.#rows.findTask(id)
    const last = this.#lastPosition
    if (id === undefined || this.#isPending) return
    if (found && (last?.id !== id || last.key === found.range.key)) {
      const row = this.#rows.findRow(id) ?? last?.row ?? 0
      this.#lastPosition = { id, key: found.range.key, position: found.position, row }
    } else if (last?.id === id && currentLocation.peek().query.get('task') !== id)
      untracked(() => this.#selectNeighbor(last))
  }

  #selectNeighbor(last: { key: string | null; position: number; row: number }): void {
    const row = this.#findRow(last)
    if (!this.#moveFrom(row, 1)) this.#moveFrom(row - 1, -1)
  }

  #findRow = ({ key, position, row }: { key: string | null; position: number; row: number }): number =>
    this.#rows.findRowAt(key, position) ?? row

  /** Makes a task current that was opened from elsewhere, such as a link or the command palette. */
  #followOpenTask(): void {
    const open = currentLocation.value.query.get('task')
    if (open !== null && open !== this.selection.current.peek()) this.moveTo(open)
  }

  #moveFrom(from: number, delta: number): boolean {
    let index = from
    while (this.#rows.getRow(index)?.kind === 'head') index += delta
    if (index < 0 || this.#rows.getRow(index)?.kind !== 'task') return false
    this.#lastPosition = undefined
    this.#isPending = true
    this.row.value = undefined
    this.row.value = index
    this.#rows.loadRange(Math.max(0, index - 10), index + 10)
    return true
  }

  /** Moves by a number of rows, skipping group headers; without a current row, to the first task. */
  step(delta: number): void {
    const id = this.selection.current.peek()
    const last = this.#lastPosition
    const hasMoved = last !== undefined && last.id === id && this.#rows.findTask(id)?.range.key !== last.key
    if (hasMoved) return void this.#moveFrom(this.#findRow(last) + Math.min(delta, 0), Math.sign(delta))
    const current = (id === undefined ? undefined : this.#rows.findRow(id)) ?? this.row.peek() ?? -1
    this.#moveFrom(current + delta, Math.sign(delta))
  }

  toFirst = (): void => void this.#moveFrom(0, 1)
  toLast = (): void => void this.#moveFrom(this.#rows.count.peek() - 1, -1)

  moveTo = (id: string, row?: Element | null): void => {
    this.#isPending = false
    const index = row?.closest('[aria-rowindex]')?.getAttribute('aria-rowindex')
    if (index) this.#rows.setCurrent(id, Number(index) - 1)
    this.selection.moveTo(id)
    this.row.value = this.#rows.findRow(id)
  }

  toggle = (id: string): void => {
    this.#anchor = id
    this.selection.toggle(id)
  }

  markTo = (id: string, row?: Element): void => {
    const ids = this.#rows.listLoadedIds()
    const from = ids.indexOf(this.#anchor ?? this.selection.current.peek() ?? id)
    const to = ids.indexOf(id)
    this.selection.select(ids.slice(Math.max(0, Math.min(from, to)), Math.max(from, to) + 1))
    this.moveTo(id, row)
  }

  dispose = (): void => this.#disposers.forEach((dispose) => dispose())
}
