import { locale } from '../../ui/intl.ts'
import { useComputed } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { openQuickAdd } from '../../commands/overlay.ts'
import { data } from '../../data/current.ts'
import { text } from '../../messages/tasks.ts'
import { startIn } from '../../parts/add-here.ts'
import { asked } from '../../parts/asked.ts'
import { mayAddTo } from '../../parts/rights.ts'
import type { Selection } from '../../parts/selection.ts'
import { TaskCard } from '../../parts/task-card.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Virtual } from '../../ui/virtual.tsx'
import type { BoardColumns, Column } from './columns.ts'
import { drag, over } from './dragging.ts'
import { isByHand, mayMove } from './move.ts'

/** Height in pixels of a card, including the gap below it. */
const CARD_HEIGHT_PX = 92

interface Props {
  column: Column
  board: BoardColumns
  selection: Selection
  onMove: (id: string, anchor: Element) => void
}

export function BoardColumn({ column, board, selection, onMove }: Props) {
  const box = useRef<HTMLElement>(null)
  const { key, label } = column
  useDropTarget(box, key)
  const isOver = useComputed(() => over.value !== undefined && over.value.key === key).value
  const ids = column.ids.value
  const count = column.count.value
  return (
    <section
      ref={box}
      class={isOver ? 'board-column board-column-over' : 'board-column'}
      aria-label={count === undefined ? label : text.column(label, count)}
    >
      <ColumnHeader column={column} board={board} />
      <div class="board-column-cards">
        {ids.length === 0 ? (
          <EmptyColumn column={column} />
        ) : (
          <Cards {...{ column, board, selection, onMove }} />
        )}
      </div>
    </section>
  )
}

const EmptyColumn = ({ column }: { column: Column }) =>
  column.list.state.value === 'loading' ? (
    <Skeleton rows={Math.min(column.count.value || 1, 3)} height={CARD_HEIGHT_PX} />
  ) : (
    <p class="board-column-empty">{text.emptyColumn}</p>
  )

function Cards({ column, board, selection, onMove }: Props) {
  const ids = column.ids.value
  const count = column.count.value ?? ids.length
  const hiddenCount = Math.max(0, count - ids.length)
  const currentIndex = useComputed(() => column.ids.value.indexOf(selection.cursor.value ?? '')).value
  const row = (index: number) => {
    const id = ids[index]
    if (id === undefined) return <ShowMore key="more" column={column} hiddenCount={hiddenCount} />
    return (
      <div key={id} role="listitem" class="board-slot" aria-posinset={index + 1} aria-setsize={count}>
        <Card {...{ id, board, selection, onMove }} isTabStop={index === 0} />
      </div>
    )
  }
  return (
    <Virtual
      label={column.label}
      count={ids.length + (hiddenCount > 0 ? 1 : 0)}
      rowHeight={CARD_HEIGHT_PX}
      row={row}
      scrollToIndex={currentIndex}
      tabIndex={-1}
    />
  )
}

function ColumnHeader({ column, board }: { column: Column; board: BoardColumns }) {
  const { key, label, icon, count } = column
  const add = () => openQuickAdd(startIn(asked.peek().place, board.group, key))
  return (
    <header class="board-column-head">
      {icon}
      <h2 class="one-line" dir="auto">
        {label}
      </h2>
      <span class="board-column-count">{count.value?.toLocaleString(locale)}</span>
      {mayAddTo(asked.value.place) && (
        <Button
          class="board-column-add"
          kind="quiet"
          small
          icon="plus"
          title={text.addTo(label)}
          onClick={add}
        />
      )}
    </header>
  )
}

const ShowMore = ({ column, hiddenCount }: { column: Column; hiddenCount: number }) => (
  <div role="listitem" class="board-slot">
    <Button kind="quiet" small onClick={column.showMore}>
      {text.showMore(Math.min(hiddenCount, 100))}
    </Button>
  </div>
)

interface CardProps extends Omit<Props, 'column'> {
  id: string
  isTabStop: boolean
}

function Card({ id, board, selection, isTabStop, onMove }: CardProps) {
  const card = useRef<HTMLElement>(null)
  const isManual = isByHand()
  const dragModule = drag.value
  // A task that is not loaded yet renders another element.
  const isLoaded = useComputed(() => Boolean(data().row('tasks', id).value)).value
  useEffect(() => {
    if (!dragModule || !isLoaded) return
    const canDrag = () => {
      const task = data().row('tasks', id).peek()
      return Boolean(task) && mayMove(board.group, task!)
    }
    return dragModule.enableCardDrag(card.current!, { id, isManual, canDrag })
  }, [dragModule, isLoaded, id, isManual])
  const edge = useComputed(() => (over.value?.card === id ? over.value.edge : undefined)).value
  return (
    <TaskCard
      id={id}
      group={board.group}
      selection={selection}
      isStop={isTabStop}
      edge={edge}
      cardRef={card}
      onMove={onMove}
    />
  )
}

function useDropTarget(box: { current: HTMLElement | null }, key: string | null): void {
  const dragModule = drag.value
  useEffect(() => {
    const scroller = box.current?.querySelector<HTMLElement>('.virtual')
    return dragModule?.enableColumnDrop(box.current!, scroller ?? box.current!, key)
  }, [dragModule, key])
}
