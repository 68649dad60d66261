import { useLayoutEffect } from 'preact/hooks'
import { shiftBars } from './change-dates.ts'
import { dragDependency } from './drag-dependency.tsx'
import { followDrag } from './follow-drag.ts'
import type { BarPart } from './spans.ts'
import type { TimelineState } from './timeline-state.ts'
import { showUndoToast } from '../tasks/task-mutations.ts'

const isRightToLeft = (): boolean => document.documentElement.dir === 'rtl'

/** Moves and resizes bars by dragging, and pans by dragging the ground or by scrolling sideways. */
export function useBarDrag(box: { current: HTMLElement | null }, state: TimelineState): void {
  useLayoutEffect(() => {
    const element = box.current!
    const stop = [listenToPointer(element, state), listenToWheel(element, state)]
    return () => stop.forEach((one) => one())
  }, [])
}

function listenToPointer(element: HTMLElement, state: TimelineState): () => void {
  const onPointerDown = (event: PointerEvent) => {
    const target = event.target as Element
    if (event.button !== 0 || !target.closest('.timeline-lane')) return
    if (target.closest('.timeline-dependency')) return dragDependency(element, state, event)
    const id = target.closest<HTMLElement>('[data-bar]')?.dataset['bar']
    const part = (target.closest<HTMLElement>('[data-part]')?.dataset['part'] as BarPart | undefined) ?? 'whole'
    if (id === undefined && (target.closest('.timeline-bar') || event.pointerType !== 'mouse')) return
    dragBar(element, state, event, id === undefined ? undefined : { id, part })
  }
  element.addEventListener('pointerdown', onPointerDown)
  return () => element.removeEventListener('pointerdown', onPointerDown)
}

function dragBar(
  element: HTMLElement,
  state: TimelineState,
  start: PointerEvent,
  bar: { id: string; part: BarPart } | undefined,
): void {
  const { dayWidth } = state.window.peek()
  let moved = 0
  followDrag(element, start, {
    onMove({ clientX }) {
      const distance = (clientX - start.clientX) * (isRightToLeft() ? -1 : 1)
      const days = Math.round(distance / dayWidth)
      if (days === moved) return
      if (bar) state.drag.value = { ...bar, days }
      else state.pan(moved - days)
      moved = days
    },
    onEnd(isDropped) {
      state.drag.value = undefined
      if (!bar || !isDropped || moved === 0) return
      const selected = state.selection.selected.peek()
      const label = shiftBars(selected.has(bar.id) ? [...selected] : [bar.id], bar.part, moved)
      if (label !== undefined) showUndoToast(label)
    },
  })
}

function listenToWheel(element: HTMLElement, state: TimelineState): () => void {
  let rest = 0
  const onWheel = (event: WheelEvent) => {
    const distance = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX
    if (!event.shiftKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return
    event.preventDefault()
    rest += distance * (isRightToLeft() ? -1 : 1)
    const days = Math.trunc(rest / state.window.peek().dayWidth)
    rest -= days * state.window.peek().dayWidth
    if (days !== 0) state.pan(days)
  }
  element.addEventListener('wheel', onWheel, { passive: false })
  return () => element.removeEventListener('wheel', onWheel)
}
