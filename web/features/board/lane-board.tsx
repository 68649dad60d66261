import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { listTexts } from '../../messages/tasks.ts'
import { formatNumber } from '../../messages/plural.ts'
import { Button } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import type { TaskSelection } from '../tasks/selection.ts'
import { getLanes } from '../views/view-query.ts'
import { viewState } from '../views/view-state.ts'
import { BoardCard, getCardHeight, SortHint, useCellDrop } from './board-card.tsx'
import { ColumnHeader } from './board-column.tsx'
import { BoardFrame, NewSection } from './board-frame.tsx'
import { LaneCells, type Lane, type LaneCell, type BoardLaneColumn } from './lane-cells.ts'
import './lane-board.css'

/** Board whose columns are divided into lanes by a second attribute. */
export function BoardLanes() {
  const { query, container } = viewState.value
  const board = useMemo(() => new LaneCells(query, container, getLanes(query)!), [])
  return (
    <BoardFrame board={board} class="board lane-board">
      {(selection) => (
        <div class="lanes">
          <div class="lanes-columns">
            {board.columns.value.map((column) => (
              <div key={column.key ?? ' none'} class={toColumnClass('lanes-column', column)}>
                <ColumnHeader column={column} board={board} />
              </div>
            ))}
            <NewSection />
          </div>
          {board.rows.value.map((lane) => (
            <LaneRow key={lane.id} {...{ lane, board, selection }} />
          ))}
        </div>
      )}
    </BoardFrame>
  )
}

/** Columns without tasks are folded. */
const toColumnClass = (name: string, column: BoardLaneColumn | undefined): string =>
  column?.count.value === 0 ? `${name} lanes-folded` : name

interface Props {
  lane: Lane
  board: LaneCells
  selection: TaskSelection
}

function LaneRow({ lane, board, selection }: Props) {
  const box = useRef<HTMLElement>(null)
  const header = useRef<HTMLElement>(null)
  const isNear = useIsNear(box)
  const isOver = useCellDrop(header, { key: null, id: lane.id })
  const { label, icon, count, isCollapsed } = lane
  return (
    <section ref={box} class="lane" aria-label={listTexts.column(label, count)}>
      <header ref={header} class={isOver ? 'lane-head lane-over' : 'lane-head'}>
        <button
          type="button"
          class="lane-toggle"
          aria-expanded={!isCollapsed}
          title={isCollapsed ? listTexts.expand(label) : listTexts.collapse(label)}
          onClick={() => board.toggle(lane)}
        >
          <Icon name={isCollapsed ? 'chevron-right' : 'chevron-down'} size={14} />
          {icon}
          <bdi class="one-line">{label}</bdi>
          <span class="lane-count">{formatNumber(count)}</span>
        </button>
      </header>
      {!isCollapsed && (
        <div class="lane-cells">
          {lane.cells.map((cell, at) => (
            <Cell key={cell.id} {...{ cell, board, selection, isNear }} column={board.columns.value[at]} />
          ))}
        </div>
      )}
    </section>
  )
}

/** Returns whether an element has been within a screen of the visible part of the board. */
function useIsNear(box: { current: HTMLElement | null }): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { root: box.current!.closest('.board'), rootMargin: '100%' },
    )
    observer.observe(box.current!)
    return () => observer.disconnect()
  }, [isNear])
  return isNear
}

interface CellProps {
  cell: LaneCell
  column: BoardLaneColumn | undefined
  board: LaneCells
  selection: TaskSelection
  isNear: boolean
}

function Cell({ cell, column, board, selection, isNear }: CellProps) {
  const box = useRef<HTMLDivElement>(null)
  const isOver = useCellDrop(box, cell)
  const ids = cell.ids.value
  const count = cell.count.value ?? 0
  const hasTasks = count > 0
  useEffect(() => {
    if (isNear && hasTasks) cell.open()
  }, [isNear, hasTasks])
  const isLoading = ids.length === 0 && hasTasks && cell.list.value?.state.value !== 'failed'
  const hiddenCount = Math.max(0, count - ids.length)
  return (
    <div
      ref={box}
      class={`${toColumnClass('lane-cell', column)}${isOver ? ' lane-over' : ''}`}
      role="group"
      aria-label={listTexts.column(`${cell.lane.label} / ${cell.label}`, count)}
    >
      {isLoading && <Skeleton rows={Math.min(count, 3)} height={getCardHeight()} />}
      {ids.length > 0 && (
        <div role="list">
          {ids.map((id, at) => (
            <div key={id} role="listitem" class="board-slot">
              <BoardCard {...{ id, board, selection }} isTabStop={at === 0} />
            </div>
          ))}
        </div>
      )}
      {!isLoading && hiddenCount > 0 && (
        <Button kind="quiet" small onClick={cell.showMore}>
          {listTexts.showMore(Math.min(hiddenCount, 20))}
        </Button>
      )}
      {isOver && <SortHint />}
    </div>
  )
}
