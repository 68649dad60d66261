import { useEffect } from 'preact/hooks'
import type { MapState } from './map-state.ts'

const CLICK_PX = 4

/** Pans by dragging with the mouse; touch and wheel scroll the map as they scroll any page. */
export function useMapDrag(box: { current: HTMLElement | null }, state: MapState): void {
  useEffect(() => {
    const element = box.current!
    const onPointerDown = (event: PointerEvent) => {
      if (event.button === 0 && event.pointerType === 'mouse' && event.offsetX < element.scrollWidth)
        pan(element, event)
    }
    element.addEventListener('pointerdown', onPointerDown)
    return () => element.removeEventListener('pointerdown', onPointerDown)
  }, [state])
}

function pan(element: HTMLElement, { clientX, clientY, pointerId }: PointerEvent): void {
  const start = { left: element.scrollLeft, top: element.scrollTop }
  const controller = new AbortController()
  const { signal } = controller
  let isPanning = false
  const onMove = (event: PointerEvent) => {
    const [x, y] = [event.clientX - clientX, event.clientY - clientY]
    if (!isPanning && Math.hypot(x, y) < CLICK_PX) return
    if (!isPanning) element.setPointerCapture(pointerId)
    isPanning = true
    element.dataset['panning'] = ''
    element.scrollLeft = start.left - x
    element.scrollTop = start.top - y
  }
  const finish = () => {
    controller.abort()
    delete element.dataset['panning']
    if (!isPanning) return
    // The click that follows a drag opens nothing.
    addEventListener('click', preventClick, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', preventClick, { capture: true }))
  }
  element.addEventListener('pointermove', onMove, { signal })
  element.addEventListener('pointerup', finish, { signal })
  element.addEventListener('pointercancel', finish, { signal })
}

function preventClick(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
