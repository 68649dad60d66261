import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { text } from '../../messages/tasks.ts'
import { bringSoon } from '../../ui/late.ts'
import type { BoardColumns, Column } from './columns.ts'
import type * as DragModule from './drag.ts'
import { move } from './move.ts'

/** Drag-and-drop module, loaded after the first render. Cards can be moved by keys and menu before. */
export const drag = signal<typeof DragModule | undefined>()

export const over = signal<DragModule.Over | undefined>(undefined)

const isSameTarget = (a: DragModule.Over | undefined, b: DragModule.Over | undefined): boolean =>
  a?.key === b?.key && a?.card === b?.card && a?.edge === b?.edge && Boolean(a) === Boolean(b)

/** Returns the id of the card before which a dropped card is inserted; null means the end. */
function findInsertBefore({ ids }: Column, { card, edge }: DragModule.Over): string | null {
  const all = ids.peek()
  if (card === undefined) return null
  return edge === 'bottom' ? (all[all.indexOf(card) + 1] ?? null) : card
}

/** Enables drag and drop on a board. `getMovedIds` returns all cards that move with the dragged one. */
export function useDragging(
  box: { current: HTMLElement | null },
  board: BoardColumns,
  getMovedIds: (id: string) => readonly string[],
): void {
  useEffect(() => {
    return bringSoon(
      () => import('./drag.ts'),
      text.noDragging,
      (dragModule) => (drag.value = dragModule),
    )
  }, [])
  const dragModule = drag.value
  useEffect(() => {
    if (!dragModule || !box.current) return
    return dragModule.monitorBoardDrag(box.current, {
      over: (target) => {
        if (!isSameTarget(over.peek(), target)) over.value = target
      },
      drop: (id, target) => {
        const column = board.columns.peek().find(({ key }) => key === target.key)
        const from = board.findCard(id)?.column
        if (!column || (from === column && target.card === undefined)) return
        move(board, getMovedIds(id), column, findInsertBefore(column, target))
      },
    })
  }, [dragModule, board])
}
