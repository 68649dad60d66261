import { useComputed } from '@preact/signals'
import { useCallback, useRef } from 'preact/hooks'
import { listTexts } from '../../messages/tasks.ts'
import { toCssColor } from '../../components/color-names.ts'
import { SectionCount } from '../sections/section-icon.tsx'
import { buildHeaderAttributes, findGroupLimit, findGroupSection, GroupTools } from '../sections/section-tools.tsx'
import type { TaskSelection } from '../tasks/selection.ts'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { VirtualList } from '../../components/virtual-list.tsx'
import { BoardCard, getCardHeight, SortHint, useCellDrop } from './board-card.tsx'
import type { BoardCell, BoardColumnState, BoardModel } from './board-columns.ts'
import { currentSectionTarget, useDraggableSection } from '../sections/use-section-drag.ts'

/** The part of a column that its header shows. */
export type ColumnTitle = Pick<BoardCell, 'key' | 'label' | 'icon' | 'count'>

interface Props {
  column: BoardColumnState
  board: BoardModel
  selection: TaskSelection
}

export function BoardColumn({ column, board, selection }: Props) {
  const box = useRef<HTMLElement>(null)
  const { key, label } = column
  const isOver = useCellDrop(box, column)
  const edge = useComputed(() =>
    currentSectionTarget.value?.key === key ? currentSectionTarget.value.edge : undefined,
  ).value
  const ids = column.ids.value
  const count = column.count.value
  const names = ['board-column', isOver && 'board-column-over', edge && `board-column-${edge}`]
  return (
    <section
      ref={box}
      class={names.filter(Boolean).join(' ')}
      aria-label={count === undefined ? label : listTexts.column(label, count)}
    >
      <ColumnHeader column={column} board={board} />
      <div class="board-column-cards">
        {ids.length === 0 ? <EmptyColumn column={column} /> : <Cards {...{ column, board, selection }} />}
      </div>
      {isOver && <SortHint />}
    </section>
  )
}

const EmptyColumn = ({ column }: { column: BoardColumnState }) =>
  column.list.state.value === 'loading' ? (
    <Skeleton rows={Math.min(column.count.value || 1, 3)} height={getCardHeight()} />
  ) : (
    <p class="board-column-empty">{listTexts.emptyColumn}</p>
  )

function Cards({ column, board, selection }: Props) {
  const ids = column.ids.value
  const count = column.count.value ?? ids.length
  const hiddenCount = Math.max(0, count - ids.length)
  const currentIndex = useComputed(() => column.ids.value.indexOf(selection.current.value ?? '')).value
  const rowKey = useCallback((index: number) => ids[index] ?? 'more', [ids])
  const renderRow = (index: number) => {
    const id = ids[index]
    if (id === undefined) return <ShowMore key="more" column={column} hiddenCount={hiddenCount} />
    return (
      <div key={id} role="listitem" class="board-slot" data-row={id} aria-posinset={index + 1} aria-setsize={count}>
        <BoardCard {...{ id, board, selection }} isTabStop={index === 0} />
      </div>
    )
  }
  return (
    <VirtualList
      label={column.label}
      count={ids.length + (hiddenCount > 0 ? 1 : 0)}
      rowHeight={getCardHeight()}
      rowKey={rowKey}
      row={renderRow}
      scrollToIndex={currentIndex}
      tabIndex={-1}
    />
  )
}

export function ColumnHeader({ column, board }: { column: ColumnTitle; board: BoardModel }) {
  const { key, label, icon, count } = column
  const target = { group: board.group, key, label, layout: 'board' } as const
  const section = findGroupSection(target)
  const header = useDraggableSection(section?.section_id)
  return (
    <header ref={header} class="board-column-head" {...buildHeaderAttributes(target)}>
      {section?.color && <span class="board-column-color" style={{ background: toCssColor(section.color) }} />}
      {icon}
      <h2 class="one-line" dir="auto">
        {label}
      </h2>
      <span class="board-column-count">
        {count.value !== undefined && <SectionCount count={count.value} limit={findGroupLimit(target)} />}
      </span>
      <span class="board-column-tools">
        <GroupTools {...target} />
      </span>
    </header>
  )
}

const ShowMore = ({ column, hiddenCount }: { column: BoardColumnState; hiddenCount: number }) => (
  <div role="listitem" class="board-slot" data-row="more">
    <Button kind="quiet" small onClick={column.showMore}>
      {listTexts.showMore(Math.min(hiddenCount, 100))}
    </Button>
  </div>
)
