import { useComputed } from '@preact/signals'
import { useCallback, useEffect, useRef } from 'preact/hooks'
import { getStore } from '../../store/current-store.ts'
import { listTexts } from '../../messages/tasks.ts'
import { listContainerFields } from '../fields/container-fields.ts'
import { viewState } from '../views/view-state.ts'
import { SectionCount, toCssColor } from '../sections/section-icon.tsx'
import { buildHeaderAttributes, findGroupLimit, findGroupSection, GroupTools } from '../sections/section-tools.tsx'
import type { TaskSelection } from '../tasks/selection.ts'
import { TaskCard } from '../tasks/task-card.tsx'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { toPixels } from '../../components/util/row-heights.ts'
import { VirtualList } from '../../components/virtual-list.tsx'
import type { BoardColumns, BoardColumnState } from './board-columns.ts'
import { currentSectionTarget, useDraggableSection } from '../sections/use-section-drag.ts'
import { boardDragModule } from './drag-module.ts'
import { currentDropTarget } from './use-drag-and-drop.ts'
import { isManualOrder, canMoveOnBoard } from './move-cards.ts'

/** Estimated height of a card that was not rendered yet. */
const CARD_HEIGHT_REM = 4.25
/** Height of the line of custom fields. */
const FIELDS_HEIGHT_REM = 1.5

const getCardHeight = (): number => {
  const hasFields = listContainerFields(viewState.value.container).some(({ on_card }) => on_card)
  return toPixels(CARD_HEIGHT_REM + (hasFields ? FIELDS_HEIGHT_REM : 0))
}

interface Props {
  column: BoardColumnState
  board: BoardColumns
  selection: TaskSelection
}

export function BoardColumn({ column, board, selection }: Props) {
  const box = useRef<HTMLElement>(null)
  const { key, label } = column
  useDropTarget(box, key)
  const isOver = useComputed(() => currentDropTarget.value !== undefined && currentDropTarget.value.key === key).value
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
        <Card {...{ id, board, selection }} isTabStop={index === 0} />
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

function ColumnHeader({ column, board }: { column: BoardColumnState; board: BoardColumns }) {
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

interface CardProps extends Omit<Props, 'column'> {
  id: string
  isTabStop: boolean
}

function Card({ id, board, selection, isTabStop }: CardProps) {
  const card = useRef<HTMLElement>(null)
  const isManual = isManualOrder()
  const dragModule = boardDragModule.value
  // A task that is not loaded yet renders another element.
  const isLoaded = useComputed(() => Boolean(getStore().row('tasks', id).value)).value
  useEffect(() => {
    if (!dragModule || !isLoaded) return
    const canDrag = () => {
      const task = getStore().row('tasks', id).peek()
      return Boolean(task) && canMoveOnBoard(board.group, task!)
    }
    return dragModule.enableCardDrag(card.current!, { id, isManual, canDrag })
  }, [dragModule, isLoaded, id, isManual])
  const edge = useComputed(() =>
    currentDropTarget.value?.card === id ? currentDropTarget.value.edge : undefined,
  ).value
  return <TaskCard id={id} group={board.group} selection={selection} isStop={isTabStop} edge={edge} cardRef={card} />
}

function useDropTarget(box: { current: HTMLElement | null }, key: string | null): void {
  const dragModule = boardDragModule.value
  useEffect(() => {
    const scroller = box.current?.querySelector<HTMLElement>('.virtual')
    return dragModule?.enableColumnDrop(box.current!, scroller ?? box.current!, key)
  }, [dragModule, key])
}
