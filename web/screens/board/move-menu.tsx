import { data } from '../../data/current.ts'
import { text } from '../../messages/tasks.ts'
import { openLayer } from '../../ui/layer.ts'
import { Picker } from '../../ui/picker.tsx'
import type { BoardColumns } from './columns.ts'
import { move } from './move.ts'

/** Asks for the column that cards are moved to: what dragging does, without it. */
export function openMove(board: BoardColumns, ids: readonly string[], anchor: Element): void {
  if (data().row('tasks', ids[0]!).peek() == null) return
  const columns = board.columns.peek()
  const nameOf = (key: string | null) => key ?? ' none'
  const now = board.find(ids[0]!)?.column
  const options = columns.map(({ key, label, icon }) => ({ id: nameOf(key), label, icon }))
  const pick = (id: string) =>
    move(
      board,
      ids,
      columns.find(({ key }) => nameOf(key) === id)!,
    )
  openLayer(
    (close) => (
      <Picker
        anchor={anchor}
        label={text.move}
        options={options}
        selected={now ? [nameOf(now.key)] : []}
        onPick={pick}
        onClose={close}
      />
    ),
    anchor,
  )
}
