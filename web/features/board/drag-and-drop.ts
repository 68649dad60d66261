import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

export interface BoardDropTarget {
  key: string | null
  cell?: string | undefined
  card?: string | undefined
  edge?: 'top' | 'bottom' | undefined
}

/** Distance from an edge at which a drag scrolls. */
const EDGE_PX = 48

const getScrollStep = (at: number, from: number, to: number): number =>
  (Math.max(0, EDGE_PX - (to - at)) - Math.max(0, EDGE_PX - (at - from))) / 3

/** Scrolls an element while something is dragged near one of its edges. */
function enableAutoScroll(element: HTMLElement): () => void {
  let point = { clientX: 0, clientY: 0 }
  let frame = 0
  const scroll = () => {
    const { clientX: x, clientY: y } = point
    const { left, right, top, bottom } = element.getBoundingClientRect()
    if (x >= left && x <= right && y >= top && y <= bottom)
      element.scrollBy(getScrollStep(x, left, right), getScrollStep(y, top, bottom))
    frame = requestAnimationFrame(scroll)
  }
  const stop = () => cancelAnimationFrame(frame)
  const end = monitorForElements({
    onDragStart: ({ location }) => {
      point = location.initial.input
      frame = requestAnimationFrame(scroll)
    },
    onDrag: ({ location }) => void (point = location.current.input),
    onDrop: stop,
  })
  return () => {
    stop()
    end()
  }
}

type Data = Record<string | symbol, unknown>

export function enableCardDrag(
  element: HTMLElement,
  { id, isManual, canDrag }: { id: string; isManual: boolean; canDrag: () => boolean },
): () => void {
  const drag = draggable({
    element,
    canDrag,
    getInitialData: () => ({ id }),
    onDragStart: () => element.classList.add('task-card-dragged'),
    onDrop: () => element.classList.remove('task-card-dragged'),
  })
  if (!isManual) return drag
  const target = dropTargetForElements({
    element,
    getData: ({ input }) => attachClosestEdge({ card: id }, { element, input, allowedEdges: ['top', 'bottom'] }),
  })
  return combine(drag, target)
}

export function enableColumnDrop(
  element: HTMLElement,
  scroller: HTMLElement | null | undefined,
  key: string | null,
  cell?: string,
): () => void {
  const target = dropTargetForElements({ element, getData: () => ({ column: true, key, cell }) })
  return scroller ? combine(target, enableAutoScroll(scroller)) : target
}

export function monitorBoardDrag(
  element: HTMLElement,
  handlers: {
    over: (over: BoardDropTarget | undefined) => void
    drop: (id: string, over: BoardDropTarget) => void
  },
): () => void {
  const toTarget = (targets: { data: Data }[]): BoardDropTarget | undefined => {
    const column = targets.find(({ data }) => data['column'])
    const card = targets.find(({ data }) => data['card'])
    if (!column) return undefined
    const key = column.data['key'] as string | null
    const cell = column.data['cell'] as string | undefined
    if (!card) return { key, cell }
    return { key, cell, card: card.data['card'] as string, edge: extractClosestEdge(card.data) as 'top' | 'bottom' }
  }
  return combine(
    enableAutoScroll(element),
    monitorForElements({
      canMonitor: ({ source }) => 'id' in source.data,
      onDrag: ({ location }) => handlers.over(toTarget(location.current.dropTargets)),
      onDrop: ({ source, location }) => {
        handlers.over(undefined)
        const over = toTarget(location.current.dropTargets)
        if (over) handlers.drop(source.data['id'] as string, over)
      },
    }),
  )
}
