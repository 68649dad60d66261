import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element'
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge'
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

/** Over what a card is dragged: a column, and the card and the edge of it where order is by hand. */
export interface Over {
  key: string | null
  card?: string | undefined
  edge?: 'top' | 'bottom' | undefined
}

type Data = Record<string | symbol, unknown>

/** Has a card be dragged; where order is by hand, others can be put before and after it. */
export function makeCard(
  element: HTMLElement,
  { id, byHand, mayMove }: { id: string; byHand: boolean; mayMove: () => boolean },
): () => void {
  const drag = draggable({
    element,
    canDrag: mayMove,
    getInitialData: () => ({ id }),
    onDragStart: () => element.classList.add('task-card-dragged'),
    onDrop: () => element.classList.remove('task-card-dragged'),
  })
  if (!byHand) return drag
  const target = dropTargetForElements({
    element,
    getData: ({ input }) =>
      attachClosestEdge({ card: id }, { element, input, allowedEdges: ['top', 'bottom'] }),
  })
  return combine(drag, target)
}

/** Has a column take cards, and scroll when one is held at its edge. */
export function makeColumn(element: HTMLElement, scroller: HTMLElement, key: string | null): () => void {
  return combine(
    dropTargetForElements({ element, getData: () => ({ column: true, key }) }),
    autoScrollForElements({ element: scroller }),
  )
}

/** Follows what is dragged over the board, which scrolls sideways when something is held at its edge. */
export function makeBoard(
  element: HTMLElement,
  told: { over: (over: Over | undefined) => void; drop: (id: string, over: Over) => void },
): () => void {
  const overOf = (targets: { data: Data }[]): Over | undefined => {
    const column = targets.find(({ data }) => data['column'])
    const card = targets.find(({ data }) => data['card'])
    if (!column) return undefined
    const key = column.data['key'] as string | null
    if (!card) return { key }
    return { key, card: card.data['card'] as string, edge: extractClosestEdge(card.data) as 'top' | 'bottom' }
  }
  return combine(
    autoScrollForElements({ element }),
    monitorForElements({
      onDrag: ({ location }) => told.over(overOf(location.current.dropTargets)),
      onDrop: ({ source, location }) => {
        told.over(undefined)
        const over = overOf(location.current.dropTargets)
        if (over) told.drop(source.data['id'] as string, over)
      },
    }),
  )
}
