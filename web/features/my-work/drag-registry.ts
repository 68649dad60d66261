/** Registry: elements register when mounted; drag and drop loads later and initializes them all. */

export type DragData = { task: string } | { lane: string }

type Initialize = (element: HTMLElement, info: DragData) => () => void

const registered = new Map<HTMLElement, DragData>()
const cleanups = new Map<HTMLElement, () => void>()
let initialize: Initialize | undefined

function register(element: HTMLElement, info: DragData): () => void {
  registered.set(element, info)
  if (initialize) cleanups.set(element, initialize(element, info))
  return () => {
    registered.delete(element)
    cleanups.get(element)?.()
    cleanups.delete(element)
  }
}

export const registerDraggable = (element: HTMLElement, info: { task: string }): (() => void) => register(element, info)

export const registerDropTarget = (element: HTMLElement, info: { lane: string }): (() => void) =>
  register(element, info)

/** Initializes all registered elements, now and later. Returns a cleanup function. */
export function initializeDragAndDrop(next: Initialize): () => void {
  initialize = next
  for (const [element, info] of registered) cleanups.set(element, next(element, info))
  return () => {
    initialize = undefined
    for (const cleanUp of cleanups.values()) cleanUp()
    cleanups.clear()
  }
}
