import { getStore } from '../../store/current-store.ts'
import { listTexts } from '../../messages/tasks.ts'
import { openLayer } from '../../components/util/open-layer.ts'
import { Picker } from '../../components/picker.tsx'
import type { BoardColumns, BoardColumnState } from './board-columns.ts'

export function openMovePicker(
  board: BoardColumns,
  ids: readonly string[],
  anchor: Element,
  move: (to: BoardColumnState) => void,
): void {
  if (getStore().row('tasks', ids[0]!).peek() == null) return
  const columns = board.columns.peek()
  const toId = (key: string | null) => key ?? ' none'
  const currentColumn = board.findCard(ids[0]!)?.column
  const options = columns.map(({ key, label, icon }) => ({ id: toId(key), label, icon }))
  const pick = (id: string) => move(columns.find(({ key }) => toId(key) === id)!)
  openLayer(
    (close) => (
      <Picker
        anchor={anchor}
        label={listTexts.move}
        options={options}
        selected={currentColumn ? [toId(currentColumn.key)] : []}
        onPick={pick}
        onClose={close}
      />
    ),
    anchor,
  )
}
