import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { currentLocation } from '../../location.ts'
import { listTexts } from '../../messages/tasks.ts'
import { updateViewQuery, viewState } from '../views/view-state.ts'
import { createSelection, type TaskSelection } from '../tasks/selection.ts'
import { startSelectAll } from '../tasks/start-select-all.ts'
import { setTaskOrder } from '../tasks/task-order.ts'
import { getTaskCardId } from '../tasks/task-card.tsx'
import { listTasksBetween } from '../tasks/layout-commands.ts'
import { createRowClickHandler } from '../tasks/row-clicks.ts'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorMessage } from '../../components/error-message.tsx'
import { withChunk } from '../../components/util/load-chunk.ts'
import { BulkBar } from '../task-list/bulk-bar.tsx'
import { BoardColumn } from './board-column.tsx'
import { BoardColumns } from './board-columns.ts'
import { useSectionDrag } from '../sections/use-section-drag.ts'
import { useBoardDragAndDrop } from './use-drag-and-drop.ts'
import { moveCards } from './move-cards.ts'
import { useBoardKeys, useCardFocusAfterMove } from './board-keys.ts'
import { sectionTexts } from '../../messages/sections.ts'
import { Button } from '../../components/button.tsx'
import { canArrangeSections } from '../members/permissions.ts'
import { showNewSection, useSectionKeys } from '../sections/section-commands.ts'
import './board-screen.css'

export function Board() {
  const { query, container } = viewState.value
  const box = useRef<HTMLDivElement>(null)
  const board = useMemo(() => new BoardColumns(query, container), [])
  const selection = useMemo(createSelection, [])
  useBoardTaskOrder(board, selection)
  const getMovedIds = (id: string) => listMovedIds(selection, id)
  useBoardDragAndDrop(box, board, getMovedIds)
  const onMove = (id: string, anchor: Element) => openMove(board, getMovedIds(id), anchor)
  useCardFocusAfterMove(board, selection)
  useBoardKeys({ box, board, selection, onMove })
  useSectionDrag()
  useSectionKeys('board', () => board.findCard(selection.current.peek() ?? '')?.column.key)
  const onClick = useMemo(() => createRowClickHandler(buildClickActions(board, selection)), [])
  useScrollToOpenTask()
  const problem = board.problem.value
  const isEmptyByFilter = board.total.value === 0 && Object.keys(query.filters).length > 0
  if (problem !== undefined && board.total.value === undefined)
    return <ErrorMessage problem={problem} retry={board.reload} />
  return (
    <>
      <div ref={box} class="board" role="group" aria-label={listTexts.board} onClick={onClick} data-region="list">
        {isEmptyByFilter ? (
          <EmptyState
            text={listTexts.emptyFiltered}
            action={{ label: listTexts.emptyFilteredAction, run: clearFilters }}
          />
        ) : (
          board.columns.value.map((column) => (
            <BoardColumn key={column.key ?? ' none'} column={column} board={board} selection={selection} />
          ))
        )}
        {!isEmptyByFilter && <NewSection />}
      </div>
      <SelectionBar board={board} selection={selection} />
    </>
  )
}

const clearFilters = () => updateViewQuery({ filters: {} })

function NewSection() {
  const { container, query } = viewState.value
  if (query.group !== 'section' || !canArrangeSections(container)) return null
  return (
    <div class="board-add">
      <Button kind="quiet" icon="plus" onClick={() => showNewSection(container)}>
        {sectionTexts.add}
      </Button>
    </div>
  )
}

const listMovedIds = ({ selected }: TaskSelection, id: string): string[] =>
  selected.peek().has(id) ? [...selected.peek()] : [id]

function useBoardTaskOrder(board: BoardColumns, { moveTo, selected }: TaskSelection): void {
  useLayoutEffect(() => {
    const { listLoadedIds: listIds, total, dispose } = board
    const unregister = setTaskOrder({ listIds, total, moveTo, selected })
    return () => {
      unregister()
      dispose()
    }
  }, [])
}

function SelectionBar({ board, selection }: { board: BoardColumns; selection: TaskSelection }) {
  const total = board.total.value ?? 0
  const onSelectAll = () => startSelectAll(selection, board.listLoadedIds(), board.listQueries(), total)
  return <BulkBar selection={selection} total={total} listIds={board.listLoadedIds} onSelectAll={onSelectAll} />
}

/** Scrolls the card of the open task into view, since the panel covers half of the board. */
function useScrollToOpenTask(): void {
  const open = currentLocation.value.query.get('task')
  useEffect(() => {
    if (open === null) return
    const scrollToCard = () =>
      document.getElementById(getTaskCardId(open))?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const timer = setTimeout(scrollToCard, 100)
    return () => clearTimeout(timer)
  }, [open])
}

const buildClickActions = (board: BoardColumns, selection: TaskSelection) => ({
  selection,
  moveTo: selection.moveTo,
  toggle: selection.toggle,
  markTo: (id: string) =>
    selection.select(listTasksBetween(board.findCard(id)?.column.ids.peek() ?? [], selection.current.peek(), id)),
})

const openMove = (board: BoardColumns, ids: readonly string[], anchor: Element): void =>
  void withChunk(
    () => import('./move-picker.tsx'),
    (menu) => menu.openMovePicker(board, ids, anchor, (column) => moveCards(board, ids, column)),
  )
