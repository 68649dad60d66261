import { data } from '../../data/current.ts'
import { text } from '../../messages/tasks.ts'
import { openLayer } from '../../ui/layer.ts'
import { Picker } from '../../ui/picker.tsx'
import type { BoardColumns } from './columns.ts'
import { move } from './move.ts'

/** Opens a picker of columns, the alternative to drag and drop. */
export function openMove(board: BoardColumns, ids: readonly string[], anchor: Element): void {
  if (data().row('tasks', ids[0]!).peek() == null) return
  const columns = board.columns.peek()
  const toId = (key: string | null) => key ?? ' none'
  const currentColumn = board.findCard(ids[0]!)?.column
  const options = columns.map(({ key, label, icon }) => ({ id: toId(key), label, icon }))
  const pick = (id: string) =>
    move(
      board,
      ids,
      columns.find(({ key }) => toId(key) === id)!,
    )
  openLayer(
    (close) => (
      <Picker
        anchor={anchor}
        label={text.move}
        options={options}
        selected={currentColumn ? [toId(currentColumn.key)] : []}
        onPick={pick}
        onClose={close}
      />
    ),
    anchor,
  )
}
