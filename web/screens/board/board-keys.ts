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

interface Needs {
  box: { current: HTMLElement | null }
  board: BoardColumns
  selection: Selection
  onMove: (id: string, anchor: Element) => void
}

/** Makes the next card current when a change moves the current card out of its column. */
export function useStaying(board: BoardColumns, selection: Selection): void {
  useEffect(() => {
    let last: { id: string; column: Column; place: number } | undefined
    return effect(() => {
      const id = selection.cursor.value
      const found = id === undefined ? undefined : board.find(id)
      if (id === undefined) return
      if (found && (last?.id !== id || last.column === found.column)) last = { id, ...found }
      else if (last?.id === id && here.peek().query.get('task') !== id) {
        const { column, place } = last
        const ids = column.ids.peek()
        const next = ids[Math.min(place, ids.length - 1)]
        last = undefined
        if (next !== undefined) untracked(() => focus(selection, next))
      }
    })
  }, [])
}

/** What keys do on the board: moving about, moving cards (with Alt), opening, marking and changing them. */
export function useBoardKeys(needs: Needs): void {
  const { selection, onMove } = needs
  const anchor = () => document.getElementById(cardId(selection.cursor.peek() ?? '')) ?? needs.box.current!
  const fields = selectionCommands(selection, anchor).map((command) =>
    command.id === 'tasks.move'
      ? {
          ...command,
          run: () => onMove(selection.cursor.peek() ?? [...selection.marked.peek()][0]!, anchor()),
        }
      : command,
  )
  useCommands([...commandsOf(needs), ...fields], 'list')
}

/** Puts the focus on a card; one that is not drawn yet is when it has been scrolled to. */
function focus(selection: Selection, id: string): void {
  selection.moveTo(id)
  const reach = () => {
    if (selection.cursor.peek() === id) focusInList(document.getElementById(cardId(id)))
  }
  requestAnimationFrame(() => requestAnimationFrame(reach))
}

function commandsOf({ board, selection }: Needs): Command[] {
  const current = () => selection.cursor.peek()
  const stand = () => current() !== undefined
  const mark = () => {
    selection.toggle(current()!)
    announceMark(selection)
  }
  const open = () => {
    goWith({ task: current()! })
    enterPanel()
  }
  const isOpen = () => here.peek().query.get('task') === current()
  const peek = () => (isOpen() ? closeTask() : goWith({ task: current()! }, { replace: true }))
  const table: [string, string, string, () => void, (() => boolean)?][] = [
    ['next', text.nextTask, 'j or ArrowDown', () => walk(board, selection, 0, 1)],
    ['before', text.previousTask, 'k or ArrowUp', () => walk(board, selection, 0, -1)],
    ['right', text.nextColumn, 'ArrowRight', () => walk(board, selection, 1, 0)],
    ['left', text.columnBefore, 'ArrowLeft', () => walk(board, selection, -1, 0)],
    ['move-right', text.moveRight, 'Alt+ArrowRight', () => shift(board, selection, 1), stand],
    ['move-left', text.moveLeft, 'Alt+ArrowLeft', () => shift(board, selection, -1), stand],
    ['move-down', text.moveDown, 'Alt+ArrowDown', () => arrange(board, selection, 1), stand],
    ['move-up', text.moveUp, 'Alt+ArrowUp', () => arrange(board, selection, -1), stand],
    ['open', text.open, 'Enter', open, stand],
    ['peek', text.peek, 'Space', peek, stand],
    ['mark', text.mark, 'x', mark, stand],
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

const inReadingDirection = (by: number): number => (document.documentElement.dir === 'rtl' ? -by : by)

/** Goes to the card beside, above or below; from nowhere to the first one. */
function walk(board: BoardColumns, selection: Selection, aside: number, down: number): void {
  const at = board.find(selection.cursor.peek() ?? '')
  const columns = board.columns.peek().filter(({ ids }) => ids.peek().length > 0)
  if (!at) {
    const first = columns[0]?.ids.peek()[0]
    return first === undefined ? undefined : focus(selection, first)
  }
  const column = columns[columns.indexOf(at.column) + inReadingDirection(aside)]
  const ids = column?.ids.peek()
  const id = ids?.[Math.min(at.place, ids.length - 1) + down]
  if (id !== undefined) focus(selection, id)
}

const mayMoveCard = (board: BoardColumns, id: string): boolean => {
  const task = data().row('tasks', id).peek()
  return Boolean(task) && mayMove(board.group, task!)
}

/** Moves the card, or all that are marked, to the column beside. */
function shift(board: BoardColumns, selection: Selection, aside: number): void {
  const id = selection.cursor.peek()!
  const at = board.find(id)
  const columns = board.columns.peek()
  const to = at && columns[columns.indexOf(at.column) + inReadingDirection(aside)]
  if (!to) return
  if (!mayMoveCard(board, id)) return announce(text.readOnly)
  const marked = selection.marked.peek()
  move(board, marked.has(id) ? [...marked] : [id], to)
  focus(selection, id)
}

/** Moves the card up or down in its column, where order is by hand. */
function arrange(board: BoardColumns, selection: Selection, down: number): void {
  const id = selection.cursor.peek()!
  const at = board.find(id)
  if (!at) return
  if (!isByHand()) return announce(text.notByHand)
  if (!mayMoveCard(board, id)) return announce(text.readOnly)
  const before = beforeAfterStep(at.column, at.place, down)
  if (before === undefined) return
  move(board, [id], at.column, before)
  focus(selection, id)
}

/** Before which card one stands that has gone a step; null is the end, undefined is no step. */
function beforeAfterStep({ ids }: Column, place: number, down: number): string | null | undefined {
  const all = ids.peek()
  if (all[place + down] === undefined) return undefined
  return down < 0 ? all[place - 1] : (all[place + 2] ?? null)
}
