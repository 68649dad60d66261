import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

export interface BoardDropTarget {
  key: string | null
  cell?: string | undefined
  card?: string | undefined
  edge?: 'top' | 'bottom' | undefined
}

/** Scrolls an element while something is dragged to its edge. Loaded apart; without it, cards are still dragged. */
function enableAutoScroll(element: HTMLElement): () => void {
  let [end, isGone] = [() => {}, false]
  import('./auto-scroll.ts').then(
    ({ autoScrollForElements }) => void (isGone || (end = autoScrollForElements({ element }))),
    () => undefined,
  )
  return () => {
    isGone = true
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
  scroller: HTMLElement,
  key: string | null,
  cell?: string,
): () => void {
  const target = dropTargetForElements({ element, getData: () => ({ column: true, key, cell }) })
  return combine(target, enableAutoScroll(scroller))
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
