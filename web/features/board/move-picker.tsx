import { getStore } from '../../store/current-store.ts'
import { boardTexts } from '../../messages/board.ts'
import { listTexts } from '../../messages/tasks.ts'
import { openLayer } from '../../components/util/open-layer.ts'
import { Picker } from '../../components/picker.tsx'
import type { BoardCell, BoardModel } from './board-columns.ts'

/** Opens the columns that a card can be moved to, and the lanes. */
export function openMovePicker(
  board: BoardModel,
  ids: readonly string[],
  anchor: Element,
  move: (to: BoardCell) => void,
): void {
  if (getStore().row('tasks', ids[0]!).peek() == null) return
  const current = board.findCard(ids[0]!)?.column ?? board.cells.peek()[0]
  if (!current) return
  const columns = board.listRow(current)
  const others = board.listStack(current).filter((cell) => cell !== current)
  const options = [
    ...columns.map(({ id, label, icon }) => ({ id, label, icon })),
    ...others.map(({ id, lane }) => ({ id, label: boardTexts.lane(lane!.label), icon: lane!.icon })),
  ]
  openLayer(
    (close) => (
      <Picker
        anchor={anchor}
        label={listTexts.move}
        options={options}
        selected={[current.id]}
        onPick={(id) => move([...columns, ...others].find((cell) => cell.id === id)!)}
        onClose={close}
      />
    ),
    anchor,
  )
}
