import type { Anchor } from '../popover.tsx'

/** Returns a handler that opens a menu instead of the browser's; at the element if the menu key was pressed. */
export const openContextMenu =
  (open: (anchor: Anchor) => void) =>
  (event: MouseEvent & { currentTarget: EventTarget }): void => {
    if (event.shiftKey && event.button === 2) return
    event.preventDefault()
    const isByKey = event.button !== 2 || (event.clientX === 0 && event.clientY === 0)
    open(isByKey ? (event.currentTarget as Element) : { x: event.clientX, y: event.clientY })
  }
