import { effect, untracked } from '@preact/signals'
import type { ListCursor } from './list-cursor.ts'
import type { TaskRows } from './task-rows.ts'

export interface KeepPlaceOptions {
  box: { current: HTMLElement | null }
  rows: TaskRows
  cursor: ListCursor
}

/** Scrolls a list when rows are inserted or removed above, so that the row in use stays where it is on the screen. */
export function keepPlace({ box, rows, cursor }: KeepPlaceOptions): () => void {
  let frame = 0
  let { toggleCount } = rows
  const end = effect(() => {
    void rows.ranges.value
    void rows.listLoadedIds()
    const isToggle = toggleCount !== rows.toggleCount
    toggleCount = rows.toggleCount
    if (frame || isToggle || !box.current) return
    // The page still shows the former order; it is rendered before the next frame.
    const place = untracked(() => findPlace(box.current!, rows, cursor.selection.current.peek()))
    if (!place) return
    frame = requestAnimationFrame(() => {
      frame = 0
      restorePlace(place)
    })
  })
  return () => {
    cancelAnimationFrame(frame)
    end()
  }
}

interface Place {
  scroller: HTMLElement
  id: string
  top: number
  /** Distance for a row that is not rendered any longer. */
  distance: number
}

/** Returns the place of the row under the pointer, the current one or the first visible one, if the list shifts it. */
function findPlace(box: HTMLElement, rows: TaskRows, current: string | undefined): Place | undefined {
  const scroller = box.querySelector<HTMLElement>('.virtual')
  if (!scroller) return undefined
  const visible = listVisibleRows(scroller, rows)
  const wanted = [
    visible.findIndex(({ row }) => row.matches(':hover')),
    visible.findIndex(({ id }) => id === current),
    scroller.scrollTop > 0 ? 0 : -1,
  ].find((index) => index >= 0)
  if (wanted === undefined) return undefined
  const getDistance = (one: VisibleRow) => Math.abs(visible.indexOf(one) - wanted)
  const around = visible.toSorted((a, b) => getDistance(a) - getDistance(b)).slice(0, 5)
  // A row that moves alone was changed itself; its neighbors stay in place.
  const isShared = ({ shift }: VisibleRow) => around.filter((one) => one.shift === shift).length > 1
  const place = visible.length === 1 ? visible[0] : around.find(isShared)
  if (!place?.shift || hasOwnRow(rows, place.id)) return undefined
  return { scroller, id: place.id, top: place.box.top, distance: place.shift * place.box.height }
}

interface VisibleRow {
  row: HTMLElement
  id: string
  box: DOMRect
  /** Number of rows by which it moves down. */
  shift: number
}

function listVisibleRows(scroller: HTMLElement, rows: TaskRows): VisibleRow[] {
  const view = scroller.getBoundingClientRect()
  return [...scroller.querySelectorAll<HTMLElement>('[data-id]')]
    .map((row) => ({ row, id: row.dataset['id']!, box: row.getBoundingClientRect() }))
    .filter(({ box }) => box.bottom > view.top && box.top < view.bottom)
    .toSorted((a, b) => a.box.top - b.box.top)
    .map((one) => ({
      ...one,
      shift: (rows.findRow(one.id) ?? NaN) + 1 - Number(one.row.getAttribute('aria-rowindex')),
    }))
}

/** Returns whether the user creates a task above a row. It should not be scrolled out of view. */
function hasOwnRow(rows: TaskRows, id: string): boolean {
  const ids = rows.listLoadedIds()
  return ids.slice(0, ids.indexOf(id)).some((one) => one.startsWith('new-'))
}

function restorePlace({ scroller, id, top, distance }: Place): void {
  const row = scroller.querySelector(`[data-id="${CSS.escape(id)}"]`)
  scroller.scrollTop += row ? row.getBoundingClientRect().top - top : distance
}
