import { autoUpdate, computePosition, flip, offset, shift, size, type Placement } from '@floating-ui/dom'

interface Floating {
  reference: Element | { getBoundingClientRect: () => DOMRect }
  element: HTMLElement
  placement: Placement
  wide: boolean
  /** Returns whether to keep the position, since the reference is gone or CSS sets it. */
  isFixed: () => boolean
}

export function keepPositioned({ reference, element, placement, wide, isFixed }: Floating): () => void {
  const update = async () => {
    if (isFixed()) return
    const fit = size({
      padding: 8,
      apply: ({ availableHeight, rects }) => {
        element.style.maxHeight = `${Math.min(512, availableHeight)}px`
        if (wide) element.style.minWidth = `${rects.reference.width}px`
      },
    })
    const middleware = [offset(4), flip({ padding: 8 }), shift({ padding: 8 }), fit]
    const { x, y } = await computePosition(reference, element, { placement, strategy: 'fixed', middleware })
    element.style.left = `${x}px`
    element.style.top = `${y}px`
  }
  return autoUpdate(reference, element, update)
}
