import { useEffect, useMemo, useRef } from 'preact/hooks'
import { here } from '../../address.ts'
import { text } from '../../messages/tasks.ts'
import { useAddingTo } from '../../parts/add-here.ts'
import { asked } from '../../parts/asked.ts'
import { createSelection, type Selection } from '../../parts/selection.ts'
import { selectAll } from '../../parts/select-all.ts'
import { setOrder } from '../../parts/task-order.ts'
import { cardId } from '../../parts/task-card.tsx'
import { pressesOf } from '../../parts/task-presses.ts'
import { Failure } from '../../ui/failure.tsx'
import { withLate } from '../../ui/late.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { isMissing, Missing, questionKey, useReading } from '../tasks/place.tsx'
import { TasksHead } from '../tasks/tasks-head.tsx'
import { BulkBar } from '../tasks/bulk-bar.tsx'
import { BoardColumn } from './board-column.tsx'
import { BoardColumns } from './columns.ts'
import { useDragging } from './dragging.ts'
import { useBoardKeys, useStaying } from './board-keys.ts'
import './board-screen.css'

export function BoardScreen() {
  const { waiting: isLoading, view: savedView, place: container } = asked.value
  useReading()
  useAddingTo(container)
  if (isLoading) return <Skeleton rows={8} height={92} />
  if (savedView === null || isMissing()) return <Missing />
  return (
    <div class="tasks-screen">
      <TasksHead />
      <Board key={questionKey()} />
    </div>
  )
}

function Board() {
  const { question: query, place: container } = asked.value
  const box = useRef<HTMLDivElement>(null)
  const board = useMemo(() => new BoardColumns(query, container), [])
  const selection = useMemo(createSelection, [])
  useEffect(() => {
    const { listLoadedIds: listIds, total, dispose } = board
    const unregister = setOrder({ known: listIds, total, moveTo: selection.moveTo, marked: selection.marked })
    return () => {
      unregister()
      dispose()
    }
  }, [])
  const getMovedIds = (id: string) => (selection.marked.peek().has(id) ? [...selection.marked.peek()] : [id])
  useDragging(box, board, getMovedIds)
  const onMove = (id: string, anchor: Element) => openMove(board, getMovedIds(id), anchor)
  useStaying(board, selection)
  useBoardKeys({ box, board, selection, onMove })
  const onClick = useMemo(() => pressesOf(buildClickActions(board, selection)), [])
  useScrollToOpenTask()
  const problem = board.problem.value
  if (problem !== undefined && board.total.value === undefined)
    return <Failure problem={problem} retry={board.reload} />
  return (
    <>
      <div ref={box} class="board" role="group" aria-label={text.board} onClick={onClick} data-region="list">
        {board.columns.value.map((column) => (
          <BoardColumn
            key={column.key ?? ' none'}
            column={column}
            board={board}
            selection={selection}
            onMove={onMove}
          />
        ))}
      </div>
      <SelectionBar board={board} selection={selection} />
    </>
  )
}

function SelectionBar({ board, selection }: { board: BoardColumns; selection: Selection }) {
  const total = board.total.value ?? 0
  const onSelectAll = () => void selectAll(selection, board.listLoadedIds(), board.listQueries(), total)
  return <BulkBar selection={selection} total={total} onSelectAll={onSelectAll} />
}

/** Scrolls the card of the open task into view, since the panel covers half of the board. */
function useScrollToOpenTask(): void {
  const open = here.value.query.get('task')
  useEffect(() => {
    if (open === null) return
    const scrollToCard = () =>
      document.getElementById(cardId(open))?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const timer = setTimeout(scrollToCard, 100)
    return () => clearTimeout(timer)
  }, [open])
}

const buildClickActions = (board: BoardColumns, selection: Selection) => ({
  selection,
  moveTo: selection.moveTo,
  toggle: selection.toggle,
  markTo: (id: string) => {
    const ids = board.findCard(id)?.column.ids.peek() ?? []
    const from = ids.indexOf(selection.cursor.peek() ?? id)
    const to = ids.indexOf(id)
    selection.mark(from < 0 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1))
  },
})

const openMove = (board: BoardColumns, ids: readonly string[], anchor: Element): void =>
  void withLate(
    () => import('./move-menu.tsx'),
    (menu) => menu.openMove(board, ids, anchor),
  )
