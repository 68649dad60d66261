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

/** A card and the space below it. */
const cardHeight = 92

interface Props {
  column: Column
  board: BoardColumns
  selection: Selection
  onMove: (id: string, anchor: Element) => void
}

/** A column: its name and number, its cards of which those in sight are drawn, and how to add one. */
export function BoardColumn({ column, board, selection, onMove }: Props) {
  const box = useRef<HTMLElement>(null)
  const { key, label } = column
  useDropping(box, key)
  const isOver = useComputed(() => over.value !== undefined && over.value.key === key).value
  const ids = column.ids.value
  const count = column.count.value
  return (
    <section
      ref={box}
      class={isOver ? 'board-column board-column-over' : 'board-column'}
      aria-label={count === undefined ? label : text.column(label, count)}
    >
      <Head column={column} board={board} />
      <div class="board-column-cards">
        {ids.length === 0 ? <Nothing column={column} /> : <Cards {...{ column, board, selection, onMove }} />}
      </div>
    </section>
  )
}

const Nothing = ({ column }: { column: Column }) =>
  column.list.state.value === 'loading' ? (
    <Skeleton rows={Math.min(column.count.value || 1, 3)} height={cardHeight} />
  ) : (
    <p class="board-column-empty">{text.emptyColumn}</p>
  )

/** The cards, of which those in sight are drawn. */
function Cards({ column, board, selection, onMove }: Props) {
  const ids = column.ids.value
  const count = column.count.value ?? ids.length
  const rest = Math.max(0, count - ids.length)
  const current = useComputed(() => column.ids.value.indexOf(selection.cursor.value ?? '')).value
  const row = (index: number) => {
    const id = ids[index]
    if (id === undefined) return <More key="more" column={column} rest={rest} />
    return (
      <div key={id} role="listitem" class="board-slot" aria-posinset={index + 1} aria-setsize={count}>
        <Card {...{ id, board, selection, onMove }} isStop={index === 0} />
      </div>
    )
  }
  return (
    <Virtual
      label={column.label}
      count={ids.length + (rest > 0 ? 1 : 0)}
      rowHeight={cardHeight}
      row={row}
      scrollToIndex={current}
      tabIndex={-1}
    />
  )
}

function Head({ column, board }: { column: Column; board: BoardColumns }) {
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

const More = ({ column, rest }: { column: Column; rest: number }) => (
  <div role="listitem" class="board-slot">
    <Button kind="quiet" small onClick={column.showMore}>
      {text.showMore(Math.min(rest, 100))}
    </Button>
  </div>
)

interface CardProps extends Omit<Props, 'column'> {
  id: string
  isStop: boolean
}

function Card({ id, board, selection, isStop, onMove }: CardProps) {
  const card = useRef<HTMLElement>(null)
  const byHand = isByHand()
  const loaded = drag.value
  // A row that is not read yet draws another element.
  const isThere = useComputed(() => Boolean(data().row('tasks', id).value)).value
  useEffect(() => {
    if (!loaded || !isThere) return
    const may = () => {
      const task = data().row('tasks', id).peek()
      return Boolean(task) && mayMove(board.group, task!)
    }
    return loaded.makeCard(card.current!, { id, byHand, mayMove: may })
  }, [loaded, isThere, id, byHand])
  const edge = useComputed(() => (over.value?.card === id ? over.value.edge : undefined)).value
  return (
    <TaskCard
      id={id}
      group={board.group}
      selection={selection}
      isStop={isStop}
      edge={edge}
      cardRef={card}
      onMove={onMove}
    />
  )
}

function useDropping(box: { current: HTMLElement | null }, key: string | null): void {
  const loaded = drag.value
  useEffect(() => {
    const scroller = box.current?.querySelector<HTMLElement>('.virtual')
    return loaded?.makeColumn(box.current!, scroller ?? box.current!, key)
  }, [loaded, key])
}
