import { useComputed } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { getStore } from '../../store/current-store.ts'
import { boardTexts } from '../../messages/board.ts'
import { toPixels } from '../../components/util/row-heights.ts'
import { listContainerFields } from '../fields/container-fields.ts'
import type { TaskSelection } from '../tasks/selection.ts'
import { TaskCard } from '../tasks/task-card.tsx'
import { viewState } from '../views/view-state.ts'
import type { BoardCell, BoardModel } from './board-columns.ts'
import { boardDragModule } from './drag-module.ts'
import { canMoveOnBoard, isManualOrder } from './move-cards.ts'
import { currentDropTarget } from './use-drag-and-drop.ts'

/** Estimated height of a card that was not rendered yet. */
const CARD_HEIGHT_REM = 4.25
/** Height of the line of custom fields. */
const FIELDS_HEIGHT_REM = 1.5

export const getCardHeight = (): number => {
  const hasFields = listContainerFields(viewState.value.container).some(({ on_card }) => on_card)
  return toPixels(CARD_HEIGHT_REM + (hasFields ? FIELDS_HEIGHT_REM : 0))
}

interface CardProps {
  board: BoardModel
  selection: TaskSelection
  id: string
  isTabStop: boolean
}

/** Card of a board, which can be dragged. */
export function BoardCard({ id, board, selection, isTabStop }: CardProps) {
  const card = useRef<HTMLElement>(null)
  const isManual = isManualOrder()
  const dragModule = boardDragModule.value
  // A task that is not loaded yet renders another element.
  const isLoaded = useComputed(() => Boolean(getStore().row('tasks', id).value)).value
  useEffect(() => {
    if (!dragModule || !isLoaded) return
    const canDrag = () => {
      const task = getStore().row('tasks', id).peek()
      return Boolean(task) && canMoveOnBoard(board.group, task!)
    }
    return dragModule.enableCardDrag(card.current!, { id, isManual, canDrag })
  }, [dragModule, isLoaded, id, isManual])
  const edge = useComputed(() =>
    currentDropTarget.value?.card === id ? currentDropTarget.value.edge : undefined,
  ).value
  const groups = board.lanes ? [board.group, board.lanes] : [board.group]
  return <TaskCard id={id} groups={groups} selection={selection} isStop={isTabStop} edge={edge} cardRef={card} />
}

/** Says at a drop target that there is no place to choose, since the board is sorted automatically. */
export const SortHint = () => (isManualOrder() ? null : <p class="board-sorted">{boardTexts.sorted}</p>)

/** Lets cards be dropped on an element, and returns whether one is over it. */
export function useCellDrop(box: { current: HTMLElement | null }, { key, id }: Pick<BoardCell, 'key' | 'id'>): boolean {
  const dragModule = boardDragModule.value
  useEffect(() => {
    const scroller = box.current?.querySelector<HTMLElement>('.virtual')
    return dragModule?.enableColumnDrop(box.current!, scroller, key, id)
  }, [dragModule, key, id])
  return useComputed(() => currentDropTarget.value?.cell === id).value
}
