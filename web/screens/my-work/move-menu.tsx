import type { Task } from '@svc/sdk'
import { myWork as messages } from '../../messages/my-work.ts'
import { openLayer } from '../../ui/layer.ts'
import { Menu } from '../../ui/menu.tsx'
import { moves, type Board } from './lane.tsx'

/** The menu of lanes, asked for by a key. */
export function openMoves(board: Board, task: Task, anchor: Element): void {
  openLayer(
    (close) => <Menu anchor={anchor} label={messages.moveTo} items={moves(board, task)} onClose={close} />,
    anchor,
  )
}
