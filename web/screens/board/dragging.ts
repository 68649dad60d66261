import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { text } from '../../messages/tasks.ts'
import { bringSoon } from '../../ui/late.ts'
import type { BoardColumns, Column } from './columns.ts'
import type * as Loaded from './drag.ts'
import { move } from './move.ts'

/** What dragging is done with; it comes after the board is drawn, and until then there are the keys and the menu. */
export const drag = signal<typeof Loaded | undefined>()

/** Over what a card is held now. */
export const over = signal<Loaded.Over | undefined>(undefined)

const same = (one: Loaded.Over | undefined, other: Loaded.Over | undefined): boolean =>
  one?.key === other?.key &&
  one?.card === other?.card &&
  one?.edge === other?.edge &&
  Boolean(one) === Boolean(other)

/** The card before which another one is put that is dropped on an edge; null is the end. */
function beforeWhich({ ids }: Column, { card, edge }: Loaded.Over): string | null {
  const all = ids.peek()
  if (card === undefined) return null
  return edge === 'bottom' ? (all[all.indexOf(card) + 1] ?? null) : card
}

/** Makes cards of this board fall into its columns. `carried` are the cards that go with the one that is held. */
export function useDragging(
  box: { current: HTMLElement | null },
  board: BoardColumns,
  carried: (id: string) => readonly string[],
): void {
  useEffect(() => {
    // Without it cards are moved by their keys and menus; the next board tries again.
    return bringSoon(
      () => import('./drag.ts'),
      text.noDragging,
      (loaded) => (drag.value = loaded),
    )
  }, [])
  const loaded = drag.value
  useEffect(() => {
    if (!loaded || !box.current) return
    return loaded.makeBoard(box.current, {
      over: (now) => {
        if (!same(over.peek(), now)) over.value = now
      },
      drop: (id, where) => {
        const column = board.columns.peek().find(({ key }) => key === where.key)
        const from = board.find(id)?.column
        if (!column || (from === column && where.card === undefined)) return
        move(board, carried(id), column, beforeWhich(column, where))
      },
    })
  }, [loaded, board])
}
