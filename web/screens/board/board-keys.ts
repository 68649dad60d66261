import { effect, untracked } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { closeTask, goWith, here } from '../../address.ts'
import { useCommands, type Command } from '../../commands/commands.ts'
import { text } from '../../messages/tasks.ts'
import { cardId } from '../../parts/task-card.tsx'
import { announceMark, selectionCommands } from '../../parts/selection-commands.ts'
import type { Selection } from '../../parts/selection.ts'
import { announce } from '../../ui/announce.ts'
import { enterPanel, focusInList } from '../../ui/focus.ts'
import type { BoardColumns, Column } from './columns.ts'
import { isByHand, mayMove, move } from './move.ts'
import { data } from '../../data/current.ts'

interface BoardContext {
  box: { current: HTMLElement | null }
  board: BoardColumns
  selection: Selection
  onMove: (id: string, anchor: Element) => void
}

/** Makes the next card current when a change moves the current card out of its column. */
export function useStaying(board: BoardColumns, selection: Selection): void {
  useEffect(() => {
    let lastPosition: { id: string; column: Column; position: number } | undefined
    return effect(() => {
      const id = selection.cursor.value
      const found = id === undefined ? undefined : board.findCard(id)
      if (id === undefined) return
      if (found && (lastPosition?.id !== id || lastPosition.column === found.column))
        lastPosition = { id, ...found }
      else if (lastPosition?.id === id && here.peek().query.get('task') !== id) {
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
  const anchor = () => document.getElementById(cardId(selection.cursor.peek() ?? '')) ?? context.box.current!
  const fields = selectionCommands(selection, anchor).map((command) =>
    command.id === 'tasks.move'
      ? {
          ...command,
          run: () => onMove(selection.cursor.peek() ?? [...selection.marked.peek()][0]!, anchor()),
        }
      : command,
  )
  useCommands([...buildCommands(context), ...fields], 'list')
}

/** Makes a card current and focuses it. Waits two frames: the card may only be rendered after scrolling. */
function focusCard(selection: Selection, id: string): void {
  selection.moveTo(id)
  const focusElement = () => {
    if (selection.cursor.peek() === id) focusInList(document.getElementById(cardId(id)))
  }
  requestAnimationFrame(() => requestAnimationFrame(focusElement))
}

function buildCommands({ board, selection }: BoardContext): Command[] {
  const getCurrentId = () => selection.cursor.peek()
  const hasCurrent = () => getCurrentId() !== undefined
  const toggle = () => {
    selection.toggle(getCurrentId()!)
    announceMark(selection)
  }
  const open = () => {
    goWith({ task: getCurrentId()! })
    enterPanel()
  }
  const isOpen = () => here.peek().query.get('task') === getCurrentId()
  const togglePeek = () => (isOpen() ? closeTask() : goWith({ task: getCurrentId()! }, { replace: true }))
  const table: [string, string, string, () => void, (() => boolean)?][] = [
    ['next', text.nextTask, 'j or ArrowDown', () => moveFocus(board, selection, 0, 1)],
    ['before', text.previousTask, 'k or ArrowUp', () => moveFocus(board, selection, 0, -1)],
    ['right', text.nextColumn, 'ArrowRight', () => moveFocus(board, selection, 1, 0)],
    ['left', text.columnBefore, 'ArrowLeft', () => moveFocus(board, selection, -1, 0)],
    ['move-right', text.moveRight, 'Alt+ArrowRight', () => moveToColumn(board, selection, 1), hasCurrent],
    ['move-left', text.moveLeft, 'Alt+ArrowLeft', () => moveToColumn(board, selection, -1), hasCurrent],
    ['move-down', text.moveDown, 'Alt+ArrowDown', () => moveWithinColumn(board, selection, 1), hasCurrent],
    ['move-up', text.moveUp, 'Alt+ArrowUp', () => moveWithinColumn(board, selection, -1), hasCurrent],
    ['open', text.open, 'Enter', open, hasCurrent],
    ['peek', text.peek, 'Space', togglePeek, hasCurrent],
    ['mark', text.mark, 'x', toggle, hasCurrent],
    ['unmark', text.clearSelection, 'Escape', selection.clear, () => selection.marked.peek().size > 0],
  ]
  return table.map(([id, title, keys, run, when]) => ({
    id: `board.${id}`,
    title,
    section: text.sectionBoard,
    keys,
    unlisted: true,
    ...(when && { when }),
    run,
  }))
}

const toReadingDirection = (by: number): number => (document.documentElement.dir === 'rtl' ? -by : by)

/** Moves to an adjacent card; without a current card, to the first one. */
function moveFocus(board: BoardColumns, selection: Selection, columnDelta: number, rowDelta: number): void {
  const at = board.findCard(selection.cursor.peek() ?? '')
  const columns = board.columns.peek().filter(({ ids }) => ids.peek().length > 0)
  if (!at) {
    const first = columns[0]?.ids.peek()[0]
    return first === undefined ? undefined : focusCard(selection, first)
  }
  const column = columns[columns.indexOf(at.column) + toReadingDirection(columnDelta)]
  const ids = column?.ids.peek()
  const id = ids?.[Math.min(at.position, ids.length - 1) + rowDelta]
  if (id !== undefined) focusCard(selection, id)
}

const canMoveCard = (board: BoardColumns, id: string): boolean => {
  const task = data().row('tasks', id).peek()
  return Boolean(task) && mayMove(board.group, task!)
}

/** Moves the current card, or all selected cards if it is one of them, to the adjacent column. */
function moveToColumn(board: BoardColumns, selection: Selection, columnDelta: number): void {
  const id = selection.cursor.peek()!
  const at = board.findCard(id)
  const columns = board.columns.peek()
  const to = at && columns[columns.indexOf(at.column) + toReadingDirection(columnDelta)]
  if (!to) return
  if (!canMoveCard(board, id)) return announce(text.readOnly)
  const selected = selection.marked.peek()
  move(board, selected.has(id) ? [...selected] : [id], to)
  focusCard(selection, id)
}

/** Moves the current card up or down in its column if the order is manual. */
function moveWithinColumn(board: BoardColumns, selection: Selection, rowDelta: number): void {
  const id = selection.cursor.peek()!
  const at = board.findCard(id)
  if (!at) return
  if (!isByHand()) return announce(text.notByHand)
  if (!canMoveCard(board, id)) return announce(text.readOnly)
  const before = findNextAfterStep(at.column, at.position, rowDelta)
  if (before === undefined) return
  move(board, [id], at.column, before)
  focusCard(selection, id)
}

/** Returns the card before which a card is after one step; null means the end, undefined that no step is possible. */
function findNextAfterStep({ ids }: Column, position: number, rowDelta: number): string | null | undefined {
  const all = ids.peek()
  if (all[position + rowDelta] === undefined) return undefined
  return rowDelta < 0 ? all[position - 1] : (all[position + 2] ?? null)
}
