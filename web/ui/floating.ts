import { autoUpdate, computePosition, flip, offset, shift, size, type Placement } from '@floating-ui/dom'

interface Floating {
  reference: Element | { getBoundingClientRect: () => DOMRect }
  element: HTMLElement
  placement: Placement
  /** As wide as its reference at least. */
  wide: boolean
  /** Whether it stays where it is, since its reference is gone or the styles place it. */
  stays: () => boolean
}

/** Keeps an element beside its reference and within the window. Returns what stops that. */
export function follow({ reference, element, placement, wide, stays }: Floating): () => void {
  const place = async () => {
    if (stays()) return
    const fit = size({
      padding: 8,
      apply: ({ availableHeight, rects }) => {
        element.style.maxHeight = `${Math.min(416, availableHeight)}px`
        if (wide) element.style.minWidth = `${rects.reference.width}px`
      },
    })
    const middleware = [offset(4), flip({ padding: 8 }), shift({ padding: 8 }), fit]
    const { x, y } = await computePosition(reference, element, { placement, strategy: 'fixed', middleware })
    element.style.left = `${x}px`
    element.style.top = `${y}px`
  }
  return autoUpdate(reference, element, place)
}
