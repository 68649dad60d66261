import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { listTexts } from '../../messages/tasks.ts'
import type { BoardCell, BoardModel } from './board-columns.ts'
import type * as DragModule from './drag-and-drop.ts'
import { useDragModule } from './drag-module.ts'
import { moveCards } from './move-cards.ts'

export const currentDropTarget = signal<DragModule.BoardDropTarget | undefined>(undefined)

const isSameTarget = (a: DragModule.BoardDropTarget | undefined, b: DragModule.BoardDropTarget | undefined): boolean =>
  a?.key === b?.key && a?.cell === b?.cell && a?.card === b?.card && a?.edge === b?.edge && Boolean(a) === Boolean(b)

/** Returns the id of the card before which a dropped card is inserted; null means the end. */
function findInsertBefore({ ids }: BoardCell, { card, edge }: DragModule.BoardDropTarget): string | null {
  const all = ids.peek()
  if (card === undefined) return null
  return edge === 'bottom' ? (all[all.indexOf(card) + 1] ?? null) : card
}

export function useBoardDragAndDrop(
  box: { current: HTMLElement | null },
  board: BoardModel,
  getMovedIds: (id: string) => readonly string[],
): void {
  const dragModule = useDragModule(listTexts.noDragging)
  useEffect(() => {
    if (!dragModule || !box.current) return
    return dragModule.monitorBoardDrag(box.current, {
      over: (target) => {
        if (!isSameTarget(currentDropTarget.peek(), target)) currentDropTarget.value = target
      },
      drop: (id, target) => {
        const from = board.findCard(id)?.column
        const column = board.findTarget(target.cell!, from)
        if (!column || (from === column && target.card === undefined)) return
        moveCards(board, getMovedIds(id), column, findInsertBefore(column, target))
      },
    })
  }, [dragModule, board])
}
