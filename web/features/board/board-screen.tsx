import { useMemo } from 'preact/hooks'
import { lazyComponent } from '../../components/lazy-component.tsx'
import { getLanes } from '../views/view-query.ts'
import { viewState } from '../views/view-state.ts'
import { BoardColumn } from './board-column.tsx'
import { BoardColumns } from './board-columns.ts'
import { BoardFrame, NewSection } from './board-frame.tsx'

const BoardLanes = lazyComponent(async () => (await import('./lane-board.tsx')).BoardLanes)

export const Board = () => (getLanes(viewState.value.query) ? <BoardLanes /> : <ColumnBoard />)

function ColumnBoard() {
  const { query, container } = viewState.value
  const board = useMemo(() => new BoardColumns(query, container), [])
  return (
    <BoardFrame board={board} class="board">
      {(selection) => (
        <>
          {board.cells.value.map((column) => (
            <BoardColumn key={column.id} column={column} board={board} selection={selection} />
          ))}
          <NewSection />
        </>
      )}
    </BoardFrame>
  )
}
