import { effect, untracked } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { currentLocation } from '../../location.ts'
import { useCommands, type Command } from '../../commands/commands.ts'
import { boardTexts } from '../../messages/board.ts'
import { listTexts } from '../../messages/tasks.ts'
import { getTaskCardId } from '../tasks/task-card.tsx'
import { buildCurrentTaskRows, toKeyCommands, type CommandRow } from '../tasks/layout-commands.ts'
import { buildSelectionCommands } from '../tasks/selection-commands.ts'
import type { TaskSelection } from '../tasks/selection.ts'
import { announce } from '../../components/util/announce.ts'
import { focusInList } from '../../components/util/focus.ts'
import type { BoardCell, BoardModel } from './board-columns.ts'
import { isManualOrder, canMoveOnBoard, moveCards } from './move-cards.ts'
import { getStore } from '../../store/current-store.ts'

interface BoardContext {
  box: { current: HTMLElement | null }
  board: BoardModel
  selection: TaskSelection
  onMove: (id: string, anchor: Element) => void
}

export function useCardFocusAfterMove(board: BoardModel, selection: TaskSelection): void {
  useEffect(() => {
    let lastPosition: { id: string; column: BoardCell; position: number } | undefined
    return effect(() => {
      const id = selection.current.value
      const found = id === undefined ? undefined : board.findCard(id)
      if (id === undefined) return
      if (found && (lastPosition?.id !== id || lastPosition.column === found.column)) lastPosition = { id, ...found }
      else if (lastPosition?.id === id && currentLocation.peek().query.get('task') !== id) {
        const { column, position } = lastPosition
        const ids = column.ids.peek()
        const next = ids[Math.min(position, ids.length - 1)]
        lastPosition = undefined
        if (next !== undefined) untracked(() => focusCard(selection, next))
      }
    })
  }, [])
}

export function useBoardKeys(context: BoardContext): void {
  const { selection, onMove } = context
  const anchor = () => document.getElementById(getTaskCardId(selection.current.peek() ?? '')) ?? context.box.current!
  const fields = buildSelectionCommands(selection, anchor).map((command) =>
    command.id === 'tasks.move'
      ? {
          ...command,
          run: () => onMove(selection.current.peek() ?? [...selection.selected.peek()][0]!, anchor()),
        }
      : command,
  )
  useCommands([...buildCommands(context), ...fields], 'list')
}

/** Makes a card current and focuses it. Waits two frames: the card may only be rendered after scrolling. */
function focusCard(selection: TaskSelection, id: string): void {
  selection.moveTo(id)
  const focusElement = () => {
    if (selection.current.peek() === id) focusInList(document.getElementById(getTaskCardId(id)))
  }
  requestAnimationFrame(() => requestAnimationFrame(focusElement))
}

function buildCommands({ board, selection }: BoardContext): Command[] {
  const hasCurrent = () => selection.current.peek() !== undefined
  const focus = (columns: number, rows: number) => () => moveFocus(board, selection, columns, rows)
  const toColumn = (by: number) => () =>
    moveToCell(board, selection, (cell) => board.listRow(cell), toReadingDirection(by))
  const toLane = (by: number) => () => moveToCell(board, selection, (cell) => board.listStack(cell), by)
  const hasLanes = () => board.lanes !== undefined && hasCurrent()
  const within = (by: number) => () => moveWithinColumn(board, selection, by)
  const table: CommandRow[] = [
    ['next', listTexts.nextTask, 'j or ArrowDown', focus(0, 1)],
    ['before', listTexts.previousTask, 'k or ArrowUp', focus(0, -1)],
    ['right', listTexts.nextColumn, 'ArrowRight', focus(1, 0)],
    ['left', listTexts.columnBefore, 'ArrowLeft', focus(-1, 0)],
    ['move-right', listTexts.moveRight, 'Alt+ArrowRight', toColumn(1), hasCurrent],
    ['move-left', listTexts.moveLeft, 'Alt+ArrowLeft', toColumn(-1), hasCurrent],
    ['move-down', listTexts.moveDown, 'Alt+ArrowDown', within(1), hasCurrent],
    ['move-up', listTexts.moveUp, 'Alt+ArrowUp', within(-1), hasCurrent],
    ['lane-down', boardTexts.laneDown, 'Alt+Shift+ArrowDown', toLane(1), hasLanes],
    ['lane-up', boardTexts.laneUp, 'Alt+Shift+ArrowUp', toLane(-1), hasLanes],
    ...buildCurrentTaskRows(selection),
  ]
  return toKeyCommands('board', listTexts.sectionBoard, table)
}

const toReadingDirection = (by: number): number => (document.documentElement.dir === 'rtl' ? -by : by)

const hasCards = ({ ids }: BoardCell): boolean => ids.peek().length > 0

function moveFocus(board: BoardModel, selection: TaskSelection, columnDelta: number, rowDelta: number): void {
  const at = board.findCard(selection.current.peek() ?? '')
  if (!at) {
    const first = board.cells.peek().find(hasCards)?.ids.peek()[0]
    return first === undefined ? undefined : focusCard(selection, first)
  }
  const id = rowDelta === 0 ? findBeside(board, at, toReadingDirection(columnDelta)) : findAlong(board, at, rowDelta)
  if (id !== undefined) focusCard(selection, id)
}

type CardPosition = NonNullable<ReturnType<BoardModel['findCard']>>

function findBeside(board: BoardModel, { column, position }: CardPosition, delta: number): string | undefined {
  const row = board.listRow(column).filter(hasCards)
  const ids = row[row.indexOf(column) + delta]?.ids.peek()
  return ids?.[Math.min(position, ids.length - 1)]
}

/** Returns the next card of a column, which may be in another lane. */
function findAlong(board: BoardModel, { column, position }: CardPosition, delta: number): string | undefined {
  const inCell = column.ids.peek()[position + delta]
  if (inCell !== undefined) return inCell
  const stack = board.listStack(column).filter(hasCards)
  return stack[stack.indexOf(column) + delta]?.ids.peek().at(delta < 0 ? -1 : 0)
}

const canMoveCard = (board: BoardModel, id: string): boolean => {
  const task = getStore().row('tasks', id).peek()
  return Boolean(task) && canMoveOnBoard(board.group, task!)
}

function moveToCell(
  board: BoardModel,
  selection: TaskSelection,
  list: (cell: BoardCell) => readonly BoardCell[],
  delta: number,
): void {
  const id = selection.current.peek()!
  const at = board.findCard(id)
  const cells = at ? list(at.column) : []
  const to = at && cells[cells.indexOf(at.column) + delta]
  if (!to) return
  if (!canMoveCard(board, id)) return announce(listTexts.readOnly)
  const selected = selection.selected.peek()
  moveCards(board, selected.has(id) ? [...selected] : [id], to)
  focusCard(selection, id)
}

function moveWithinColumn(board: BoardModel, selection: TaskSelection, rowDelta: number): void {
  const id = selection.current.peek()!
  const at = board.findCard(id)
  if (!at) return
  if (!isManualOrder()) return announce(boardTexts.notByHand)
  if (!canMoveCard(board, id)) return announce(listTexts.readOnly)
  const before = findNextAfterStep(at.column, at.position, rowDelta)
  if (before === undefined) return
  moveCards(board, [id], at.column, before)
  focusCard(selection, id)
}

/** Returns the card before which a card is after one step; null means the end, undefined that no step is possible. */
function findNextAfterStep({ ids }: BoardCell, position: number, rowDelta: number): string | null | undefined {
  const all = ids.peek()
  if (all[position + rowDelta] === undefined) return undefined
  return rowDelta < 0 ? all[position - 1] : (all[position + 2] ?? null)
}
