interface PointerHandlers {
  onMove: (event: PointerEvent) => void
  /** Called with false if the drag is canceled. */
  onEnd: (isDropped: boolean) => void
}

/** Follows a pressed pointer until it is released. Escape cancels. The click that follows a drag opens nothing. */
export function followDrag(element: HTMLElement, start: PointerEvent, { onMove, onEnd }: PointerHandlers): void {
  const controller = new AbortController()
  const { signal } = controller
  let hasMoved = false
  const finish = (isDropped: boolean) => {
    controller.abort()
    if (hasMoved) {
      addEventListener('click', preventClick, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', preventClick, { capture: true }))
    }
    onEnd(isDropped)
  }
  const follow = (event: PointerEvent) => {
    hasMoved ||= Math.abs(event.clientX - start.clientX) + Math.abs(event.clientY - start.clientY) > MIN_DISTANCE_PX
    onMove(event)
  }
  element.setPointerCapture(start.pointerId)
  element.addEventListener('pointermove', follow, { signal })
  element.addEventListener('pointerup', () => finish(true), { signal })
  element.addEventListener('pointercancel', () => finish(false), { signal })
  const onEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    finish(false)
  }
  addEventListener('keydown', onEscape, { signal, capture: true })
}

/** A pointer that moved less is a click. */
const MIN_DISTANCE_PX = 3

function preventClick(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}
